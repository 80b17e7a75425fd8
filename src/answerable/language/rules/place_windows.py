"""How a filled query gets its window: over its groups in time, or over the rows it ranks."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.query_model.filled_query import Dimension, Query, Window
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Options
from answerable.sql.column_ref import ColumnRef

__all__ = ["place_window"]


def place_window(sketch: Sketch, query: Query, options: Options) -> Query:
    """The query with its window; without one where it has none to be computed over."""
    if sketch.window is not None:
        return _over_time(sketch, query)
    if query.window is not None:
        return _ranked(sketch, query, options)
    return query


def _over_time(sketch: Sketch, query: Query) -> Query:
    """Along the groups' dimension of time, within all other dimensions."""
    assert sketch.window is not None
    query = replace(query, dimensions=_told_apart(query.dimensions))
    shown = [dimension for dimension in query.dimensions if not dimension.hidden]
    along = next((dimension for dimension in shown if dimension.grain), shown[0] if len(shown) == 1 else None)
    if along is None or not query.measures or query.outer or query.share:
        return replace(query, window=None)
    within = tuple(dimension for dimension in query.dimensions if dimension != along)
    window = Window(sketch.window.kind, within, sketch.window.size or None, (along,))
    return replace(query, window=window, order=None, limit=None)


def _ranked(sketch: Sketch, query: Query, options: Options) -> Query:
    """Places within each group by what the query was ordered by; the limit becomes one of each group."""
    assert query.window is not None
    if query.order is None or query.outer or query.share or query.skip:
        return replace(query, window=None)
    within = (*(d for d in query.dimensions if d.grain), *query.window.partition)
    things = query.dimensions if query.measures else _things(sketch, query, options)
    dimensions = _told_apart((*within, *(d for d in things if d.ref not in {w.ref for w in within})))
    within = dimensions[: len(within)]
    size = None if query.window.kind == "rank" else query.limit or 1
    return replace(query, dimensions=dimensions, columns=(), limit=None, window=Window(query.window.kind, within, size))


def _is_figure(sketch: Sketch, query: Query) -> bool:
    """`the lowest payment of each client` of payments that have no name: how much it was."""
    ranking = sketch.ranking
    return ranking is not None and not (ranking.hint or ranking.by or ranking.limit) and query.limit == 1


def _refs(dimensions: tuple[Dimension, ...]) -> set[ColumnRef]:
    return {dimension.ref for dimension in dimensions}


def _told_apart(dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """Each under a label of its own, for the level around names them by it alone."""
    taken: dict[str, Dimension] = {}
    for dimension in dimensions:
        label = dimension.label
        while label in taken:
            label = f"{dimension.ref.table.rsplit('.', 1)[-1]}_{label}"
        taken[label] = replace(dimension, label=label)
    return tuple(taken.values())


def _things(sketch: Sketch, query: Query, options: Options) -> tuple[Dimension, ...]:
    """The rows that are ranked, by what a person knows them by, what is asked of them, and what they are ranked by."""
    assert query.order is not None
    by = query.order.by
    asked = tuple(Dimension(ref, label=ref.name) for ref in query.columns if sketch.outputs)
    entity = options.entity(query.root)
    if not asked and _is_figure(sketch, query) and all(options.is_key(d.ref) for d in entity):
        entity = ()
    if asked:
        entity = (*(d for d in entity if not options.is_key(d.ref)), *(d for d in asked if d.ref not in _refs(entity)))
    if isinstance(by, ColumnRef) and by not in _refs(entity):
        return (*entity, Dimension(by, label=by.name))
    return entity
