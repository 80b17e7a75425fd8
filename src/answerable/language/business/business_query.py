"""A question in the terms of the semantic model: what is shown or computed, over which rows, in which groups and order.

Tables are named by `Table.qualified`. Nothing here knows SQL; `query_writer.py` writes it.
"""

from __future__ import annotations

from dataclasses import field
from datetime import date

from answerable.kernel.light_dataclass import dataclass

__all__ = [
    "Attribute",
    "BusinessQuery",
    "CalendarTest",
    "ColumnTest",
    "ComparedFigure",
    "DateGrain",
    "DatesTest",
    "EntityRow",
    "Existence",
    "GroupedBy",
    "Output",
    "PeriodTest",
    "PlanMatch",
    "QueryFigure",
    "RowRanking",
    "RowTest",
    "Via",
]

Via = tuple[str, ...]
"""Columns of the rows' table through which another table is reached, where the question says in which role."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column of the rows, or of what they belong to."""

    table: str
    column: str
    via: Via = ()


@dataclass(frozen=True, slots=True)
class EntityRow:
    """A row as people know it: its display columns. Grouped by its key."""

    table: str
    via: Via = ()


@dataclass(frozen=True, slots=True)
class DateGrain:
    table: str
    column: str
    grain: str
    """year, quarter, month, week, day, weekday, hour or month_of_year."""
    via: Via = ()


@dataclass(frozen=True, slots=True)
class QueryFigure:
    """`function` over a measure; over the rows where nothing is named."""

    function: str
    """count, count_distinct, sum, avg, min, max or value (not aggregated)."""
    table: str
    column: str = ""
    derived: str = ""
    """Kind of the derived measure, instead of a column."""
    unit_factor: float = 1.0
    """What the figure is multiplied by: 1/60 where minutes are asked for in hours."""
    tests: tuple[RowTest, ...] = ()
    """Only rows for which these hold count."""
    until: Attribute | None = None
    """The days from `column` to this date, instead of a measure."""
    per: str = ""
    """Table; the figure is divided by the number of its rows: orders per customer."""
    minus: QueryFigure | None = None
    """What is taken away from it: the same figure in an earlier period."""
    out_of: QueryFigure | None = None
    """Shown as a percentage of this one: checkouts out of carts."""
    over: QueryFigure | None = None
    """Divided by this one: revenue per kilometre."""


GroupedBy = Attribute | EntityRow | DateGrain
Output = Attribute | EntityRow


@dataclass(frozen=True, slots=True)
class ColumnTest:
    """`operator`: in, not_in, is_null, is_not_null, >, >=, <, <=, and contains, starts_with, not_contains and
    not_starts_with for a part of a text. With is_null and is_not_null the values are those that stand for nothing."""

    table: str
    column: str
    operator: str
    values: tuple[str | int | float, ...] = ()
    via: Via = ()
    derived: str = ""
    is_default: bool = False
    """True where nobody said it: rows that people seldom mean are left out."""


@dataclass(frozen=True, slots=True)
class PeriodTest:
    table: str
    column: str
    start: date | None
    end: date | None
    """The first day after it."""
    via: Via = ()
    others: tuple[tuple[date | None, date | None], ...] = ()
    """Start and end of further periods: rows of any of them."""


@dataclass(frozen=True, slots=True)
class CalendarTest:
    """Rows whose date falls on these months of the year, weekdays or hours, whichever the year."""

    table: str
    column: str
    grain: str
    values: tuple[str, ...]
    """As `date_bucket` gives them."""
    via: Via = ()


@dataclass(frozen=True, slots=True)
class DatesTest:
    """Rows with one date after, on or before another of theirs."""

    table: str
    column: str
    operator: str
    other: str
    """Column."""
    via: Via = ()


@dataclass(frozen=True, slots=True)
class Existence:
    """Rows for which at least `least` and at most `most` rows of `table` (for which the tests hold) exist, or none."""

    table: str
    tests: tuple[RowTest, ...] = ()
    is_negated: bool = False
    least: int = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """Groups, or rows where nothing is grouped, whose figure compares so with a number or with the average."""

    figure: QueryFigure
    operator: str
    value: float | None
    """None: the average over all rows."""
    other: QueryFigure | None = None
    """Compared with this figure instead of a number."""
    is_of_groups: bool = False
    """The average is that of the groups: more than the average customer spends."""
    is_within: bool = False
    """The average is that of the rows that are asked about: films longer than the average film of their kind."""


RowTest = ColumnTest | PeriodTest | CalendarTest | DatesTest | Existence


@dataclass(frozen=True, slots=True)
class RowRanking:
    by: QueryFigure | Attribute | None
    """None: by what is shown first."""
    is_descending: bool = True
    limit: int | None = None
    per: tuple[GroupedBy, ...] = ()
    """The first of each of these groups."""


@dataclass(frozen=True, slots=True)
class PlanMatch:
    """What was planned for each period, set beside the query's figure."""

    figure: QueryFigure
    columns: tuple[str, ...]
    """Of the plan: a date, a year, or a year and a month."""
    grain: str
    operator: str = ""
    """Only periods in which what happened compares so with the plan."""
    is_counted: bool = False
    """How many periods those are."""


@dataclass(frozen=True, slots=True)
class BusinessQuery:
    base: str
    """The table whose rows are counted, listed or added up."""
    outputs: tuple[Output, ...] = ()
    figures: tuple[QueryFigure, ...] = ()
    groups: tuple[GroupedBy, ...] = ()
    tests: tuple[RowTest, ...] = ()
    having: tuple[ComparedFigure, ...] = ()
    ranking: RowRanking | None = None
    share_of: tuple[RowTest, ...] | None = None
    """The percentage of the rows (or of the first figure) for which these hold; of all groups where none is given."""
    growth: tuple[PeriodTest, PeriodTest] | None = None
    """The change of the figure from the first period to the second, in percent."""
    is_distinct: bool = False
    is_running: bool = False
    """The first figure is added up from group to group."""
    plan: PlanMatch | None = None
    counts_groups: bool = False
    """How many groups there are, instead of the groups."""
    score: float = field(default=0.0, compare=False)
