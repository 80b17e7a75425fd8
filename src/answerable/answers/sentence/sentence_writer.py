"""Sentences put together so that no figure can be in them without the cell it came from.

A sentence is built from pieces: words, and `Bound` cells. Only `Teller.tell` turns cells into text, and whatever it
writes for one it also lists as a `Figure`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from string import Formatter
from typing import Any

from answerable.answers.answer import Figure, Sentence
from answerable.answers.answer_facts import Facts, ResultView
from answerable.answers.column_titles import is_percent, label_of
from answerable.answers.sentence.korean_sentences import with_particle
from answerable.answers.sentence.phrases import PHRASES
from answerable.answers.spoken_columns import joined_names
from answerable.answers.values.plain_text import safe_text, to_text
from answerable.kernel.light_dataclass import dataclass

__all__ = ["Bound", "Pieces", "Teller"]

_LONGEST_TEXT = 80
_PERCENT = re.compile(r"\b(percentage|percent|pct)( of)?\b|퍼센트|\s*\(?%\)?")


@dataclass(frozen=True, slots=True)
class Bound:
    """A cell of the result, standing in a sentence."""

    row: int
    column: str
    particle: str = ""


Pieces = tuple["str | Bound", ...]


@dataclass(frozen=True)
class Teller:
    """Writes about one result in one language."""

    view: ResultView
    facts: Facts

    def phrase(self, name: str, **slots: str | Bound | Pieces) -> Pieces:
        """The phrase of that name with its slots filled."""
        pieces: list[str | Bound] = []
        for words, slot, particle, _ in Formatter().parse(PHRASES[self.facts.lang][name]):
            if words:
                pieces.append(words)
            if slot is not None:
                pieces.extend(_inflect(slots[slot], particle or ""))
        return tuple(pieces)

    def join(self, items: Sequence[Pieces], *, has_more: bool = False) -> Pieces:
        """`a, b and c`; with more behind them `a, b, c and more`."""
        comma, last = self.phrase("comma"), self.phrase("comma" if has_more else "and")
        joined: Pieces = ()
        for position, item in enumerate(items):
            joined += (() if position == 0 else last if position == len(items) - 1 else comma) + item
        return self.phrase("more", items=joined) if has_more else joined

    def sentences(self, said: Sequence[Pieces]) -> Pieces:
        """One after the other, each beginning with a capital where the language has them and no cell begins it."""
        told: Pieces = ()
        for pieces in said:
            told += ((" ",) if told else ()) + self._capital(pieces)
        return told

    def _capital(self, pieces: Pieces) -> Pieces:
        if self.facts.lang != "en" or not pieces or not isinstance(pieces[0], str):
            return pieces
        return (pieces[0][:1].upper() + pieces[0][1:], *pieces[1:])

    def value(self, row: int, column: str) -> Pieces:
        """The cell with its unit."""
        spoken = self.facts.spoken.get(column)
        cell = self.view.columns[column][row]
        if spoken is None or not spoken.unit or cell is None or is_percent(column):
            return (Bound(row, column),)
        return (Bound(row, column), spoken.unit if spoken.unit == "%" else f" {safe_text(spoken.unit)}")

    def naming(self, row: int, columns: Sequence[str]) -> Pieces:
        """What the row is called; given and family name are one name."""
        return self.join([self._joined(row, parts) for parts in joined_names(columns)])

    def _joined(self, row: int, parts: Sequence[str]) -> Pieces:
        present = [name for name in parts if self.view.columns[name][row] is not None] or list(parts[:1])
        pieces: Pieces = ()
        for name in present:
            pieces += ((" ",) if pieces else ()) + (Bound(row, name),)
        return pieces

    def title(self, column: str) -> str:
        """What it is called where it is given for each of several."""
        spoken = self.facts.spoken.get(column)
        return safe_text(spoken.title) if spoken else self.label(column)

    def label(self, column: str) -> str:
        """The column's name in words; a percentage is called by what it is of, its values carry the sign."""
        if spoken := self.facts.spoken.get(column):
            return safe_text(spoken.label)
        label = safe_text(label_of(column, self.facts.lang))
        bare = _PERCENT.sub("", label).strip()
        return bare if is_percent(column) and bare else label

    def tell(self, pieces: Pieces) -> Sentence:
        written: list[str] = []
        figures: list[Figure] = []
        for piece in pieces:
            if isinstance(piece, Bound):
                text = self._cell_text(piece)
                figures.append(Figure(text, piece.row, piece.column))
                piece = with_particle(text, piece.particle) if piece.particle else text
            written.append(piece)
        return Sentence("".join(written), tuple(figures))

    def _cell_text(self, bound: Bound) -> str:
        value = self.view.columns[bound.column][bound.row]
        periods = self.view.periods(bound.column) if bound.column == self.facts.time else None
        if periods is not None and (label := periods.labels[bound.row]) is not None:
            return label
        return self._value_text(value, bound.column)

    def _value_text(self, value: Any, column: str) -> str:
        if value is None:
            return "".join(map(str, self.phrase("null")))
        if isinstance(value, bool):
            return "".join(map(str, self.phrase("yes" if value else "no")))
        if isinstance(value, (int, float, Decimal)):
            return self.view.styles[column].text(value) + ("%" if is_percent(column) else "")
        text = to_text(value)
        return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def _inflect(filling: str | Bound | Pieces, particle: str) -> Pieces:
    """The filling with the particle on its last piece."""
    pieces: Pieces = filling if isinstance(filling, tuple) else (filling,)
    if not particle or not pieces:
        return pieces
    last = pieces[-1]
    ended = Bound(last.row, last.column, particle) if isinstance(last, Bound) else with_particle(last, particle)
    return (*pieces[:-1], ended)
