"""Masked columns of a result are replaced before anything else sees it."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING

from answerable.agent.execution.canonical_rows import in_canonical_order
from answerable.guard.resolve.identifiers import fold_column
from answerable.kernel.errors import QueryFailed, Refused
from answerable.kernel.fingerprint import fingerprint_of
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard import Verdict
    from answerable.sources import Result

__all__ = ["MASK", "mask_result", "withhold_words"]

MASK = "•••"
_COMPARED = 60
"""Characters of a name that are compared: engines cut long ones, and number those that occur twice."""


def mask_result(result: Result, verdict: Verdict) -> Result:
    """The result as it may be seen: `•••` for every value of a masked column, rows in an order that tells nothing.

    Missing values stay missing only where a masked column stands as it is: a NULL that a function made would tell what
    the function found. The fingerprint is that of the masked table, because a hash of few values gives them away."""
    _demand_whole(result, verdict)
    table = in_canonical_order(_hidden(result, verdict), verdict.row_order, verdict.dialect)
    silent = replace(result, warnings=()) if verdict.withholds_details else result
    if table is result.table:
        return silent
    return replace(silent, table=table, fingerprint=fingerprint_of(table))


def _demand_whole(result: Result, verdict: Verdict) -> None:
    """Which rows are cut off must not depend on values that nobody may see."""
    order = verdict.row_order
    if result.is_truncated and order is not None and order.is_by_hidden and not order.is_certain:
        raise Refused(
            msg("agent.order_by_restricted", rows=result.table.num_rows),
            hint=msg("agent.add_key_to_order"),
        )


def _hidden(result: Result, verdict: Verdict) -> pa.Table:
    table = result.table
    if not verdict.masked_columns:
        return table
    _check_places(table, verdict)
    is_cut = result.is_truncated and verdict.row_order is not None and verdict.row_order.is_by_hidden
    for place in verdict.masked_columns:
        shows_missing = place in verdict.masked_copies and not is_cut
        column = _mask(table.column(place)) if shows_missing else _mask_all(table.num_rows)
        table = table.set_column(place, table.column_names[place], column)
    return table


def withhold_words(error: QueryFailed) -> QueryFailed:
    """An engine's own words may quote the value it stumbled over."""
    return QueryFailed(
        msg("agent.database_failed"),
        category=error.category,
        hint=msg("agent.words_withheld"),
    )


def _check_places(table: pa.Table, verdict: Verdict) -> None:
    """A column added since the schema was read would shift what `*` covers."""
    expected = verdict.column_names
    if len(expected) == table.num_columns and all(
        map(_is_called, table.column_names, expected, repeat(verdict.dialect))
    ):
        return
    raise Refused(
        msg("agent.unexpected_columns"),
        hint=msg("agent.schema_changed"),
    )


def _is_called(actual: str, expected: str, dialect: str) -> bool:
    """The guard expects names as the engine compares them."""
    return fold_column(actual, dialect).startswith(expected[:_COMPARED])


def _mask(column: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(column.is_null(), pa.scalar(None, pa.string()), pa.scalar(MASK))


def _mask_all(rows: int) -> pa.Array:
    import pyarrow as pa

    return pa.array([MASK] * rows, pa.string())
