"""Fingerprints of the tables a query reads: what changes elsewhere in a schema is no matter of its receipt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable

from answerable.kernel.schema import DatabaseSchema, Table

__all__ = ["table_fingerprints"]

_DIGITS = 16
GONE = ""
"""Fingerprint of a table that is not there."""


Behind = Callable[[Table, DatabaseSchema], Iterable[Table]]
"""What a view reads, however far behind; nothing of a table."""


def table_fingerprints(schema: DatabaseSchema, names: Iterable[str], behind: Behind) -> dict[str, str]:
    return {name: _fingerprint(name, schema, behind) for name in sorted(names)}


def _fingerprint(name: str, schema: DatabaseSchema, behind: Behind) -> str:
    """Over columns and types; of a view also over its definition, and over the same of all that it reads."""
    if (table := schema.table(name)) is None:
        return GONE
    shapes = [_shape(table), *sorted(map(_shape, behind(table, schema)))]
    return hashlib.sha256("\n".join(shapes).encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def _shape(table: Table) -> str:
    columns = [[column.name, column.data_type] for column in table.columns]
    return json.dumps([table.is_view, table.definition, columns], ensure_ascii=False, separators=(",", ":"))
