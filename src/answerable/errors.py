"""Every error Answerable raises on purpose, split by who must act.

AnswerableError
├── AskerError                 exit 2   the asker changes what was typed
│   ├── BadQuestion                     blank, too short, too long
│   ├── BadSource                       missing file, unknown scheme, unreadable data
│   ├── NotFound                        there is none of that name, or it is somebody else's
│   │   └── SessionNotFound             no such conversation, or it was ended
│   └── TooLate                         it was decided, cancelled or expired in the meantime
├── Refused                    exit 3   policy or validation says no
│   ├── NotSignedIn                     nobody is known by what was shown
│   ├── NotAllowed                      the role does not reach that far
│   └── TooManyAttempts                 wait before trying again
├── NeedsClarification         exit 4   more than one reading, or not understood
├── CouldNotAnswer             exit 5   it was tried and did not work
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

if TYPE_CHECKING:
    from answerable.clarification import Basis, Clarification

__all__ = [
    "AnswerableError",
    "AskerError",
    "AuditUnavailable",
    "BadQuestion",
    "BadSetting",
    "BadSource",
    "CouldNotAnswer",
    "DiskFull",
    "MissingExtra",
    "NeedsClarification",
    "NotAllowed",
    "NotFound",
    "NotSignedIn",
    "OperatorError",
    "QueryFailed",
    "QueryStopped",
    "Refused",
    "SessionNotFound",
    "SourceUnavailable",
    "TooLate",
    "TooManyAttempts",
]


class AnswerableError(Exception):
    """Something a person can act on. `str(error)` is one line; `hint` is what to do next."""

    exit_code = 5
    code = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(one_line(message))
        self.hint = one_line(hint)

    @property
    def message(self) -> str:
        return str(self.args[0])

    def line(self) -> str:
        """The message and the hint as the one line a door prints."""
        return f"{self.message} {self.hint}".strip()


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

    def __init__(self, message: str, *, seconds: int, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.seconds = seconds


class NeedsClarification(AnswerableError):
    """`clarification` is the translator's question with its readings, for doors that can offer them; `basis` is what
    they were made over."""

    exit_code = 4
    code = "needs_clarification"

    def __init__(
        self, message: str, *, clarification: Clarification | None = None, basis: Basis | None = None, hint: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.clarification, self.basis = clarification, basis


class CouldNotAnswer(AnswerableError):
    exit_code = 5
    code = "could_not_answer"


class QueryFailed(CouldNotAnswer):
    """`category` is one of sql_syntax, type_mismatch, missing_column, resource_exhausted; or `other`."""

    code = "query_failed"

    def __init__(self, message: str, *, category: str = "other", hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.category = category


class QueryStopped(CouldNotAnswer):
    """`reason` is `time`, `memory` or `cancelled`; `still_runs` where the database was told and has not stopped yet."""

    code = "query_stopped"

    def __init__(self, message: str, *, reason: str, hint: str = "", still_runs: bool = False) -> None:
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
        super().__init__(
            "The server's disk is full; nothing was changed.", hint="Ask whoever runs the server to free space."
        )


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
