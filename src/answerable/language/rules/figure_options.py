"""What a figure may be computed of: amounts, pairs of columns, counts, money; best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Table
from answerable.language.linking.column_traits import clock, is_measure
from answerable.language.linking.mentions import Mention
from answerable.language.linking.schema_index import LinkTarget, SchemaIndex
from answerable.language.query_model.filled_query import Absence, Dimension, Filter, Having, Measure
from answerable.language.question.word_lists import money_words
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["AMOUNTS", "FigureOptions", "Option", "Payload", "top"]

Payload = Measure | tuple[Dimension, ...] | Filter | Having | Absence | ColumnRef
_WORDS = word_file("answerable.language.rules")
AMOUNTS = _WORDS.words("amounts")
_COUNTED = _WORDS.words("counted")
_MOST, _FAR = 4, 0.05


@dataclass(frozen=True, slots=True)
class Option:
    """One way to fill one slot."""

    payload: Payload
    table: str
    score: float
    said: str = ""
    """The words of the question it stands for."""


class FigureOptions:
    """Options of measures over one schema."""

    def __init__(self, index: SchemaIndex) -> None:
        self._index = index
        self._is_measurable = cache(self._measurable)

    def amounts(self, mention: Mention, function: str) -> tuple[Option, ...]:
        """Measures over the columns a mention may mean; latest and earliest may be of dates too."""
        if mention.of("metric"):
            return self.metrics(mention) if function == "sum" else ()
        result = [
            Option(self._measure(function, t), t.table, t.score, mention.text)
            for t in mention.of("column", "derived")
            if t.kind == "derived" or self._can_measure(t, function)
        ]
        return top(result)

    def metrics(self, mention: Mention) -> tuple[Option, ...]:
        """Figures that somebody defined, as they are defined."""
        known = self._index.glossary.metrics
        return tuple(
            Option(Measure("defined", t.table, definition=known[t.value]), t.table, t.score, mention.text)
            for t in mention.of("metric")
        )

    def _measure(self, function: str, target: LinkTarget) -> Measure:
        return Measure(function, target.table, target.columns, reduced=target.kind == "derived")

    def _can_measure(self, target: LinkTarget, function: str) -> bool:
        return self._is_measurable(target.table, target.column, function)

    def _measurable(self, owner: str, name: str, function: str) -> bool:
        table, column = self._index.table(owner), self._index.column(owner, name)
        return is_measure(table, column) or (function in ("min", "max") and clock(column) is not None)

    def pair(self, first: Mention, second: Mention, function: str, operator: str) -> tuple[Option, ...]:
        """Two amounts of one table, multiplied, added, subtracted or divided; a factor may be of a table pointed to."""
        own = self._own_pair(first, second, function, operator)
        return top((*own, *self._far_pair(first, second, function))) if operator == "times" else own

    def _far_pair(self, first: Mention, second: Mention, function: str) -> tuple[Option, ...]:
        pairs = [(a, b) for a in first.of("column") for b in second.of("column")]
        pairs += [(b, a) for a, b in pairs]
        return top(
            Option(
                Measure(function, a.table, (a.column, b.column), beside=b.table),
                a.table,
                (a.score + b.score) / 2 - _FAR,
                first.text,
            )
            for a, b in pairs
            if b.table in self._pointed_to(a.table)
            and self._can_measure(a, function)
            and self._can_measure(b, function)
        )

    def _pointed_to(self, table: str) -> list[str]:
        return [key.ref_table for key in self._index.table(table).foreign_keys]

    def _own_pair(self, first: Mention, second: Mention, function: str, operator: str) -> tuple[Option, ...]:
        return top(
            Option(
                Measure(function, a.table, (a.column, b.column), operator=operator),
                a.table,
                (a.score + b.score) / 2,
                first.text,
            )
            for a in first.of("column")
            for b in second.of("column")
            if a.table == b.table and self._can_measure(a, function) and self._can_measure(b, function)
            if operator not in ("plus", "minus") or _counts(a.column) == _counts(b.column)
        )

    def counts(self, mention: Mention) -> tuple[Option, ...]:
        """Counting what a mention names: rows of a table, units of a quantity, distinct values of a column."""
        if mention.of("metric"):
            return tuple(option for option in self.metrics(mention) if _is_count(option.payload))
        result: list[Option] = []
        for target in mention.targets:
            if target.kind == "table":
                result.append(Option(Measure("count", target.table), target.table, target.score, mention.text))
            elif target.kind == "column":
                function = "sum" if self._is_quantity(target) else "count_distinct"
                measure = Measure(function, target.table, target.columns)
                result.append(Option(measure, target.table, target.score - 0.02, mention.text))
        return top(result)

    def distinct(self, mention: Mention) -> tuple[Option, ...]:
        return top(
            Option(Measure("count_distinct", t.table, t.columns), t.table, t.score, mention.text)
            for t in mention.of("column")
        )

    def _is_quantity(self, target: LinkTarget) -> bool:
        table, column = self._index.table(target.table), self._index.column(target.table, target.column)
        return is_measure(table, column) and bool(
            {"quantity", "qty", "unit", "count", "num"} & set(identifier_lemmas(column.name))
        )

    def rows(self, table: str, said: str = "", score: float = 1.0) -> Option:
        return Option(Measure("count", table), table, score, said)

    def sold_amount(self) -> tuple[Option, ...]:
        """How much was sold: pieces where there is a quantity, else money."""
        named = [
            (word, t)
            for word in ("quantity", "qty", "revenue", "sale", "amount")
            for t in self._index.names.get((word,), ())
        ]
        result = [
            Option(self._measure("sum", t), t.table, t.score - 0.1 * rank, word)
            for rank, (word, t) in enumerate(named)
            if t.kind == "derived" or (t.kind == "column" and self._can_measure(t, "sum"))
        ]
        return top(result)

    def money(self, mention: Mention, function: str) -> tuple[Option, ...]:
        """The main amount of a table that is spoken of as money: `expenses` are added up, not counted."""
        result = [t for t in mention.of("table") if money_words().intersection(_last_word(t.table))]
        amounts = [(t, self.main_amounts(self._index.table(t.table))) for t in result]
        return top(
            Option(Measure(function, t.table, names[:1]), t.table, t.score, mention.text)
            for t, names in amounts
            if names
        )

    def main_amounts(self, table: Table, words: Sequence[str] = AMOUNTS) -> tuple[str, ...]:
        """The table's amounts by how telling their name is; the only amount when it has just one."""
        amounts = [column for column in table.columns if is_measure(table, column)]
        named = [c.name for word in words for c in amounts if word in identifier_lemmas(c.name)]
        return tuple(dict.fromkeys(named))[:1] or tuple(c.name for c in amounts if len(amounts) == 1)


def _is_count(payload: Payload) -> bool:
    """A figure that is defined as a count."""
    return isinstance(payload, Measure) and payload.definition is not None and payload.definition.is_count


def _counts(column: str) -> tuple[str, ...]:
    """What a column counts other than money: minutes cannot be added to fees."""
    return tuple(word for word in identifier_lemmas(column) if word in _COUNTED)


def _last_word(table: str) -> tuple[str, ...]:
    return identifier_lemmas(table.rsplit(".", 1)[-1])[-1:]


def top(options: Iterator[Option] | Sequence[Option]) -> tuple[Option, ...]:
    """The best few; payloads are written out, to tell equals apart, only where they could be among them."""
    ranked = sorted(options, key=_standing)
    last = _standing(ranked[:_MOST][-1]) if ranked else ()
    close = (option for option in ranked if _standing(option) <= last)
    return tuple(sorted(close, key=lambda option: (*_standing(option), str(option.payload)))[:_MOST])


def _standing(option: Option) -> tuple[float, str]:
    return -option.score, option.table
