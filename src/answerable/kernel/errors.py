"""Every error Answerable raises on purpose, split by who must act.

AnswerableError
├── AskerError                 exit 2   the asker changes what was typed
│   ├── BadQuestion                     blank, too short, too long
│   ├── BadSource                       missing file, unknown scheme, unreadable data
│   ├── BadKnowledge                    an entry that cannot be read or does not fit the data
│   ├── NotFound                        there is none of that name, or it is somebody else's
│   │   └── SessionNotFound             no such conversation, or it was ended
│   └── TooLate                         it was decided, cancelled or expired in the meantime
├── Refused                    exit 3   policy or validation says no
│   ├── NotSignedIn                     nobody is known by what was shown
│   ├── NotAllowed                      the role does not reach that far
│   └── TooManyAttempts                 wait before trying again
├── NeedsClarification         exit 4   more than one reading, or not understood
├── CouldNotAnswer             exit 5   it was tried and did not work
│   ├── NotInTheData                    the source does not hold what is asked for
│   ├── SmallTalk                       a greeting or thanks: it is no question, and gets a short reply
│   ├── QueryFailed                     the engine returned an error
│   └── QueryStopped                    a limit was reached: time, memory, cancelled
└── OperatorError              exit 5   whoever runs Answerable changes the set-up
    ├── SourceUnavailable               server down, wrong password, unknown host
    ├── MissingExtra                    a driver or provider is not installed
    ├── BadSetting                      a setting has a value that cannot be (exit 2)
    ├── AuditUnavailable                the record cannot be written, so nothing runs
    └── DiskFull                        the server's disk has no room, so nothing is changed

A message says what happened, which value, and what to do next. Secrets are masked before a message is made.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from answerable.kernel.messages import CodedMessage, as_message, msg

if TYPE_CHECKING:
    from answerable.kernel.clarification import Basis, Clarification

__all__ = [
    "AnswerableError",
    "AskerError",
    "AuditUnavailable",
    "BadKnowledge",
    "BadQuestion",
    "BadSetting",
    "BadSource",
    "CouldNotAnswer",
    "DiskFull",
    "MissingExtra",
    "NeedsClarification",
    "NotAllowed",
    "NotFound",
    "NotInTheData",
    "NotSignedIn",
    "OperatorError",
    "QueryFailed",
    "QueryStopped",
    "Refused",
    "SessionNotFound",
    "SmallTalk",
    "SourceUnavailable",
    "TooLate",
    "TooManyAttempts",
]


class AnswerableError(Exception):
    """Something a person can act on. `str(error)` is one line; `hint` is what to do next."""

    exit_code = 5
    code = "error"

    def __init__(self, message: CodedMessage | str, *, hint: CodedMessage | str = "") -> None:
        super().__init__(as_message(message))
        self.advice = as_message(hint)

    def __str__(self) -> str:
        return self.message

    @property
    def what(self) -> CodedMessage:
        """What happened."""
        return as_message(self.args[0])

    @property
    def message(self) -> str:
        """What happened, in English."""
        return self.message_in("en")

    @property
    def hint(self) -> str:
        """What to do next, in English."""
        return self.hint_in("en")

    def message_in(self, language: str) -> str:
        return one_line(self.what.render(language))

    def hint_in(self, language: str) -> str:
        return one_line(self.advice.render(language))

    def as_json(self, language: str = "en") -> dict[str, str]:
        """As the command line and the HTTP API show it."""
        return {"code": self.code, "message": self.message_in(language), "hint": self.hint_in(language)}

    def line(self, language: str = "en") -> str:
        """The message and the hint as the one line an interface prints."""
        return f"{self.message_in(language)} {self.hint_in(language)}".strip()


def one_line(text: str) -> str:
    """Text from engines and files may hold line ends and control characters; a message may not."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class AskerError(AnswerableError):
    exit_code = 2
    code = "bad_input"


class BadQuestion(AskerError):
    code = "bad_question"


class BadSource(AskerError):
    code = "bad_source"


class BadKnowledge(AskerError):
    """`faults` are all that was found; the message is the first of them."""

    code = "bad_knowledge"

    def __init__(self, *faults: CodedMessage) -> None:
        more = len(faults) - 1
        super().__init__(faults[0], hint=msg("knowledge.more_faults", count=more) if more else "")
        self.faults = faults


class NotFound(AskerError):
    code = "not_found"


class SessionNotFound(NotFound):
    code = "session_not_found"


class TooLate(AskerError):
    code = "too_late"


class Refused(AnswerableError):
    exit_code = 3
    code = "refused"


class NotSignedIn(Refused):
    code = "not_signed_in"


class NotAllowed(Refused):
    code = "not_allowed"


class TooManyAttempts(Refused):
    """`seconds` is how long to wait."""

    code = "too_many_attempts"

    def __init__(self, message: CodedMessage | str, *, seconds: int, hint: CodedMessage | str = "") -> None:
        super().__init__(message, hint=hint)
        self.seconds = seconds


class NeedsClarification(AnswerableError):
    """`clarification` is the translator's question with its readings, for doors that can offer them; `basis` is what
    they were made over."""

    exit_code = 4
    code = "needs_clarification"

    def __init__(
        self,
        message: CodedMessage | str,
        *,
        clarification: Clarification | None = None,
        basis: Basis | None = None,
        hint: CodedMessage | str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.clarification, self.basis = clarification, basis


class CouldNotAnswer(AnswerableError):
    exit_code = 5
    code = "could_not_answer"


class NotInTheData(CouldNotAnswer):
    """The question is understood as one that the source holds no answer to."""

    code = "not_in_the_data"


class SmallTalk(CouldNotAnswer):
    code = "small_talk"


class QueryFailed(CouldNotAnswer):
    """`category` is one of sql_syntax, type_mismatch, missing_column, resource_exhausted; or `other`."""

    code = "query_failed"

    def __init__(self, message: CodedMessage | str, *, category: str = "other", hint: CodedMessage | str = "") -> None:
        super().__init__(message, hint=hint)
        self.category = category


class QueryStopped(CouldNotAnswer):
    """`reason` is `time`, `memory` or `cancelled`; `still_runs` where the database was told and has not stopped yet."""

    code = "query_stopped"

    def __init__(
        self, message: CodedMessage | str, *, reason: str, hint: CodedMessage | str = "", still_runs: bool = False
    ) -> None:
        super().__init__(message, hint=hint)
        self.reason = reason
        self.still_runs = still_runs


class OperatorError(AnswerableError):
    exit_code = 5
    code = "set_up"


class SourceUnavailable(OperatorError):
    code = "source_unavailable"


class MissingExtra(OperatorError):
    code = "missing_extra"


class BadSetting(OperatorError):
    exit_code = 2
    code = "bad_setting"


class AuditUnavailable(OperatorError):
    code = "audit_unavailable"


class DiskFull(OperatorError):
    code = "disk_full"

    def __init__(self) -> None:
        super().__init__(msg("kernel.disk_full"), hint=msg("kernel.free_space"))


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_SQLITE_NO_ROOM = "database or disk is full"


def disk_full(error: BaseException | None) -> DiskFull | None:
    """The error to show where the disk's being full is behind this one; None for any other."""
    while error is not None:
        if isinstance(error, DiskFull):
            return error
        if (isinstance(error, OSError) and error.errno in _NO_ROOM) or _SQLITE_NO_ROOM in str(error):
            return DiskFull()
        error = error.__cause__ or error.__context__
    return None
