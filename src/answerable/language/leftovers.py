"""What of a sketch found no place in the query: each of it lowers the confidence and is said."""

from __future__ import annotations

from collections.abc import Mapping

from answerable.language.options import Option
from answerable.language.query import ColumnRef, Filter, Query
from answerable.language.sketch import Sketch

__all__ = ["dropped"]

_OWN_WORDS = ("name", "names", "id", "ids")


def dropped(sketch: Sketch, query: Query, choice: tuple[Option, ...], roles: Mapping[str, str]) -> list[str]:
    """Parts that were chosen but have no place in the finished query; `roles` are tables under a second name."""
    shown = {*query.columns, *(dimension.ref for dimension in query.dimensions)}
    tested = {absence.table for absence in query.absences}
    unseen = [o for o in choice if isinstance(o.payload, ColumnRef) and o.payload not in shown]
    found = [option.said for option in unseen if option.table not in tested]
    found += sketch.unplaced
    looked_at = {*query.tables, *tested, *(table for f in _filters(query) for table in f.tables)}
    found += [m.text for m in sketch.others if m.best.table in roles and m.best.table not in looked_at]
    if (sketch.window or sketch.partition or sketch.ranked) and query.window is None:
        found.append(sketch.window.kind if sketch.window else "the ranking")
    if query.measures and sketch.function == "count" and sketch.subject:
        placed = [o.said for o in choice]
        found += [m.text for m in sketch.outputs if m.text not in placed and m.text.casefold() not in _OWN_WORDS]
    if sketch.ranking and sketch.ranking.skip != query.skip:
        found.append("the place in the ranking")
    if sketch.change and not query.change:
        found.append("change")
    if sketch.ratio and not query.base:
        found.append("ratio")
    if sketch.either and not query.either and not any(f.op in ("in", "not_in") for f in query.filters):
        found.append("or")
    if sketch.share and not query.share:
        found.append("share")
    picked = query.order or any(measure.function in ("min", "max") for measure in query.measures)
    if sketch.ranking and not sketch.ranking.sorting and not picked:
        found.append("the ranking")
    return found


def _filters(query: Query) -> list[Filter]:
    return [*query.filters, *query.part, *(f for absence in query.absences for f in absence.filters)]
