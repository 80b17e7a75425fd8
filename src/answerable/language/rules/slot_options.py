"""What each part of a sketch may become: the options of every slot, best first, before one of each is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from answerable.kernel.schema import Kind, Table
from answerable.language.linking.column_traits import clock, date_columns, labels
from answerable.language.linking.mentions import Mention
from answerable.language.linking.schema_index import LinkTarget
from answerable.language.query_model.filled_query import Absence, Dimension, Filter, Having, Measure, Whole
from answerable.language.rules.figure_options import AMOUNTS, FigureOptions, Option, Payload, top
from answerable.language.rules.sketch import ComparisonFilter, Group, Presence, RawText, ValueFilter
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["Option", "Options", "Payload"]

_WORDS = word_file("answerable.language.rules")
_CONCEPTS = _WORDS.groups("concepts")


class Options(FigureOptions):
    """Options of every slot over one schema."""

    def dimensions(self, group: Group) -> tuple[Option, ...]:
        """Columns to group by; a table means its label, its key keeping equal labels apart."""
        if group.mention is None:
            return ()
        result: list[Option] = []
        for target in group.mention.of("table", "column"):
            shown = self.entity(target.table) if target.kind == "table" else (self._dimension(target),)
            result.append(Option(shown, target.table, target.score, group.mention.text))
        return top(result)

    def entity(self, name: str) -> tuple[Dimension, ...]:
        table = self._index.table(name)
        shown = [Dimension(ColumnRef(name, c.name), label=_entity_label(table, c.name)) for c in labels(table)]
        keys = [key for key in table.primary_key if key not in {d.ref.name for d in shown}]
        return (*shown, *(Dimension(ColumnRef(name, key), label=key, hidden=True) for key in keys))

    def is_key(self, ref: ColumnRef) -> bool:
        return ref.name in self._index.table(ref.table).primary_key

    def _dimension(self, target: LinkTarget) -> Dimension:
        label = "_".join(identifier_lemmas(target.column)) or target.column
        return Dimension(ColumnRef(target.table, target.column), label=label)

    def outputs(self, mention: Mention, subject: str | None = None) -> tuple[Option, ...]:
        """Columns to show; `name` and `id` without more are the subject's own."""
        own = self._own(mention.text, subject)
        named = [
            Option(ColumnRef(t.table, name), t.table, t.score, mention.text)
            for t in mention.of("column")
            for name in t.columns
        ]
        return own or top(named)

    def _own(self, text: str, subject: str | None) -> tuple[Option, ...]:
        if subject is None:
            return ()
        table, word = self._index.table(subject), identifier_lemmas(text)
        names = (
            [c.name for c in labels(table)] if word == ("name",) else list(table.primary_key) if word == ("id",) else []
        )
        return tuple(Option(ColumnRef(subject, name), subject, 1.0, text) for name in names[:1])

    def values(self, wanted: ValueFilter) -> tuple[Option, ...]:
        """Columns that hold the value; only those named beside it, where one was."""
        beside = {(t.table, t.column) for t in wanted.column.of("column")} if wanted.column else set()
        result = [t for t in wanted.mention.of("value") if not beside or (t.table, t.column) in beside]
        return top(Option(self._holding(t, wanted.negated), t.table, t.score, wanted.mention.text) for t in result)

    def _holding(self, target: LinkTarget, negated: bool) -> Filter:
        """The value in its column, or what the word was defined to mean."""
        ref = ColumnRef(target.table, target.column)
        meaning = self._index.glossary.conditions.get((target.table, target.value))
        if meaning is None:
            return Filter(ref, "ne" if negated else "eq", (target.value,))
        return Filter(ref, "fails" if negated else "meets", (meaning,))

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
        return top(Option(Filter(ref, op, (raw.text,)), ref.table, score * 0.9, raw.text) for ref, score in refs)

    def comparisons(self, wanted: ComparisonFilter, subject: str | None) -> tuple[Option, ...]:
        if wanted.other and wanted.op in ("eq", "ne"):
            return top(self._alike(wanted))
        if wanted.each:
            return self._totals(wanted, wanted.function or "sum", (Whole(wanted.whole or "avg"),))
        if wanted.whole or wanted.other:
            return top(self._against(wanted, subject))
        if wanted.function:
            return self._totals(wanted, wanted.function, wanted.values)
        if wanted.pooled:
            totals = self._totals(wanted, "sum", wanted.values)
            return tuple(option for option in totals if option.table != subject) or self.comparisons(
                replace(wanted, pooled=False), subject
            )
        if wanted.mention is None:
            return top(self._unnamed(wanted, subject))
        own = self._own(wanted.mention.text, subject)
        result = [
            Option(Filter(o.payload, wanted.op, wanted.values), o.table, o.score, o.said)
            for o in own
            if isinstance(o.payload, ColumnRef)
        ]
        for target in wanted.mention.targets:
            if target.kind == "column" and (self._can_measure(target, "sum") or self._is_number(target, wanted.op)):
                ref = ColumnRef(target.table, target.column)
                result.append(
                    Option(Filter(ref, wanted.op, wanted.values), ref.table, target.score, wanted.mention.text)
                )
            elif target.kind == "table":
                having = Having(Measure("count", target.table), wanted.op, wanted.values)
                result.append(Option(having, target.table, target.score, wanted.mention.text))
        return top((*result, *self._defined_figures(wanted)))

    def _defined_figures(self, wanted: ComparisonFilter) -> Iterator[Option]:
        """`customers with an MRR over 1000`."""
        for option in self.metrics(wanted.mention) if wanted.mention else ():
            assert isinstance(option.payload, Measure)
            yield replace(option, payload=Having(option.payload, wanted.op, wanted.values))

    def _totals(
        self, wanted: ComparisonFilter, function: str, values: tuple[Decimal | Whole, ...]
    ) -> tuple[Option, ...]:
        """The figure of each group compared, not that of each row."""
        if wanted.mention is None:
            return ()
        measured = self.amounts(wanted.mention, function) or self.money(wanted.mention, function)
        measured = measured or self.counts(wanted.mention)
        return tuple(
            replace(o, payload=Having(o.payload, wanted.op, values)) for o in measured if isinstance(o.payload, Measure)
        )

    def _against(self, wanted: ComparisonFilter, subject: str | None) -> Iterator[Option]:
        """A column compared with its own average, or with the same column of a table in another role."""
        twin = wanted.other.of("table")[0].table if wanted.other else None
        owner = self._index.roles.real[twin] if twin else None
        for option in self._comparable(wanted, owner or subject):
            ref = option.payload
            assert isinstance(ref, ColumnRef)
            if owner in (None, ref.table):
                for value in [ColumnRef(twin, ref.name)] if twin else self._wholes(wanted, ref):
                    yield replace(option, payload=Filter(ref, wanted.op, (value,)))

    def _wholes(self, wanted: ComparisonFilter, ref: ColumnRef) -> list[Whole]:
        function = wanted.whole or "avg"
        if wanted.within is None:
            return [Whole(function)]
        return [Whole(function, name) for name, _ in self._shared(wanted.within, ref.table)[:1]]

    def _alike(self, wanted: ComparisonFilter) -> Iterator[Option]:
        """The same column of two roles, or of a thing and a role it points to: equal or different."""
        assert wanted.other and wanted.mention
        other = wanted.other.of("table")[0].table
        real = self._index.roles.real[other]
        first = wanted.each.of("table")[0].table if wanted.each else real
        for name, score in self._shared(wanted.mention, real):
            tested = Filter(ColumnRef(first, name), wanted.op, (ColumnRef(other, name),))
            yield Option(tested, first, score, wanted.mention.text)

    def _shared(self, mention: Mention, table: str) -> list[tuple[str, float]]:
        """Columns of the table by which its rows have the thing mentioned in common: named so, or keys to it."""
        own = [(t.column, t.score) for t in mention.of("column") if t.table == table]
        keys = [
            (key.columns[0], target.score)
            for target in mention.of("table")
            for key in self._index.table(table).foreign_keys
            if key.ref_table == target.table and len(key.columns) == 1
        ]
        return sorted((*own, *keys), key=lambda found: -found[1])

    def _comparable(self, wanted: ComparisonFilter, subject: str | None) -> Iterator[Option]:
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

    def _is_number(self, target: LinkTarget, op: str) -> bool:
        """Keys and years may be looked up by their number, though not added up."""
        return op in ("eq", "ne") and self._index.column(target.table, target.column).kind.is_number

    def _unnamed(self, wanted: ComparisonFilter, subject: str | None) -> Iterator[Option]:
        """`orders over 500`: the subject's main amount."""
        if subject is None:
            return
        for column in self.main_amounts(self._index.table(subject), _CONCEPTS.get(wanted.hint, AMOUNTS)):
            yield Option(Filter(ColumnRef(subject, column), wanted.op, wanted.values), subject, 0.8, "")

    def presences(self, wanted: Presence, subject: str | None) -> tuple[Option, ...]:
        result: list[Option] = []
        for target in wanted.mention.of("column", "table"):
            if target.kind == "table" and target.table != subject:
                absence = Absence(target.table, wanted.present)
                result.append(Option(absence, target.table, target.score, wanted.mention.text))
            elif target.kind == "column":
                ref = ColumnRef(target.table, target.column)
                filter_ = Filter(ref, self._presence(target, wanted.present))
                result.append(Option(filter_, target.table, target.score, wanted.mention.text))
        return top(result)

    def _presence(self, target: LinkTarget, present: bool) -> str:
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
        result = self.main_amounts(owner, _CONCEPTS.get(hint, AMOUNTS))
        return ColumnRef(table, result[0]) if result else None


def _entity_label(table: Table, column: str) -> str:
    """`name` of products is shown as `product`; a name that says it already stays."""
    words, own = identifier_lemmas(column), identifier_lemmas(table.name)
    return "_".join(own) if words in (("name",), ("title",)) and own else column
