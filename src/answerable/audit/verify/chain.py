"""A chain of entries followed line by line: each in its place, under the hash of the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from answerable.audit.entry import GENESIS
from answerable.audit.verify.line_form import PLACE, Lines, NotCanonical, Read
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["Chain", "misplaced_line"]


class Chain:
    """`number` entries were found good so far; `head` is the hash of the last one."""

    def __init__(self, number: int = 0, head: str = GENESIS, lines: Lines | None = None) -> None:
        self.number = number
        self.steps_back = 0
        """How often an entry is older than the one before it: a clock that was set back, and no fault of the log."""
        self._head = head.encode()
        self._time = b""
        self.lines = lines or Lines()

    @property
    def head(self) -> str:
        return self._head.decode()

    @property
    def time(self) -> str:
        """Of the last entry."""
        return self._time.decode()

    def stand_at(self, number: int, head: str, time: str = "") -> None:
        """As if it had followed the lines up to there."""
        self.number, self._head, self._time = number, head.encode(), time.encode()

    def follow(self, lines: Sequence[bytes]) -> CodedMessage | None:
        """Goes on over lines (with their line ends) until one is bad: what is wrong with it, or nothing.

        All are read before the first is hashed: to turn from one to the other at every line takes longer."""
        entries: list[Read] = []
        problem: CodedMessage | None = None
        number = self.number
        try:
            entries.extend(self.lines.read(lines))
        except NotCanonical as error:  # those before it are among the entries
            problem = error.why
        if found := self._link(entries):
            self.lines.unread(entries[self.number - number :])
        return found or problem

    def _link(self, entries: Iterable[Read]) -> CodedMessage | None:
        problem: CodedMessage | None = None
        sha256, number, head, before = hashlib.sha256, self.number, self._head, self._time
        for place, time, event_type, data, claimed in entries:
            if place != PLACE % (number + 1, head):
                problem = misplaced_line(place, number + 1)
                break
            if sha256(head + time + event_type + data).hexdigest().encode() != claimed:
                problem = msg("audit_record.hash")
                break
            if time < before:
                self.steps_back += 1
            number, head, before = number + 1, claimed, time
        self.number, self._head, self._time = number, head, before
        return problem


def misplaced_line(place: bytes, number: int) -> CodedMessage:
    found = place.split(b",")[0]
    if found != b"%d" % number:
        return msg("audit_record.sequence_number", found=found.decode(), expected=number)
    return msg("audit_record.parent_hash")
