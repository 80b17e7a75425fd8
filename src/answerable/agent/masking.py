"""Masked columns of a result are replaced before anything else sees it."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING

from answerable.errors import QueryFailed, Refused
from answerable.guard.identifiers import folded_column

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard import Verdict
    from answerable.sources import Result

__all__ = ["MASK", "masked", "withheld"]

MASK = "•••"
_COMPARED = 60
"""Characters of a name that are compared: engines cut long ones, and number those that occur twice."""


def masked(result: Result, verdict: Verdict) -> Result:
    """The result with `•••` for every value of a masked column; missing values stay missing.

    Its fingerprint is that of the masked table, because a hash of few values gives them away."""
    if not verdict.withholds_details:
        return result
    silent = replace(result, warnings=("Something about a value.",) if result.warnings else ())
    if not verdict.masked_columns:
        return silent
    from answerable.fingerprint import fingerprint_of

    _check_places(result.table, verdict)
    table = result.table
    for place in verdict.masked_columns:
        table = table.set_column(place, table.column_names[place], _mask(table.column(place)))
    return replace(silent, table=table, fingerprint=fingerprint_of(table))


def withheld(error: QueryFailed) -> QueryFailed:
    """An engine's own words may quote the value it stumbled over."""
    return QueryFailed(
        "The database could not run this query.",
        category=error.category,
        hint="Its own words are withheld, because they may hold values of restricted columns.",
    )


def _check_places(table: pa.Table, verdict: Verdict) -> None:
    """A column added since the schema was read would shift what `*` covers."""
    expected = verdict.column_names
    if len(expected) == table.num_columns and all(
        map(_is_called, table.column_names, expected, repeat(verdict.dialect))
    ):
        return
    raise Refused(
        "The result's columns are not those the guard expected, so masked values might show.",
        hint="The schema has changed; ask again, or name the columns.",
    )


def _is_called(actual: str, expected: str, dialect: str) -> bool:
    """The guard expects names as the engine compares them."""
    return folded_column(actual, dialect).startswith(expected[:_COMPARED])


def _mask(column: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(column.is_null(), pa.scalar(None, pa.string()), pa.scalar(MASK))
