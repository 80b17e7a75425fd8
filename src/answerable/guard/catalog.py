"""The schema as the guard looks names up in it, built once per schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from answerable.guard.lists import Allowed
from answerable.guard.table_keys import KeyFacts, key_facts
from answerable.schema import Column, DatabaseSchema, Table

__all__ = ["Catalog", "KnownTable", "SchemaLike", "catalog_of"]

SchemaLike: TypeAlias = Mapping[str, Sequence[str] | Mapping[str, str]] | DatabaseSchema


@dataclass(frozen=True, slots=True, eq=False)
class KnownTable:
    """A table of the schema. Columns are keyed as the dialect compares them."""

    name: str
    namespace: str | None
    columns: Mapping[str, str]
    """Column key → type, empty where the type is not known."""
    is_view: bool = False
    rows: int | None = None
    keys: KeyFacts = field(default_factory=KeyFacts)
    facts: Mapping[str, Column] = field(default_factory=dict)
    """Column key → what reading the schema and looking at rows told; empty for a schema of names alone."""
    primary: frozenset[str] = frozenset()
    """The primary key, lower case."""
    definition: str | None = None
    """SQL of a view."""

    @property
    def qualified(self) -> str:
        return f"{self.namespace}.{self.name}" if self.namespace else self.name


@dataclass(frozen=True)
class Catalog:
    """Tables by the name that finds them. An empty catalog with `known` False means: no schema was given."""

    exact_case: bool
    """True where quoted names keep their case (PostgreSQL)."""
    known: bool
    tables: Mapping[tuple[str, str], KnownTable] = field(default_factory=dict)
    """(namespace or "", table) → table."""

    def key(self, name: str, quoted: bool) -> str:
        """The name as this dialect compares it."""
        return name if quoted and self.exact_case else name.lower()

    @cached_property
    def _names(self) -> frozenset[str]:
        columns = (column for table in self.tables.values() for column in table.columns)
        return frozenset(name.lower() for name in (*(name for key in self.tables for name in key), *columns))

    def has_name(self, name: str) -> bool:
        """True when a table or column of the schema is called so."""
        return name.lower() in self._names

    def find(self, namespace: str, name: str) -> KnownTable | None:
        return self.tables.get((namespace, name))


def catalog_of(schema: SchemaLike | None, allowed: Allowed) -> Catalog:
    exact = allowed.dialect == "postgres"
    if schema is None:
        return Catalog(exact, known=False)
    tables: dict[tuple[str, str], KnownTable] = {}
    for table in _tables(schema, exact):
        namespace = (table.namespace or "") if exact else (table.namespace or "").lower()
        name = table.name if exact else table.name.lower()
        tables[namespace, name] = table
        if namespace in allowed.home:
            tables.setdefault(("", name), table)
    return Catalog(exact, known=True, tables=tables)


def _tables(schema: SchemaLike, exact: bool) -> Iterator[KnownTable]:
    if isinstance(schema, DatabaseSchema):
        keys = key_facts(schema)
        yield from (_known(table, keys[table.qualified], exact) for table in schema.tables)
        return
    for qualified, columns in schema.items():
        namespace, _, name = qualified.rpartition(".")
        types = dict(columns) if isinstance(columns, Mapping) else dict.fromkeys(columns, "")
        yield KnownTable(name, namespace or None, types if exact else {k.lower(): v for k, v in types.items()})


def _known(table: Table, keys: KeyFacts, exact: bool) -> KnownTable:
    facts = {column.name if exact else column.name.lower(): column for column in table.columns}
    types = {key: column.data_type for key, column in facts.items()}
    primary = frozenset(name.lower() for name in table.primary_key)
    kind = (table.is_view, table.row_estimate)
    return KnownTable(table.name, table.namespace, types, *kind, keys, facts, primary, table.definition)
