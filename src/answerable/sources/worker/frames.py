"""What crosses the process border, as JSON: errors keep their type, schemas keep every field."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from answerable.kernel import errors
from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped
from answerable.kernel.messages import CodedMessage
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Index, Kind, Table, ValueSketch

__all__ = ["error_from_json", "error_to_json", "schema_from_json", "schema_to_json"]

_EXTRAS: dict[type[AnswerableError], str] = {QueryFailed: "category", QueryStopped: "reason"}


def error_to_json(error: AnswerableError) -> dict[str, Any]:
    packed: dict[str, Any] = {
        "type": type(error).__name__,
        "message": error.what.as_json(),
        "hint": error.advice.as_json(),
    }
    for kind, name in _EXTRAS.items():
        if isinstance(error, kind):
            packed[name] = getattr(error, name)
    return packed


def error_from_json(packed: dict[str, Any]) -> AnswerableError:
    name = packed["type"]
    kind = getattr(errors, name) if name in errors.__all__ else QueryFailed
    extra = {field: packed[field] for cls, field in _EXTRAS.items() if issubclass(kind, cls)}
    message, hint = CodedMessage.from_json(packed["message"]), CodedMessage.from_json(packed["hint"])
    made = kind(message, hint=hint, **extra)
    assert isinstance(made, AnswerableError)
    return made


def schema_to_json(schema: DatabaseSchema) -> dict[str, Any]:
    return {
        "dialect": schema.dialect,
        "read_at": schema.read_at.isoformat(),
        "tables": [asdict(table) for table in schema.tables],
    }


def schema_from_json(packed: dict[str, Any]) -> DatabaseSchema:
    """Raises KeyError, TypeError or ValueError when it was not made by `schema_to_json`."""
    tables = tuple(_table(table) for table in packed["tables"])
    return DatabaseSchema(packed["dialect"], tables, datetime.fromisoformat(packed["read_at"]))


def _table(packed: dict[str, Any]) -> Table:
    given = dict(packed)
    given["columns"] = tuple(_column(column) for column in given["columns"])
    given["primary_key"] = tuple(given["primary_key"])
    given["foreign_keys"] = tuple(_foreign_key(key) for key in given["foreign_keys"])
    given["descendants"] = tuple(given["descendants"])
    given["indexes"] = tuple(Index(index["name"], tuple(index["columns"])) for index in given["indexes"])
    given["stored_by"] = tuple(given.get("stored_by", ()))
    return Table(**given)


def _column(packed: dict[str, Any]) -> Column:
    lists = {name: tuple(packed[name]) for name in ("common_values", "sensitive", "cells")}
    derived = {name: packed[name] for name in ("generated_from", "is_hidden")}
    sketch = _sketch(packed.get("sketch"))
    return Column(**{**packed, **lists, **derived, "kind": Kind(packed["kind"]), "sketch": sketch})


def _sketch(packed: dict[str, Any] | None) -> ValueSketch | None:
    """None in a cache written before there were any."""
    return ValueSketch(**{**packed, "hashes": tuple(packed["hashes"])}) if packed else None


def _foreign_key(packed: dict[str, Any]) -> ForeignKey:
    columns, ref_columns = tuple(packed["columns"]), tuple(packed["ref_columns"])
    return ForeignKey(columns, packed["ref_table"], ref_columns, packed["inferred"])
