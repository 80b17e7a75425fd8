"""Catalogs that were already built, so that a schema is turned into one once and not at every check."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from functools import lru_cache

from answerable.guard.parse.allow_lists import AllowList, allow_list_for
from answerable.guard.resolve.catalog import Catalog, SchemaLike, catalog_of
from answerable.kernel.schema import DatabaseSchema

__all__ = ["catalog_for"]

_Frozen = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]

_held: dict[tuple[int, str], tuple[weakref.ref[DatabaseSchema], Catalog]] = {}
"""By identity: two schemas of one fingerprint may still differ in keys and row counts."""


def catalog_for(schema: SchemaLike | None, allowed: AllowList) -> Catalog:
    if schema is None:
        return _without_schema(allowed.dialect)
    if isinstance(schema, DatabaseSchema):
        return _of_schema(schema, allowed)
    return _of_mapping(_frozen(schema), allowed.dialect)


@lru_cache(maxsize=64)
def _without_schema(dialect: str) -> Catalog:
    return catalog_of(None, allow_list_for(dialect))


def _of_schema(schema: DatabaseSchema, allowed: AllowList) -> Catalog:
    key = (id(schema), allowed.dialect)
    found = _held.get(key)
    if found is not None and found[0]() is schema:
        return found[1]
    catalog = catalog_of(schema, allowed)
    _held[key] = (weakref.ref(schema, lambda _: _held.pop(key, None)), catalog)
    return catalog


def _frozen(schema: Mapping[str, Sequence[str] | Mapping[str, str]]) -> _Frozen:
    return tuple(
        (table, tuple(columns.items() if isinstance(columns, Mapping) else ((name, "") for name in columns)))
        for table, columns in schema.items()
    )


@lru_cache(maxsize=64)
def _of_mapping(frozen: _Frozen, dialect: str) -> Catalog:
    return catalog_of({table: dict(columns) for table, columns in frozen}, allow_list_for(dialect))
