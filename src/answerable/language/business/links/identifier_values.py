"""Numbers and codes by which a question names one row: an order number, a plate, a policy. They need not be among the
values that were seen: they are written as those of the column are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

from answerable.kernel.schema import Column, DatabaseSchema, Kind
from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.business.links.word_targets import LinkKind, WordTarget
from answerable.language.question.tokens import Token
from answerable.semantics import SemanticModel

__all__ = ["IdentifierSpan", "IdentifierValues"]

_WORD = re.compile(r"[^\s,;?!()\"“”]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_FEW_WORDS = 5
_LEAST_SHARE = 0.6
"""Of the values of a column that are written in one way."""
_MOST_SEEN, _SHORTEST = 300, 3
_NUMBER_WORDS = frozenset(("number", "no", "nr", "num", "id", "code", "with", "the", "is", "=", ":"))
_MOST_BETWEEN = 4

IdentifierSpan = tuple[int, int, WordTarget]
"""Tokens from the first up to but without the second, and the value they write."""


class IdentifierValues:
    def __init__(self, schema: DatabaseSchema, model: SemanticModel, lexicon: SourceLexicon) -> None:
        self._schema = schema
        self._model = model
        self._lexicon = lexicon

    def find(self, question: str, tokens: Sequence[Token]) -> list[IdentifierSpan]:
        return [*self._codes(question, tokens), *self._numbers(tokens)]

    def _codes(self, question: str, tokens: Sequence[Token]) -> Iterator[IdentifierSpan]:
        words = [(found.start(), found.end()) for found in _WORD.finditer(question)]
        for at in range(len(words)):
            for last in (at + 1, at):
                if last >= len(words):
                    continue
                start, end = words[at][0], words[last][1]
                text = question[start:end].rstrip(".:'").removesuffix("'s").removesuffix("’s")
                covered = [i for i, token in enumerate(tokens) if start <= token.start < start + len(text)]
                targets = self._columns.get(_shape(text), ()) if covered else ()
                for table, column in (
                    one for one in targets if _is_as_long(text, one[1]) and _is_lettered_so(text, one[1])
                ):
                    value = _as_written(text, column)
                    yield (
                        covered[0],
                        covered[-1] + 1,
                        WordTarget(LinkKind.VALUE, table, column.name, (value,)),
                    )

    def _numbers(self, tokens: Sequence[Token]) -> Iterator[IdentifierSpan]:
        """`order 50010`, `customer no. 55`: the number behind a noun in the singular."""
        for at, token in enumerate(tokens):
            noun = _noun_before(tokens, at)
            if token.number is None or not token.text.isdigit() or noun is None:
                continue
            word = tokens[noun]
            if word.text.casefold() == word.lemma and (found := self._numbered(word.lemma)):
                table, column = found
                value = token.text if column.kind is Kind.TEXT else int(token.text)
                yield noun + 1, at + 1, WordTarget(LinkKind.VALUE, table, column.name, (value,))

    def _numbered(self, noun: str) -> tuple[str, Column] | None:
        """The table of this noun, and the column that numbers its rows."""
        for target, score in self._lexicon.targets((noun,)):
            entity = self._model.entity(target.table) if target.kind is LinkKind.ENTITY and score >= 0.8 else None
            table = self._schema.table(target.table) if entity else None
            if entity and table and len(entity.key) == 1:
                shown = [table.column(name) for name in (*entity.display, *entity.key)]
                numbered = [column for column in shown if column and _are_numbers(column)]
                return (target.table, numbered[0]) if numbered else None
        return None

    @cached_property
    def _columns(self) -> dict[str, list[tuple[str, Column]]]:
        """Ways in which codes are written → columns of such codes, those that name a row first."""
        found: dict[str, list[tuple[str, Column]]] = defaultdict(list)
        for table, column in self._schema.columns():
            if column.kind is Kind.TEXT and not table.is_view and (shape := _main_shape(column)):
                found[shape].append((table.qualified, column))
        keys = {(entity.table, name) for entity in self._model.entities for name in (*entity.key, *entity.display)}
        for columns in found.values():
            columns.sort(key=lambda one: (one[0], one[1].name) not in keys)
        return found


def _noun_before(tokens: Sequence[Token], at: int) -> int | None:
    """The last word before a number that is not "number", "no." and the like."""
    before = range(at - 1, max(-1, at - 1 - _MOST_BETWEEN), -1)
    return next((i for i in before if tokens[i].lemma not in _NUMBER_WORDS), None)


def _values(column: Column) -> list[str]:
    return [str(value) for value in (*column.cells, *column.common_values) if value is not None][:_MOST_SEEN]


def _main_shape(column: Column) -> str | None:
    values = _values(column)
    shapes = Counter(_shape(value) for value in values)
    if not shapes:
        return None
    shape, count = shapes.most_common(1)[0]
    return shape if "A" in shape and "9" in shape and count >= _LEAST_SHARE * len(values) else None


def _shape(text: str) -> str:
    """`BP-2024-0097` → `A-9-9`."""
    kinds = ("9" if c.isdigit() else "A" if c.isalpha() else c for c in text)
    return "".join(kind if kind in "A9" else "".join(run) for kind, run in groupby(kinds))


def _is_as_long(text: str, column: Column) -> bool:
    lengths = [len(value) for value in _values(column)]
    return len(text) >= _SHORTEST and min(lengths) <= len(text) <= max(lengths)


def _is_lettered_so(text: str, column: Column) -> bool:
    """`and 24` is written as `Till 3` is, and is none: where a few words make the codes, it has one of those."""
    known = {part.casefold() for value in _values(column) for part in _LETTERS.findall(value)}
    is_free = len(known) > max(_FEW_WORDS, _LEAST_SHARE * len({*_values(column)}))
    return is_free or all(part.casefold() in known for part in _LETTERS.findall(text))


def _are_numbers(column: Column) -> bool:
    values = _values(column)
    return column.kind is Kind.INTEGER or (bool(values) and all(value.isdigit() for value in values))


def _as_written(text: str, column: Column) -> str:
    values = _values(column)
    same = next((value for value in values if value.casefold() == text.casefold()), None)
    if same is not None:
        return same
    return text.upper() if all(value == value.upper() for value in values) else text
