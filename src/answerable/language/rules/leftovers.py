"""What of a sketch found no place in the query: each of it lowers the confidence and is said."""

from __future__ import annotations

from collections.abc import Mapping

from answerable.language.query_model.filled_query import Filter, Query
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Option
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["dropped_parts"]

_WORDS = word_file("answerable.language.rules")
_OWN_WORDS = _WORDS.words("own_names")


def dropped_parts(sketch: Sketch, query: Query, choice: tuple[Option, ...], roles: Mapping[str, str]) -> list[str]:
    """Parts that were chosen but have no place in the finished query; `roles` are tables under a second name."""
    shown = {*query.columns, *(dimension.ref for dimension in query.dimensions)}
    tested = {absence.table for absence in query.absences}
    unseen = [o for o in choice if isinstance(o.payload, ColumnRef) and o.payload not in shown]
    result = [option.said for option in unseen if option.table not in tested]
    result += sketch.unplaced
    looked_at = {*query.tables, *tested, *(table for f in _filters(query) for table in f.tables)}
    result += [m.text for m in sketch.others if m.best.table in roles and m.best.table not in looked_at]
    if (sketch.window or sketch.partition or sketch.ranked) and query.window is None:
        result.append(sketch.window.kind if sketch.window else "the ranking")
    if query.measures and sketch.function == "count" and sketch.subject:
        placed = [o.said for o in choice]
        result += [m.text for m in sketch.outputs if m.text not in placed and m.text.casefold() not in _OWN_WORDS]
    if sketch.ranking and sketch.ranking.skip != query.skip:
        result.append("the place in the ranking")
    if sketch.change and not query.change:
        result.append("change")
    if sketch.ratio and not query.base:
        result.append("ratio")
    if sketch.either and not query.either and not any(f.op in ("in", "not_in") for f in query.filters):
        result.append("or")
    if sketch.share and not query.share:
        result.append("share")
    picked = query.order or any(measure.function in ("min", "max") for measure in query.measures)
    if sketch.ranking and not sketch.ranking.sorting and not picked:
        result.append("the ranking")
    return result


def _filters(query: Query) -> list[Filter]:
    return [*query.filters, *query.part, *(f for absence in query.absences for f in absence.filters)]
