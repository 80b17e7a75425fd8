"""Cells of a result held against the samples, and its columns against those the guard expected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.second_opinion.restricted_samples import SHORTEST, RestrictedSamples, folded
from answerable.errors import Refused

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard import Verdict

__all__ = ["demand_no_restricted_values"]

_BETWEEN_VALUES = re.compile(r"[\s,;|<>()\[\]{}\"'=:/]+")
_LONGEST_CELL = 2_000


class _Found(Refused):
    """With how many values of which columns, for the record."""

    def __init__(self, columns: Counter[str]) -> None:
        name = min(columns)
        super().__init__(
            f"The result holds values of the restricted column '{name}', so it is not shown.",
            hint="Ask for other columns, and tell the operator: the policy kept this from being shown, not the guard.",
        )
        self.columns = columns


def demand_no_restricted_values(table: pa.Table, verdict: Verdict, samples: RestrictedSamples) -> None:
    """Raises Refused, which names the column and never a value."""
    if not samples.likely:
        return
    hits = Counter(
        name
        for place, column in enumerate(table.columns)
        if place not in verdict.masked_columns
        for name in _restricted_in(column, samples)
    )
    if hits:
        raise _Found(hits)


def _restricted_in(column: pa.ChunkedArray, samples: RestrictedSamples) -> Iterator[str]:
    for text in _texts(column):
        for value in (text, *_tokens(text)):
            if (name := samples.column_of(value)) is not None:
                yield name


def _texts(column: pa.ChunkedArray) -> Iterator[str]:
    """Each distinct text, or number that is long enough, once; lists and structures by all that they hold."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_floating(kind) or pa.types.is_temporal(kind) or pa.types.is_null(kind):
        return
    values = column.to_pylist() if pa.types.is_nested(kind) else pc.unique(column).to_pylist()
    for value in values:
        if value is not None:
            text = folded(value)[:_LONGEST_CELL]
            if len(text) >= SHORTEST:
                yield text


def _tokens(text: str) -> list[str]:
    parts = _BETWEEN_VALUES.split(text)
    return [part for part in parts if len(part) >= SHORTEST] if len(parts) > 1 else []
