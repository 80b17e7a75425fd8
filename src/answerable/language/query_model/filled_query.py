"""A question with every slot filled: what to compute, over which columns, before it becomes SQL."""

from __future__ import annotations

from decimal import Decimal

from answerable.kernel.light_dataclass import dataclass
from answerable.language.query_model.definitions import Definition, Expression
from answerable.language.question.dates.calendar_periods import Period
from answerable.sql.column_ref import ColumnRef

__all__ = ["Absence", "Dimension", "Filter", "Having", "Measure", "OrderTerm", "Query", "Whole", "Window"]


@dataclass(frozen=True, slots=True)
class Measure:
    function: str
    """count, count_distinct, sum, avg, min, max, median, range (max less min) or defined."""
    table: str
    columns: tuple[str, ...] = ()
    """None for counting rows, one, or two that `operator` puts together."""
    label: str = ""
    operator: str = "times"
    """times, plus, minus, over (a ratio), hourly (a ratio to minutes, by the hour) or percent (a ratio in percent)."""
    beside: str = ""
    """The table of the second column, where that is another one: `quantity times the product's price`."""
    reduced: bool = False
    """A product from which the table's percent discount is taken off: what was really earned."""
    definition: Definition | None = None
    """A metric that brings its own expression, joins and tests along; `table` is where its rows come from."""

    @property
    def refs(self) -> tuple[ColumnRef, ...]:
        tables = (self.table, self.beside or self.table)
        return tuple(ColumnRef(table, name) for table, name in zip(tables, self.columns, strict=False))


@dataclass(frozen=True, slots=True)
class Dimension:
    ref: ColumnRef
    grain: str | None = None
    label: str = ""
    hidden: bool = False
    """Grouped by but not shown: the key that keeps two customers of one name apart."""


@dataclass(frozen=True, slots=True)
class Whole:
    """An aggregate of the filtered column over all its rows: what `above average` is measured by."""

    function: str
    within: str = ""
    """Only over rows that have the same value in this column: `the average of their own office`."""


@dataclass(frozen=True, slots=True)
class Filter:
    ref: ColumnRef
    op: str
    """eq, ne, in, not_in, gt, ge, lt, le, between; same, contains, starts, ends (case ignored); null, not_null, empty
    (null or 0), filled (neither); true, false; period; meets, fails (an expression)."""
    values: tuple[str | Decimal | Period | ColumnRef | Whole | Expression, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        compared = [value.table for value in self.values if isinstance(value, ColumnRef)]
        defined = [ref.table for value in self.values if isinstance(value, Expression) for ref in value.refs]
        return (self.ref.table, *compared, *defined)


@dataclass(frozen=True, slots=True)
class Absence:
    """Rows of the root for which no row of `table` exists (or, when `present`, at least one)."""

    table: str
    present: bool = False
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class Having:
    measure: Measure
    op: str
    values: tuple[Decimal | Whole, ...]
    """Numbers, or an aggregate of the same figure over all groups."""


@dataclass(frozen=True, slots=True)
class OrderTerm:
    by: Measure | Dimension | ColumnRef
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A figure of each row that depends on other rows, added to the query's own."""

    kind: str
    """running, moving, growth or previous, over the groups in time; top or rank, of the rows within `partition`."""
    partition: tuple[Dimension, ...] = ()
    """Within which groups it is computed; all of these are dimensions of the query too."""
    size: int | None = None
    """Periods of a moving average; how many rows of each group `top` keeps."""
    along: tuple[Dimension, ...] = ()
    """The dimension of time it follows."""


@dataclass(frozen=True, slots=True)
class Query:
    root: str
    """The table whose rows are counted, added up or listed."""
    measures: tuple[Measure, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    columns: tuple[ColumnRef, ...] = ()
    """What a list of rows shows; empty for an aggregate."""
    filters: tuple[Filter, ...] = ()
    absences: tuple[Absence, ...] = ()
    having: tuple[Having, ...] = ()
    order: OrderTerm | None = None
    limit: int | None = None
    skip: int = 0
    """Rows passed over before the limit counts."""
    distinct: bool = False
    share: bool = False
    """With dimensions: each group's share of the total. Without: the share of rows that pass `part`."""
    part: tuple[Filter, ...] = ()
    base: tuple[Filter, ...] = ()
    """The figure over the rows that pass `part` is divided by that over the rows that pass these."""
    change: bool = False
    """By how many percent the figure of `part` differs from that of `base`."""
    either: bool = False
    """Rows pass when one of the filters other than periods holds."""
    kept: tuple[Dimension, ...] = ()
    """Groups that stay when those of `outer` are averaged."""
    outer: str | None = None
    """Aggregate the groups instead of showing them: `count` how many there are, or `avg` their figures."""
    window: Window | None = None
    hints: frozenset[str] = frozenset()
    """Lemmas of the question, by which one of two foreign keys to the same table is chosen."""

    @property
    def definition(self) -> Definition | None:
        """Of the metric that is asked for; where there are several, they share all but the expression."""
        figures = (*self.measures, *(having.measure for having in self.having))
        return next((measure.definition for measure in figures if measure.definition), None)

    @property
    def tables(self) -> tuple[str, ...]:
        """Tables that rows must be joined from, root first; those only filtered by may become EXISTS."""
        measured = [table for m in self.measures for table in (m.table, m.beside) if table]
        result = [self.root, *measured, *(d.ref.table for d in self.dimensions)]
        result += [ref.table for ref in self.columns] + [having.measure.table for having in self.having]
        if self.order and isinstance(self.order.by, ColumnRef):
            result.append(self.order.by.table)
        return tuple(dict.fromkeys(result))
