"""Forms as a person writes them: `SELECT count * FROM @orders WHERE orders.status = 'shipped'`."""

from __future__ import annotations

import re

from answerable.kernel.schema import DatabaseSchema
from answerable.language.neural.form import KEYWORDS, Form, Pointer, Token

__all__ = ["spelled"]

_TOKEN = re.compile(r"'[^']*'|\S+")


def spelled(text: str, schema: DatabaseSchema) -> tuple[Form, tuple[str, ...]]:
    """The form, and the values its pointers point into."""
    values: list[str] = []
    return tuple(_token(part, schema, values) for part in _TOKEN.findall(text)), tuple(values)


def _token(part: str, schema: DatabaseSchema, values: list[str]) -> Token:
    if part in KEYWORDS:
        return part
    if part.startswith("'"):
        values.append(part.strip("'"))
        return Pointer("value", len(values) - 1)
    if part.startswith("@"):
        return Pointer("table", [table.name for table in schema.tables].index(part[1:]))
    return Pointer("column", [f"{table.name}.{column.name}" for table, column in schema.columns()].index(part))
