"""A chain of entries followed line by line: each in its place, under the hash of the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from answerable.audit.entry import GENESIS
from answerable.audit.lines import Lines, NotCanonical, place_of

__all__ = ["Chain"]


class Chain:
    """`number` entries were found good so far; `head` is the hash of the last one."""

    def __init__(self, number: int = 0, head: str = GENESIS, lines: Lines | None = None) -> None:
        self.number = number
        self._head = head.encode()
        self.lines = lines or Lines()

    @property
    def head(self) -> str:
        return self._head.decode()

    def follow(self, lines: Sequence[bytes]) -> str:
        """Goes on over lines (without their line ends) until one is bad: what is wrong with it, or nothing."""
        read, sha256 = self.lines.read, hashlib.sha256
        number, head, problem = self.number, self._head, ""
        for line in lines:
            number += 1
            try:
                place, time, covered, claimed = read(line)
            except NotCanonical as error:
                problem = str(error)
                break
            if place != place_of(number, head):
                problem = _misplaced(place, number)
                break
            if sha256(head + time + covered).hexdigest().encode() != claimed:
                problem = "its hash does not match its content"
                break
            head = claimed
        number -= bool(problem)
        self.number, self._head = number, head
        return problem


def _misplaced(place: bytes, number: int) -> str:
    found = place.split(b",")[0]
    if found != b"%d" % number:
        return f"its sequence number is {found.decode()}, not {number}"
    return "its parent hash is not the hash of the entry before it"
