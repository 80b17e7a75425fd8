"""A chain of entries followed line by line: each in its place, under the hash of the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from answerable.audit.lines import Lines, NotCanonical
from answerable.audit.entry import GENESIS

__all__ = ["Chain"]


class Chain:
    """`number` entries were found good so far; `head` is the hash of the last one."""

    def __init__(self, number: int = 0, head: str = GENESIS, lines: Lines | None = None) -> None:
        self.number = number
        self._head = head.encode()
        self._lines = lines or Lines()

    @property
    def head(self) -> str:
        return self._head.decode()

    def follow(self, lines: Sequence[bytes]) -> str:
        """Goes on over lines (without their line ends) until one is bad: what is wrong with it, or nothing."""
        read, sha256 = self._lines.read, hashlib.sha256
        number, head, problem = self.number, self._head, ""
        for line in lines:
            try:
                place, parent, time, event_type, data, claimed = read(line)
            except NotCanonical as error:
                problem = str(error)
                break
            if parent != head or place != b"%d" % (number + 1):
                problem = self._misplaced(place, number)
                break
            if sha256(parent + time + event_type + data).hexdigest().encode() != claimed:
                problem = "its hash does not match its content"
                break
            number, head = number + 1, claimed
        self.number, self._head = number, head
        return problem

    @staticmethod
    def _misplaced(place: bytes, number: int) -> str:
        if place != b"%d" % (number + 1):
            return f"its sequence number is {place.decode()}, not {number + 1}"
        return "its parent hash is not the hash of the entry before it"
