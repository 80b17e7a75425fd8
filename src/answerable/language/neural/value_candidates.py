"""Values a question may compare with: what it quotes, numbers, words that stand in a cell, and names it capitalises."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cache
from importlib import resources

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.value_index import Cell, ValueIndex
from answerable.naming.trained_words import STOP_WORDS, TRAINED_NUMBER_WORDS, lemma, normal

__all__ = ["KINDS", "ValueCandidate", "find_candidates"]

KINDS = ("quoted", "cell", "number", "number_word", "capitals", "one")
"""How a candidate was found, in the order the network knows."""

_MOST = 24
_LONGEST_PHRASE = 7
_SAME_CELL = 3
"""Spellings of one phrase that are taken; cells differ in case and spaces."""

_TOKEN = re.compile(r"\d[\d,]*\.?\d*|[^\W\d_]+(?:'[a-z]+)?|\w+|[^\w\s]")
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|(?<!\w)'([^']+)'(?!\w)|``([^'`]+)''|‘([^’]+)’")
_NUMBER = re.compile(r"\d[\d,]*\.?\d*")
_CAPITALS = re.compile(r"(?<![.?!]\s)(?<!^)\b([A-Z][\w'.-]*(?:\s+(?:of|the|de|and|&)?\s*[A-Z][\w'.-]*)*)")
_CODE = re.compile(r"\b(?:[A-Z]|[A-Za-z]+\d+)\b")


@dataclass(frozen=True, slots=True)
class ValueCandidate:
    text: str
    start: int
    end: int
    """Where the question says it; both 0 for the number one, which `the oldest` means without saying it."""
    kind: str
    columns: tuple[int, ...] = ()
    """Places in the schema of the columns that hold it, as far as known."""


@dataclass
class _Gathered:
    """Candidates in the order found; one text once, with every column that was seen to hold it."""

    found: dict[str, ValueCandidate] = field(default_factory=dict)

    def add(self, candidate: ValueCandidate) -> None:
        key = candidate.text.lower()
        known = self.found.get(key)
        if known is None:
            self.found[key] = candidate
        elif set(candidate.columns) - set(known.columns):
            columns = tuple(sorted({*known.columns, *candidate.columns}))
            self.found[key] = ValueCandidate(known.text, known.start, known.end, known.kind, columns)


def find_candidates(question: str, cells: ValueIndex) -> tuple[ValueCandidate, ...]:
    gathered = _Gathered()
    for candidate in _all(question, cells):
        gathered.add(candidate)
    result = tuple(gathered.found.values())[: _MOST - 1]
    return result if any(one.text == "1" for one in result) else (*result, ValueCandidate("1", 0, 0, "one"))


def _all(question: str, cells: ValueIndex) -> Iterator[ValueCandidate]:
    yield from _quoted(question, cells)
    tokens = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(question)]
    yield from _in_cells(question, tokens, cells)
    yield from _numbers(tokens, [match.span() for match in _QUOTED.finditer(question)])
    for match in _CAPITALS.finditer(question):
        text = match[1].rstrip(".")
        yield from _mistyped(text, match.start(), match.end(), cells)
        yield ValueCandidate(text, match.start(), match.end(), "capitals")
    for match in _CODE.finditer(question):
        if match[0].lower() not in STOP_WORDS:
            yield ValueCandidate(match[0], match.start(), match.end(), "capitals")


def _quoted(question: str, cells: ValueIndex) -> Iterator[ValueCandidate]:
    for match in _QUOTED.finditer(question):
        text = next(group for group in match.groups() if group).strip()
        columns = tuple(sorted({column for column, _ in cells.exact((text,))}))
        if not columns:
            yield from _mistyped(text, match.start(), match.end(), cells)
        yield ValueCandidate(text, match.start(), match.end(), "quoted", columns)


def _in_cells(question: str, tokens: list[tuple[str, int, int]], cells: ValueIndex) -> Iterator[ValueCandidate]:
    """Longest phrases first."""
    for length in range(min(_LONGEST_PHRASE, len(tokens)), 0, -1):
        for first in range(len(tokens) - length + 1):
            start, end = tokens[first][1], tokens[first + length - 1][2]
            phrase = normal(question[start:end])
            if length > 1 or phrase not in STOP_WORDS:
                yield from _cells_like(phrase, length, start, end, cells)


def _cells_like(phrase: str, length: int, start: int, end: int, cells: ValueIndex) -> Iterator[ValueCandidate]:
    hits: Iterable[Cell] = cells.exact((phrase,))
    if not hits and length == 1:
        hits = cells.exact((lemma(phrase),)) or [hit for other in _other_words(phrase) for hit in cells.exact((other,))]
    by_text: dict[str, set[int]] = defaultdict(set)
    for column, text in hits:
        by_text[text].add(column)
    for text, columns in list(by_text.items())[:_SAME_CELL]:
        yield ValueCandidate(text, start, end, "cell", tuple(sorted(columns)))


def _mistyped(text: str, start: int, end: int, cells: ValueIndex) -> Iterator[ValueCandidate]:
    """The cell most like a name that stands in no cell: `Arizonna`."""
    if cells.exact((text,)):
        return
    for near in cells.near(normal(text), 1):
        result = near.cells[0].text
        columns = tuple(sorted({cell.column for cell in near.cells if cell.text == result}))
        yield ValueCandidate(result, start, end, "cell", columns)


def _numbers(tokens: list[tuple[str, int, int]], quoted: list[tuple[int, int]]) -> Iterator[ValueCandidate]:
    """What is quoted is one value: a number within it is none."""
    for text, start, end in tokens:
        if any(first < start and end < last for first, last in quoted):
            continue
        if _NUMBER.fullmatch(text):
            yield ValueCandidate(text.replace(",", "").rstrip("."), start, end, "number")
        elif text.lower() in TRAINED_NUMBER_WORDS:
            yield ValueCandidate(str(TRAINED_NUMBER_WORDS[text.lower()]), start, end, "number_word")


def _other_words(word: str) -> tuple[str, ...]:
    """What a cell may hold where the question says `French`, `female` or `yes`."""
    return _cell_words().get(word, ())


@cache
def _cell_words() -> dict[str, tuple[str, ...]]:
    import tomllib

    text = resources.files(__package__).joinpath("cell_words.toml").read_text(encoding="utf-8")
    return {word: tuple(others) for word, others in tomllib.loads(text).items()}
