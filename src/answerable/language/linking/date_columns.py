"""Which date a question means: the columns that can place a query's rows in time, likeliest first."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Table
from answerable.language.linking.column_traits import clock, date_columns, date_weight
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.mentions import Mention
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query_model.filled_query import Filter
from answerable.language.question.dates.calendar_periods import GRAINS, Period, containing
from answerable.sql.column_ref import ColumnRef

__all__ = ["DateChoice", "apart", "common_step", "date_choices", "placed_periods"]

_FURTHEST = 3
_STEP = 0.2


@dataclass(frozen=True, slots=True)
class DateChoice:
    ref: ColumnRef
    weight: float


def date_choices(
    index: SchemaIndex, graph: JoinGraph, root: str, hint: Mention | None, grain: str | None = None
) -> tuple[DateChoice, ...]:
    """Date columns for rows of `root`: those hinted at, else its own, else those of the tables it points to."""
    if hint is not None and (hinted := _hinted(index, hint)):
        return hinted
    result: list[DateChoice] = []
    for table, distance in _reachable(index, graph, root):
        for column in date_columns(table):
            if grain is None or _can_show(clock(column), grain):
                weight = date_weight(table, column) - _STEP * distance
                result.append(DateChoice(ColumnRef(table.qualified, column.name), weight))
    return tuple(sorted(result, key=lambda choice: (-choice.weight, str(choice.ref))))


def placed_periods(ref: ColumnRef, periods: tuple[Period, ...]) -> tuple[tuple[Filter, ...], str | None]:
    """Filters on the column, and the step of time by which periods that exclude each other are set side by side."""
    if not apart(periods):
        return tuple(Filter(ref, "period", (period,)) for period in periods), None
    return (Filter(ref, "period", periods),), common_step(periods)


def common_step(periods: tuple[Period, ...]) -> str | None:
    """`year` for 2024 and 2025; None for periods of different lengths."""
    return next((grain for grain in GRAINS if all(_is_one(grain, period) for period in periods)), None)


def apart(periods: tuple[Period, ...]) -> bool:
    """Whether no moment lies in all of them, so that only any of them can be meant."""
    starts, ends = [p.start for p in periods if p.start], [p.end for p in periods if p.end]
    return len(periods) > 1 and bool(starts and ends) and max(starts) >= min(ends)


def _is_one(grain: str, period: Period) -> bool:
    return period.start is not None and containing(grain, period.start) == period


def _can_show(how: str | None, grain: str) -> bool:
    """A column of years has no months in it."""
    finest = {"year_number": ("year",), "month_text": ("month",)}
    return how is not None and grain in finest.get(how, (grain,))


def _hinted(index: SchemaIndex, hint: Mention) -> tuple[DateChoice, ...]:
    return tuple(
        DateChoice(ColumnRef(t.table, t.column), t.score)
        for t in hint.of("column")
        if clock(index.column(t.table, t.column))
    )


def _reachable(index: SchemaIndex, graph: JoinGraph, root: str) -> list[tuple[Table, int]]:
    """The root and, nearest first, the tables it points to, directly or through others."""
    seen, layer, result = {root}, [root], [(index.table(root), 0)]
    for distance in range(1, _FURTHEST + 1):
        layer = [parent for name in layer for parent in graph.parents(name) if parent not in seen]
        layer = list(dict.fromkeys(layer))
        seen.update(layer)
        result += [(index.table(name), distance) for name in layer]
    return result
