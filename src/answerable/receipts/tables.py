"""Fingerprints of the tables a query reads: what changes elsewhere in a schema is no matter of its receipt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from answerable.schema import DatabaseSchema, Table

__all__ = ["table_fingerprints"]

_DIGITS = 16
GONE = ""
"""Fingerprint of a table that is not there."""


def table_fingerprints(schema: DatabaseSchema, names: Iterable[str]) -> dict[str, str]:
    return {name: _fingerprint(table) if (table := schema.table(name)) else GONE for name in sorted(names)}


def _fingerprint(table: Table) -> str:
    """Over columns and types, and over what a view shows of its tables."""
    columns = [[column.name, column.data_type] for column in table.columns]
    shape = json.dumps([table.is_view, table.definition, columns], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(shape.encode("utf-8", "replace")).hexdigest()[:_DIGITS]
