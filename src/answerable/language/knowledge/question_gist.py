"""What a question says, however it is put: its parts as bags of words, and the values it names, set apart from them.

Two questions ask the same when their parts are equal; where only values differ, one can be answered in the other's way.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from importlib.resources import files

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.schema_index import LinkTarget, SchemaIndex, value_words
from answerable.language.question.dates.calendar_periods import Period
from answerable.language.question.dates.date_spans import Calendar, find_dates
from answerable.language.question.tokens import Token, normalise
from answerable.language.question.word_lists import stop_words
from answerable.naming.inflection import lemma

__all__ = ["Gist", "NamedValue", "gist"]

_LONGEST_VALUE = 6
Part = tuple[str, tuple[str, ...]]
"""What it begins with, and its words in the order of the alphabet."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value that a question names."""

    kind: str
    """cell, number or date."""
    text: str
    cells: tuple[LinkTarget, ...] = ()
    number: Decimal | None = None
    period: Period | None = None
    relative: bool = False
    head: str = ""
    """What it stands under: `from` and `to` are not the same."""

    def same(self, other: NamedValue) -> bool:
        if self.kind == "date":
            return self.text.casefold() == other.text.casefold() or (
                self.period == other.period and self.relative == other.relative
            )
        alike = self.text.casefold() == other.text.casefold()
        return self.number == other.number if self.kind == "number" else alike


@dataclass(frozen=True, slots=True)
class Gist:
    parts: tuple[Part, ...]
    named: tuple[NamedValue, ...]
    """In the question's order."""

    @property
    def words(self) -> frozenset[str]:
        return frozenset(word for _, words in self.parts for word in words)

    def with_word(self, wrong: str, right: str) -> Gist:
        parts = [
            (head, tuple(sorted(right if word == wrong else word for word in words))) for head, words in self.parts
        ]
        return Gist(tuple(sorted(parts)), self.named)


@dataclass(frozen=True)
class _Words:
    idle: frozenset[str]
    heads: frozenset[str]
    plain_heads: frozenset[str]
    phrases: dict[tuple[str, ...], tuple[str, ...]]


@cache
def _words() -> _Words:
    table = tomllib.loads(files("answerable.language.knowledge").joinpath("gist.toml").read_text(encoding="utf-8"))
    phrases = {tuple(said.split()): tuple(meant.split()) for said, meant in table["phrases"].items()}
    return _Words(frozenset(table["idle"]), frozenset(table["heads"]), frozenset(table["plain_heads"]), phrases)


def gist(question: str, index: SchemaIndex, calendar: Calendar) -> Gist:
    gathering = _Gathering(index)
    for item in _items(normalise(question), index, calendar):
        if isinstance(item, NamedValue):
            gathering.value(item)
        else:
            gathering.word(item)
    return gathering.build()


class _Gathering:
    """Parts while they are put together. A value is a part of its own, under the head right before it."""

    def __init__(self, index: SchemaIndex) -> None:
        self._index = index
        self._parts: list[tuple[str, list[str]]] = [("", [])]
        self._named: list[NamedValue] = []

    def word(self, word: str) -> None:
        if word == ",":
            self._parts.append(("", []))
        elif word in _words().heads:
            self._parts.append((word, []))
        else:
            self._parts[-1][1].append(lemma(word))

    def value(self, named: NamedValue) -> None:
        head, words = self._parts[-1]
        if head and not words:
            self._parts.pop()
        said = "" if words or head in _words().plain_heads else head
        self._parts.append((said or "#", [f"#{named.kind}"]))
        self._parts.append(("", []))
        self._named.append(replace(named, head=said))

    def build(self) -> Gist:
        """What begins with nothing belongs together, wherever it stands."""
        main = self._in_order([word for head, words in self._parts if not head for word in words])
        others = [(head, tuple(sorted(self._in_order(words)))) for head, words in self._parts if head]
        return Gist(tuple(sorted([("", tuple(sorted(main))), *others])), tuple(self._named))

    def _in_order(self, words: list[str]) -> list[str]:
        """Who does what to whom: the order of several tables matters, where that of other words does not."""
        tables = [word for word in words if any(t.kind == "table" for t in self._index.names.get((word,), ()))]
        places = {word: position for position, word in enumerate(dict.fromkeys(tables))}
        return [f"{word} {places[word]}" if word in places and len(places) > 1 else word for word in words]


def _items(tokens: Sequence[Token], index: SchemaIndex, calendar: Calendar) -> Iterator[str | NamedValue]:
    dates = {date.start: date for date in find_dates(tokens, calendar)}
    position = 0
    while position < len(tokens):
        if position in dates:
            date = dates[position]
            yield NamedValue("date", date.text, period=date.period, relative=date.relative)
            position = date.end
        elif cell := _cell(
            tokens, position, min([start for start in dates if start > position], default=len(tokens)), index
        ):
            yield cell[0]
            position = cell[1]
        elif (number := tokens[position].number) is not None:
            yield NamedValue("number", tokens[position].text, number=number)
            position += 1
        else:
            said, position = _said(tokens, position)
            yield from said


def _cell(tokens: Sequence[Token], position: int, end: int, index: SchemaIndex) -> tuple[NamedValue, int] | None:
    """The longest value of some cell that begins here, or whatever is in quotation marks."""
    first = tokens[position]
    for stop in range(min(end, position + _LONGEST_VALUE), position, -1):
        span = tokens[position:stop]
        words = value_words(" ".join(token.text for token in span))
        plain = len(span) == 1 and not first.quoted and (first.lemma in stop_words() or first.number is not None)
        named = len(span) == 1 and not first.quoted and (first.lemma,) in index.names
        whole = value_words(span[-1].text) and value_words(first.text)
        if whole and words in index.values and not plain and not named:
            return NamedValue("cell", " ".join(token.text for token in span), index.values[words]), stop
    return (NamedValue("cell", first.text), position + 1) if first.quoted else None


def _said(tokens: Sequence[Token], position: int) -> tuple[tuple[str, ...], int]:
    """The words of the longest phrase that begins here, in their plainest form, and where it ends."""
    known = _words()
    folded = [token.text.casefold() for token in tokens[position : position + 3]]
    for length in range(len(folded), 0, -1):
        if tuple(folded[:length]) in known.phrases:
            return known.phrases[tuple(folded[:length])], position + length
    return (() if folded[0] in known.idle else (folded[0],)), position + 1
