"""What each part of a sketch may become: the options of every slot, best first, before one of each is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from answerable.language.link import Mention
from answerable.language.query import Absence, ColumnRef, Dimension, Filter, Having, Measure, Whole
from answerable.language.schema_index import SchemaIndex, Target
from answerable.language.sketch import Comparison, Group, Presence, RawText, ValueFilter
from answerable.language.traits import clock, date_columns, identifier_words, is_measure, labels
from answerable.schema import Kind, Table

__all__ = ["Option", "Options", "Payload"]

Payload = Measure | tuple[Dimension, ...] | Filter | Having | Absence | ColumnRef
_AMOUNTS = ("revenue", "amount", "total", "price", "value", "cost", "salary", "fee", "quantity")
_CONCEPTS = {
    "price": ("price", "cost", "fee", "amount", "revenue", "total"),
    "duration": ("duration", "length", "minute", "hour", "runtime", "second", "day"),
    "age": ("age",),
    "salary": ("salary", "wage", "pay", "income", "compensation", "earning"),
    "date": ("age",),
}
_MOST = 4


@dataclass(frozen=True, slots=True)
class Option:
    """One way to fill one slot."""

    payload: Payload
    table: str
    score: float
    said: str = ""
    """The words of the question it stands for."""


class Options:
    """Options over one schema."""

    def __init__(self, index: SchemaIndex) -> None:
        self._index = index

    def amounts(self, mention: Mention, function: str) -> tuple[Option, ...]:
        """Measures over the columns a mention may mean; latest and earliest may be of dates too."""
        found = [
            Option(self._measure(function, t), t.table, t.score, mention.text)
            for t in mention.of("column", "derived")
            if t.kind == "derived" or self._can_measure(t, function)
        ]
        return _top(found)

    def _measure(self, function: str, target: Target) -> Measure:
        return Measure(function, target.table, target.columns, reduced=target.kind == "derived")

    def _can_measure(self, target: Target, function: str) -> bool:
        table, column = self._index.table(target.table), self._index.column(target.table, target.column)
        return is_measure(table, column) or (function in ("min", "max") and clock(column) is not None)

    def pair(self, first: Mention, second: Mention, function: str, operator: str) -> tuple[Option, ...]:
        """Two amounts of one table, multiplied, added, subtracted or divided."""
        return _top(
            Option(
                Measure(function, a.table, (a.column, b.column), operator=operator),
                a.table,
                (a.score + b.score) / 2,
                first.text,
            )
            for a in first.of("column")
            for b in second.of("column")
            if a.table == b.table and self._can_measure(a, function) and self._can_measure(b, function)
        )

    def counts(self, mention: Mention) -> tuple[Option, ...]:
        """Counting what a mention names: rows of a table, units of a quantity, distinct values of a column."""
        found: list[Option] = []
        for target in mention.targets:
            if target.kind == "table":
                found.append(Option(Measure("count", target.table), target.table, target.score, mention.text))
            elif target.kind == "column":
                function = "sum" if self._is_quantity(target) else "count_distinct"
                measure = Measure(function, target.table, target.columns)
                found.append(Option(measure, target.table, target.score - 0.02, mention.text))
        return _top(found)

    def distinct(self, mention: Mention) -> tuple[Option, ...]:
        return _top(
            Option(Measure("count_distinct", t.table, t.columns), t.table, t.score, mention.text)
            for t in mention.of("column")
        )

    def _is_quantity(self, target: Target) -> bool:
        table, column = self._index.table(target.table), self._index.column(target.table, target.column)
        return is_measure(table, column) and bool(
            {"quantity", "qty", "unit", "count", "num"} & set(identifier_words(column.name))
        )

    def rows(self, table: str, said: str = "", score: float = 1.0) -> Option:
        return Option(Measure("count", table), table, score, said)

    def sold(self) -> tuple[Option, ...]:
        """How much was sold: pieces where there is a quantity, else money."""
        named = [
            (word, t)
            for word in ("quantity", "qty", "revenue", "sale", "amount")
            for t in self._index.names.get((word,), ())
        ]
        found = [
            Option(self._measure("sum", t), t.table, t.score - 0.1 * rank, word)
            for rank, (word, t) in enumerate(named)
            if t.kind == "derived" or (t.kind == "column" and self._can_measure(t, "sum"))
        ]
        return _top(found)

    def dimensions(self, group: Group) -> tuple[Option, ...]:
        """Columns to group by; a table means its label, its key keeping equal labels apart."""
        if group.mention is None:
            return ()
        found: list[Option] = []
        for target in group.mention.of("table", "column"):
            shown = self.entity(target.table) if target.kind == "table" else (self._dimension(target),)
            found.append(Option(shown, target.table, target.score, group.mention.text))
        return _top(found)

    def entity(self, name: str) -> tuple[Dimension, ...]:
        table = self._index.table(name)
        shown = [Dimension(ColumnRef(name, c.name), label=_entity_label(table, c.name)) for c in labels(table)]
        keys = [key for key in table.primary_key if key not in {d.ref.name for d in shown}]
        return (*shown, *(Dimension(ColumnRef(name, key), label=key, hidden=True) for key in keys))

    def _dimension(self, target: Target) -> Dimension:
        label = "_".join(identifier_words(target.column)) or target.column
        return Dimension(ColumnRef(target.table, target.column), label=label)

    def outputs(self, mention: Mention, subject: str | None = None) -> tuple[Option, ...]:
        """Columns to show; `name` and `id` without more are the subject's own."""
        own = self._own(mention.text, subject)
        named = [
            Option(ColumnRef(t.table, name), t.table, t.score, mention.text)
            for t in mention.of("column")
            for name in t.columns
        ]
        return own or _top(named)

    def _own(self, text: str, subject: str | None) -> tuple[Option, ...]:
        if subject is None:
            return ()
        table, word = self._index.table(subject), identifier_words(text)
        names = (
            [c.name for c in labels(table)] if word == ("name",) else list(table.primary_key) if word == ("id",) else []
        )
        return tuple(Option(ColumnRef(subject, name), subject, 1.0, text) for name in names[:1])

    def values(self, wanted: ValueFilter) -> tuple[Option, ...]:
        """Columns that hold the value; only those named beside it, where one was."""
        beside = {(t.table, t.column) for t in wanted.column.of("column")} if wanted.column else set()
        found = [t for t in wanted.mention.of("value") if not beside or (t.table, t.column) in beside]
        op = "ne" if wanted.negated else "eq"
        return _top(
            Option(Filter(ColumnRef(t.table, t.column), op, (t.value,)), t.table, t.score, wanted.mention.text)
            for t in found
        )

    def texts(self, raw: RawText, subject: str | None) -> tuple[Option, ...]:
        """Columns the asker's own text may be in: the one named, else the subject's label."""
        if raw.column is not None:
            refs = [(ColumnRef(t.table, t.column), t.score) for t in raw.column.of("column")]
        elif subject is not None:
            shown = labels(self._index.table(subject))
            refs = [(ColumnRef(subject, column.name), 0.7) for column in shown if column.kind is Kind.TEXT]
        else:
            refs = []
        op = "ne" if raw.negated else raw.match
        return _top(Option(Filter(ref, op, (raw.text,)), ref.table, score * 0.9, raw.text) for ref, score in refs)

    def comparisons(self, wanted: Comparison, subject: str | None) -> tuple[Option, ...]:
        if wanted.whole or wanted.other:
            return _top(self._against(wanted, subject))
        if wanted.function and wanted.mention:
            measured = self.amounts(wanted.mention, wanted.function)
            return tuple(
                replace(o, payload=Having(o.payload, wanted.op, wanted.values))
                for o in measured
                if isinstance(o.payload, Measure)
            )
        if wanted.mention is None:
            return _top(self._unnamed(wanted, subject))
        own = self._own(wanted.mention.text, subject)
        found = [
            Option(Filter(o.payload, wanted.op, wanted.values), o.table, o.score, o.said)
            for o in own
            if isinstance(o.payload, ColumnRef)
        ]
        for target in wanted.mention.targets:
            if target.kind == "column" and (self._can_measure(target, "sum") or self._is_number(target, wanted.op)):
                ref = ColumnRef(target.table, target.column)
                found.append(
                    Option(Filter(ref, wanted.op, wanted.values), ref.table, target.score, wanted.mention.text)
                )
            elif target.kind == "table":
                having = Having(Measure("count", target.table), wanted.op, wanted.values)
                found.append(Option(having, target.table, target.score, wanted.mention.text))
        return _top(found)

    def _against(self, wanted: Comparison, subject: str | None) -> Iterator[Option]:
        """A column compared with its own average, or with the same column of a table in another role."""
        twin = wanted.other.of("table")[0].table if wanted.other else None
        owner = self._index.roles.real[twin] if twin else None
        for option in self._comparable(wanted, owner or subject):
            ref = option.payload
            assert isinstance(ref, ColumnRef)
            if owner in (None, ref.table):
                value = ColumnRef(twin, ref.name) if twin else Whole(wanted.whole or "avg")
                yield replace(option, payload=Filter(ref, wanted.op, (value,)))

    def _comparable(self, wanted: Comparison, subject: str | None) -> Iterator[Option]:
        """The column named, else the subject's main amount."""
        if wanted.mention is None:
            for option in self._unnamed(wanted, subject):
                assert isinstance(option.payload, Filter)
                yield replace(option, payload=option.payload.ref)
            return
        for target in wanted.mention.of("column"):
            column = self._index.column(target.table, target.column)
            if self._can_measure(target, "sum") or clock(column):
                ref = ColumnRef(target.table, target.column)
                yield Option(ref, target.table, target.score, wanted.mention.text)

    def _is_number(self, target: Target, op: str) -> bool:
        """Keys and years may be looked up by their number, though not added up."""
        return op in ("eq", "ne") and self._index.column(target.table, target.column).kind.is_number

    def _unnamed(self, wanted: Comparison, subject: str | None) -> Iterator[Option]:
        """`orders over 500`: the subject's main amount."""
        if subject is None:
            return
        for column in self.main_amounts(self._index.table(subject), _CONCEPTS.get(wanted.hint, _AMOUNTS)):
            yield Option(Filter(ColumnRef(subject, column), wanted.op, wanted.values), subject, 0.8, "")

    def main_amounts(self, table: Table, words: Sequence[str] = _AMOUNTS) -> tuple[str, ...]:
        """The table's amounts by how telling their name is; the only amount when it has just one."""
        amounts = [column for column in table.columns if is_measure(table, column)]
        named = [c.name for word in words for c in amounts if word in identifier_words(c.name)]
        return tuple(dict.fromkeys(named))[:1] or tuple(c.name for c in amounts if len(amounts) == 1)

    def presences(self, wanted: Presence, subject: str | None) -> tuple[Option, ...]:
        found: list[Option] = []
        for target in wanted.mention.of("column", "table"):
            if target.kind == "table" and target.table != subject:
                absence = Absence(target.table, wanted.present)
                found.append(Option(absence, target.table, target.score, wanted.mention.text))
            elif target.kind == "column":
                ref = ColumnRef(target.table, target.column)
                filter_ = Filter(ref, self._presence(target, wanted.present))
                found.append(Option(filter_, target.table, target.score, wanted.mention.text))
        return _top(found)

    def _presence(self, target: Target, present: bool) -> str:
        column = self._index.column(target.table, target.column)
        if column.kind is Kind.BOOLEAN:
            return "true" if present else "false"
        says_null = "NULL" in (column.comment or "")
        if column.kind.is_number and not says_null and clock(column) is None and not present:
            return "empty"
        if column.kind.is_number and not says_null and clock(column) is None:
            return "filled"
        return "not_null" if present else "null"

    def by_hint(self, hint: str, table: str) -> ColumnRef | None:
        """The column a superlative speaks of without naming it: `cheapest`, `latest`, `longest`."""
        owner = self._index.table(table)
        if hint == "date" and (dates := date_columns(owner)):
            return ColumnRef(table, dates[0].name)
        found = self.main_amounts(owner, _CONCEPTS.get(hint, _AMOUNTS))
        return ColumnRef(table, found[0]) if found else None


def _entity_label(table: Table, column: str) -> str:
    """`name` of products is shown as `product`; a name that says it already stays."""
    words, own = identifier_words(column), identifier_words(table.name)
    return "_".join(own) if words in (("name",), ("title",)) and own else column


def _top(options: Iterator[Option] | Sequence[Option]) -> tuple[Option, ...]:
    return tuple(sorted(options, key=lambda option: (-option.score, option.table, str(option.payload)))[:_MOST])
