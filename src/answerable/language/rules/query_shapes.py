"""The shapes a query can take: groups, one figure, ranked rows, distinct values, rows."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.linking.column_traits import clock, is_personal, labels
from answerable.language.linking.mentions import Mention
from answerable.language.linking.person_tables import WHO
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query_model.filled_query import Dimension, Measure, OrderTerm, Query
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Options
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import lemma
from answerable.sql.column_ref import ColumnRef

__all__ = ["Shaper", "table_of"]

_TOP_WITHOUT_NUMBER = 10


class Shaper:
    def __init__(self, index: SchemaIndex, options: Options) -> None:
        self._index = index
        self._options = options

    def shape(self, sketch: Sketch, query: Query) -> Query:
        """Turns the parts into one of the shapes: groups, one figure, ranked rows, distinct values, rows."""
        if query.having:
            return self._having(sketch, query)
        ranked_rows = self._ranked_rows(sketch, query)
        if ranked_rows is not None:
            return ranked_rows
        if query.measures:
            return self._aggregate(sketch, query)
        return self._rows(sketch, query)

    def _having(self, sketch: Sketch, query: Query) -> Query:
        """`customers with more than 3 orders`: the subject's rows grouped, or only counted."""
        having = query.having[0]
        subject = table_of(sketch.subject) or query.root
        shown = [ref for ref in query.columns if clock(self._index.column(ref.table, ref.name)) is None]
        named = tuple(Dimension(ref, label=ref.name) for ref in shown)
        entity = query.dimensions or (named if subject in (query.root, having.measure.table) else ())
        entity = entity or self._options.entity(subject)
        if sketch.function == "count" and not sketch.groups:
            keys = tuple(replace(d, hidden=False) for d in entity if d.hidden) or entity
            counted = Measure("count", subject, label=f"{'_'.join(_words(subject))}_count")
            return replace(query, root=having.measure.table, measures=(counted,), dimensions=keys, outer="count")
        order = OrderTerm(having.measure, descending=True)
        return replace(
            query, root=having.measure.table, measures=(having.measure,), dimensions=entity, columns=(), order=order
        )

    def _ranked_rows(self, sketch: Sketch, query: Query) -> Query | None:
        """`5 most expensive products`, `top 10 orders by revenue`: rows of one table, ordered by its own column."""
        ranking = sketch.ranking
        subject = table_of(sketch.subject)
        if ranking is None or query.dimensions or sketch.groups or sketch.function in ("count", "sum", "avg"):
            return None
        if subject is None and (sketch.ranked or not ranking.sorting) and any(map(self._repeats, query.columns)):
            return None
        table = subject or (query.columns[0].table if query.columns else None)
        by = self._own_column(sketch, query, table) if table else None
        if by is None or table is None:
            return None
        limit = None if ranking.sorting else ranking.limit or self.pick(sketch.subject)
        shown = query.columns or tuple(dict.fromkeys((*self.row_columns(table), by)))
        aged = ranking.hint == "date" and clock(self._index.column(by.table, by.name)) is None
        order = OrderTerm(by, ranking.descending != aged)  # the oldest person has the earliest date but the highest age
        limit = limit or query.limit
        return replace(query, root=table, measures=(), columns=shown, order=order, limit=limit, skip=ranking.skip)

    def _repeats(self, ref: ColumnRef) -> bool:
        """A category: `top 3 channels by revenue` ranks channels, each with many rows, not rows."""
        column, rows = self._index.column(ref.table, ref.name), self._index.table(ref.table).row_estimate
        distinct = column.distinct_estimate
        return distinct is not None and rows is not None and 2 * distinct <= rows

    def _own_column(self, sketch: Sketch, query: Query, table: str) -> ColumnRef | None:
        ranking = sketch.ranking
        assert ranking is not None
        if ranking.hint:
            return self._options.by_hint(ranking.hint, table) if ranking.hint not in ("count", "sales") else None
        if ranking.by is None and not ranking.sorting and not ranking.function:
            return self._options.by_hint("amount", table)
        if ranking.by is None or ranking.function:
            return None
        own = [t for t in ranking.by.of("column") if t.table == table]
        measure = query.measures[0] if query.measures else None
        agrees = measure is None or (measure.table == table and bool(measure.columns))
        return ColumnRef(table, own[0].column) if own and agrees else None

    def _aggregate(self, sketch: Sketch, query: Query) -> Query:
        measure, ranking = query.measures[0], sketch.ranking
        dimensions = self._without_itself(query)
        if sketch.versus and query.filters and not dimensions:
            dimensions = tuple(Dimension(f.ref, label=f.ref.name) for f in query.filters if f.op == "in")[:1]
        if measure.definition and not dimensions and _is_of_each(sketch):
            dimensions = self._ranked_groups(sketch, query)
        if sketch.nested and dimensions:
            return replace(query, columns=(), outer="avg", limit=None)
        if ranking is not None and not dimensions and not sketch.groups:
            dimensions = self._ranked_groups(sketch, query)
        if ranking is not None and not dimensions and not sketch.groups:
            if ranking.skip and len(measure.columns) == 1 and not ranking.function:
                ref = ColumnRef(measure.table, measure.columns[0])
                order, skip = OrderTerm(ref, ranking.descending), ranking.skip
                return replace(query, measures=(), columns=(ref,), distinct=True, order=order, limit=1, skip=skip)
            function = "max" if ranking.descending else "min"
            measure = replace(
                measure, function=function if measure.columns and not ranking.function else measure.function
            )
            return replace(query, measures=(measure,), columns=(), limit=None)
        if not dimensions and sketch.share and not sketch.groups:
            return replace(query, columns=(), filters=(), part=query.filters, share=bool(query.filters))
        return replace(query, dimensions=dimensions, columns=(), limit=None)

    def _without_itself(self, query: Query) -> tuple[Dimension, ...]:
        """`average revenue per order`, where a row is an order: its key groups nothing."""
        measure = query.measures[0]
        table = self._index.schema.table(measure.table)
        if measure.function != "avg" or table is None or len(table.primary_key) != 1:
            return query.dimensions
        key = ColumnRef(measure.table, table.primary_key[0])
        return tuple(dimension for dimension in query.dimensions if dimension.hidden or dimension.ref != key)

    def _ranked_groups(self, sketch: Sketch, query: Query) -> tuple[Dimension, ...]:
        """What is ranked when nothing says `by`: columns named, else the subject's rows."""
        if query.columns:
            return tuple(Dimension(ref, label=ref.name) for ref in query.columns)
        subject, measure = table_of(sketch.subject), query.measures[0]
        ranked = subject is not None and (measure.definition is not None or subject != measure.table)
        return self._options.entity(subject) if subject and ranked else ()

    def _rows(self, sketch: Sketch, query: Query) -> Query:
        """Rows of the subject, or the distinct values of columns named without any row of their own."""
        subject = table_of(sketch.subject)
        columns = query.columns
        plain = not query.filters and not sketch.dates and subject is None
        distinct = bool(columns) and (sketch.distinct or plain) and all(not self._is_amount(ref) for ref in columns)
        shown = columns or self._named_by_who(sketch, query) or self.row_columns(query.root)
        ordering = sketch.order.of("column")[:1] if sketch.order else ()
        descending = bool(sketch.ranking and sketch.ranking.descending)
        by = [ColumnRef(target.table, target.column) for target in ordering]
        by = by or (list(columns[-1:]) if sketch.ranking and sketch.ranking.sorting else [])
        order = OrderTerm(by[0], descending) if by else None
        return replace(query, columns=shown, distinct=distinct, order=order)

    def _named_by_who(self, sketch: Sketch, query: Query) -> tuple[ColumnRef, ...]:
        """`Who …?` asks for names, not for all that is known of them."""
        asked = sketch.subject is not None and sketch.subject.text.casefold() == WHO
        known = labels(self._index.table(query.root)) if asked and table_of(sketch.subject) == query.root else ()
        return tuple(ColumnRef(query.root, column.name) for column in known)

    def _is_amount(self, ref: ColumnRef) -> bool:
        return self._index.column(ref.table, ref.name).kind.is_number

    def row_columns(self, name: str) -> tuple[ColumnRef, ...]:
        """All columns but personal ones, which are shown only when asked for by name."""
        table = self._index.table(name)
        return tuple(ColumnRef(name, c.name) for c in table.columns if not is_personal(c)) or (
            ColumnRef(name, table.columns[0].name),
        )

    def pick(self, mention: Mention | None) -> int:
        return _TOP_WITHOUT_NUMBER if mention is not None and _is_plural(mention.text) else 1


def table_of(mention: Mention | None) -> str | None:
    tables = mention.of("table") if mention else ()
    return tables[0].table if tables else None


def _is_of_each(sketch: Sketch) -> bool:
    """`customers and their MRR`, `list customers with MRR`: the things come first, then what is asked of each."""
    subject = sketch.subject
    named = [mention for mention in (*sketch.outputs, *sketch.measure) if mention.of("metric")]
    if subject is None or sketch.groups or sketch.ranking or sketch.share or sketch.change or not named:
        return False
    return subject.end < named[0].start and (sketch.listing or subject.start == 0)


def _words(table: str) -> tuple[str, ...]:
    return identifier_lemmas(table.rsplit(".", 1)[-1])


def _is_plural(text: str) -> bool:
    last = text.split()[-1].casefold()
    return lemma(last) != last
