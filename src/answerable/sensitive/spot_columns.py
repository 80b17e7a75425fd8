"""Where in a text an address or a number of somebody stands: what `shapes` knows of single values, found in between."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import accumulate
from typing import NamedTuple

from answerable.sensitive.shapes import SHAPES

__all__ = ["SPOTTED", "Spot", "spots"]

SPOTTED = ("email", "national_id", "card", "iban", "phone")
"""Kinds that are found inside a text."""
MOST_PIECES = 9
"""Of one number: an IBAN is written in so many groups."""
LONGEST = 42
FEWEST_DIGITS = 7

_EMAIL = re.compile(r"[\w+%][\w.+'%-]{0,63}(?:@|%40)(?:[\w-]{1,63}\.){1,6}[^\W\d_]{2,24}")
_PIECE = re.compile(r"(?<!\d\d:\d\d:)[+(]{0,2}(?<![A-Za-z0-9])[A-Za-z0-9]+")
"""The seconds of a time begin no number: `03:53:09.123456`."""
_BETWEEN = re.compile(r"[ \t().\-/]{0,3}")


class Spot(NamedTuple):
    start: int
    end: int
    kind: str


def spots(text: str, kinds: Collection[str]) -> list[Spot]:
    """In the order they stand, none in another."""
    found = list(_emails(text)) if "email" in kinds else []
    wanted = tuple(kind for kind in SPOTTED if kind in kinds and kind != "email")
    if wanted and sum(map(str.isdigit, text)) >= FEWEST_DIGITS:
        found += [spot for spot in _numbers(text, wanted) if not _touches(spot, found)]
    return sorted(found)


def _emails(text: str) -> Iterator[Spot]:
    if "@" in text or "%40" in text:
        yield from (Spot(*found.span(), "email") for found in _EMAIL.finditer(text))


def _touches(spot: Spot, others: list[Spot]) -> bool:
    return any(spot.start < other.end and other.start < spot.end for other in others)


def _numbers(text: str, kinds: tuple[str, ...]) -> Iterator[Spot]:
    """From every piece on, the longest row of pieces that is of a kind."""
    pieces = [found.span() for found in _PIECE.finditer(text)]
    digits = list(accumulate((sum(map(str.isdigit, text[start:end])) for start, end in pieces), initial=0))
    place = 0
    while place < len(pieces):
        last = _last_of_row(text, pieces, place)
        for end in range(last, place - 1, -1):
            if digits[end + 1] - digits[place] < FEWEST_DIGITS:
                break
            if kind := _kind(text[pieces[place][0] : pieces[end][1]], kinds):
                yield Spot(pieces[place][0], pieces[end][1], kind)
                place = end
                break
        place += 1


def _last_of_row(text: str, pieces: list[tuple[int, int]], first: int) -> int:
    last = first
    while last + 1 < min(len(pieces), first + MOST_PIECES):
        gap = text[pieces[last][1] : pieces[last + 1][0]]
        if not _BETWEEN.fullmatch(gap) or pieces[last + 1][1] - pieces[first][0] > LONGEST:
            break
        last += 1
    return last


def _kind(text: str, kinds: tuple[str, ...]) -> str | None:
    return next((kind for kind in kinds if len(text) <= LONGEST and SHAPES[kind](text)), None)
