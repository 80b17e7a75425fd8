"""How a query gets its dates: periods and grains placed on a date column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.linking.date_columns import DateChoice, apart, common_step, date_choices, placed_periods
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.mentions import Mention
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query_model.filled_query import Absence, Dimension, Filter, Query
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Options
from answerable.sql.column_ref import ColumnRef

__all__ = ["Dater"]

_TIED_DATES = 0.02


class Dater:
    def __init__(self, index: SchemaIndex, graph: JoinGraph, options: Options) -> None:
        self._index = index
        self._graph = graph
        self._options = options

    def place_dates(
        self, sketch: Sketch, query: Query
    ) -> Iterator[tuple[Query, tuple[ColumnRef, ...], float, tuple[str, ...]]]:
        """The query with its periods and grains placed on a date column; several when columns tie."""
        within = (sketch.partition,) if sketch.partition else ()
        grains = tuple(group.grain for group in (*within, *sketch.groups) if group.grain)
        if not sketch.dates and not grains:
            yield query, (), 0.0, ()
            return
        hint = next((wanted.hint for wanted in sketch.dates if wanted.hint), None)
        choices = self._date_choices(sketch, query, hint, grains[0] if grains else None)
        if not choices and not sketch.dates and (columns := self._columns_named_so(sketch, query)):
            yield replace(query, dimensions=(*query.dimensions, *columns)), (), 0.0, ()
        elif not choices:
            yield query, (), -0.5, tuple([d.date.text for d in sketch.dates] + [f"by {grain}" for grain in grains])
        for choice in choices:
            placed = self._placed(sketch, query, choice, grains)
            odd = self._odd(sketch, placed)
            yield placed, (choice.ref,), choice.weight - choices[0].weight, odd

    def _odd(self, sketch: Sketch, placed: Query) -> tuple[str, ...]:
        """Dates that cannot be meant together, and those denied that have no place."""
        wanted = tuple(date.date.period for date in sketch.dates if not date.negated)
        denied = [date.date.text for date in sketch.dates if date.negated]
        missing = denied if not any(a.filters and not a.present for a in placed.absences) else []
        if sketch.change or not apart(wanted) or common_step(wanted):
            return tuple(missing)
        return tuple([d.date.text for d in sketch.dates[1:]])

    def _columns_named_so(self, sketch: Sketch, query: Query) -> tuple[Dimension, ...]:
        """Groups by a column that is named `month` or `year` though it holds no dates."""
        result = []
        for group in sketch.groups:
            options = self._options.dimensions(replace(group, grain=None)) if group.grain else ()
            own = [option for option in options if option.table == query.root] or list(options)
            result += [d for option in own[:1] if isinstance(option.payload, tuple) for d in option.payload]
        return tuple(result)

    def _date_choices(
        self, sketch: Sketch, query: Query, hint: Mention | None, grain: str | None
    ) -> tuple[DateChoice, ...]:
        if query.definition and query.definition.dated and hint is None:
            return (DateChoice(query.definition.dated, 1.0),)
        root = query.root
        if query.absences and not grain:
            root = query.absences[-1].table
        result = date_choices(self._index, self._graph, root, hint, grain)
        return tuple(choice for choice in result if choice.weight >= result[0].weight - _TIED_DATES)[:3]

    def _placed(self, sketch: Sketch, query: Query, choice: DateChoice, grains: tuple[str, ...]) -> Query:
        if sketch.change:
            return self._changed(sketch, query, choice, grains)
        wanted = tuple(date.date.period for date in sketch.dates if not date.negated)
        denied = tuple(Filter(choice.ref, "period", (date.date.period,)) for date in sketch.dates if date.negated)
        periods, steps = placed_periods(choice.ref, wanted)
        if steps and not grains and query.measures and not query.outer:
            grains = (steps,)
        times = tuple(Dimension(choice.ref, grain, grain) for grain in dict.fromkeys(grains))
        if query.absences and query.absences[-1].table == choice.ref.table != query.root:
            last = query.absences[-1]
            if sketch.both and apart(wanted):
                each = (Filter(choice.ref, "period", (period,)) for period in wanted)
                met = tuple(replace(last, filters=(*last.filters, period)) for period in each)
                return replace(query, absences=(*query.absences[:-1], *met))
            kept = replace(last, filters=(*last.filters, *periods))
            never = tuple(Absence(last.table, filters=(period,)) for period in denied)
            return replace(query, absences=(*query.absences[:-1], kept, *never))
        if denied and choice.ref.table != query.root:
            table = choice.ref.table
            met = (Absence(table, True, periods), *(Absence(table, False, (period,)) for period in denied))
            return replace(query, absences=(*query.absences, *met))
        return replace(query, filters=(*query.filters, *periods), dimensions=(*times, *query.dimensions))

    def _changed(self, sketch: Sketch, query: Query, choice: DateChoice, grains: tuple[str, ...]) -> Query:
        """The figure of the second date beside that of the first, in one row."""
        before, now = (Filter(choice.ref, "period", (date.date.period,)) for date in sketch.dates)
        times = tuple(Dimension(choice.ref, grain, grain) for grain in dict.fromkeys(grains))
        dimensions = (*times, *query.dimensions)
        return replace(query, part=(now,), base=(before,), change=bool(query.measures), dimensions=dimensions)
