"""Which columns of a schema hold sensitive content, by name or by what was seen in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.sensitive import SHARE, kinds_of_name, shares

__all__ = ["Samples", "SensitiveColumn", "findings"]

Samples = Mapping[tuple[str, str], Iterable[str]]
"""(table, column) → some of its values."""


@dataclass(frozen=True, slots=True)
class SensitiveColumn:
    table: str
    column: str
    kind: str
    by: Literal["name", "content"]
    share: float | None = None
    """Of the values looked at, so many are of the kind; None where only the outcome was kept."""


def findings(source: DatabaseSchema | Samples) -> tuple[SensitiveColumn, ...]:
    """In the order of the schema; a column may be found twice, by name and by content."""
    found = _in_schema(source) if isinstance(source, DatabaseSchema) else _in_samples(source)
    return tuple(found)


def _in_schema(schema: DatabaseSchema) -> Iterator[SensitiveColumn]:
    for table, column in schema.columns():
        for kind in sorted(kinds_of_name(column.name)):
            yield SensitiveColumn(table.qualified, column.name, kind, "name")
        for kind in column.sensitive:
            yield SensitiveColumn(table.qualified, column.name, kind, "content")


def _in_samples(samples: Samples) -> Iterator[SensitiveColumn]:
    for (table, column), values in samples.items():
        for kind in sorted(kinds_of_name(column)):
            yield SensitiveColumn(table, column, kind, "name")
        for kind, share in shares(values).items():
            if share >= SHARE:
                yield SensitiveColumn(table, column, kind, "content", share)
