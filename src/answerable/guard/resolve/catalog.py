"""The schema as the guard looks names up in it, built once per schema."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TypeAlias

from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.resolve.identifiers import IdentifierKind, ascii_lower, fold_name
from answerable.guard.resolve.table_keys import KeyFacts, key_facts
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, Table

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
    """Keys of the columns of the primary key."""
    definition: str | None = None
    """SQL of a view."""
    hidden: frozenset[str] = frozenset()
    """Keys of the columns that `*` does not cover."""
    descendants: tuple[str, ...] = ()
    """Tables whose rows this one shows too, as the dialect compares their names."""
    indexes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Name of an index in lower case → keys of the columns it holds."""
    stored_by: frozenset[str] = frozenset()
    """Keys of the columns that decide where a row is stored."""

    @property
    def qualified_name(self) -> str:
        return f"{self.namespace}.{self.name}" if self.namespace else self.name


@dataclass(frozen=True)
class Catalog:
    """Tables by the name that finds them. An empty catalog with `known` False means: no schema was given."""

    dialect: str
    known: bool
    tables: Mapping[tuple[str, str], KnownTable] = field(default_factory=dict)
    """(namespace or "", table) → table, both as the dialect compares them."""
    twins: Mapping[tuple[str, str], tuple[KnownTable, ...]] = field(default_factory=dict)
    """Under the same keys, tables whose names only a server that keeps case can tell apart."""

    def key(self, name: str, quoted: bool, kind: IdentifierKind = IdentifierKind.COLUMN) -> str:
        """The name as this dialect compares it."""
        return fold_name(name, self.dialect, quoted, kind)

    def table_key(self, name: str, quoted: bool = True) -> str:
        """As `key`, for tables and what is named like them; names of a schema are as if quoted."""
        return fold_name(name, self.dialect, quoted, IdentifierKind.TABLE)

    @cached_property
    def _by_ascii_name(self) -> Counter[str]:
        return Counter(ascii_lower(table.qualified_name) for table in self.all_tables())

    def is_alone(self, table: KnownTable) -> bool:
        """True when no other table has its name in other case, so that a name in any case can mean only this one."""
        return self._by_ascii_name[ascii_lower(table.qualified_name)] == 1

    def is_ambiguous(self, qualified: str) -> bool:
        """True when several tables have the name, each in another case."""
        return self._by_ascii_name[ascii_lower(qualified)] > 1

    def all_tables(self) -> tuple[KnownTable, ...]:
        twins = (table for tables in self.twins.values() for table in tables)
        return tuple(dict.fromkeys((*self.tables.values(), *twins)))

    @cached_property
    def _names(self) -> frozenset[str]:
        columns = (column for table in self.tables.values() for column in table.columns)
        return frozenset(ascii_lower(name) for name in (*(name for key in self.tables for name in key), *columns))

    def has_name(self, name: str) -> bool:
        """True when a table or column of the schema is called so."""
        return ascii_lower(name) in self._names

    def find(self, namespace: str, name: str, written: str = "") -> KnownTable | None:
        """By keys; where several tables have them, the one that is called as `written`."""
        if (namespace, name) in self.twins:
            hits = [table for table in self.twins[namespace, name] if written in (table.qualified_name, table.name)]
            return hits[0] if len(hits) == 1 else None
        return self.tables.get((namespace, name))


def catalog_of(schema: SchemaLike | None, allowed: AllowList) -> Catalog:
    empty = Catalog(allowed.dialect, known=schema is not None)
    if schema is None:
        return empty
    found: defaultdict[tuple[str, str], list[KnownTable]] = defaultdict(list)
    at_home: dict[tuple[str, str], list[KnownTable]] = {}
    for table in _tables(schema, allowed.dialect):
        namespace, name = empty.table_key(table.namespace or ""), empty.table_key(table.name)
        found[namespace, name].append(table)
        if namespace in allowed.home:
            at_home.setdefault(("", name), []).append(table)
    every = {**at_home, **found}
    tables = {key: several[0] for key, several in every.items()}
    twins = {key: tuple(several) for key, several in every.items() if len(several) > 1}
    return Catalog(allowed.dialect, known=True, tables=tables, twins=twins)


def _tables(schema: SchemaLike, dialect: str) -> Iterator[KnownTable]:
    if isinstance(schema, DatabaseSchema):
        keys = key_facts(schema, dialect)
        yield from (_known(table, keys[table.qualified], dialect) for table in schema.tables)
        return
    for qualified, columns in schema.items():
        namespace, _, name = qualified.rpartition(".")
        types = dict(columns) if isinstance(columns, Mapping) else dict.fromkeys(columns, "")
        yield KnownTable(name, namespace or None, {_column_key(k, dialect): v for k, v in types.items()})


def _column_key(name: str, dialect: str) -> str:
    return fold_name(name, dialect, True, IdentifierKind.COLUMN)


def _known(table: Table, keys: KeyFacts, dialect: str) -> KnownTable:
    facts = {_column_key(column.name, dialect): column for column in table.columns}
    types = {key: column.data_type for key, column in facts.items()}
    primary = frozenset(_column_key(name, dialect) for name in table.primary_key)
    hidden = frozenset(key for key, column in facts.items() if column.is_hidden)
    below = tuple(fold_name(name, dialect, True, IdentifierKind.TABLE) for name in table.descendants)
    return KnownTable(
        table.name,
        table.namespace,
        types,
        table.is_view,
        table.row_estimate,
        keys,
        facts,
        primary,
        table.definition,
        hidden,
        below,
        _indexes(table, dialect),
        frozenset(_column_key(name, dialect) for name in table.stored_by),
    )


def _indexes(table: Table, dialect: str) -> dict[str, frozenset[str]]:
    """Several of one name, as partitions may have them, as one."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for index in table.indexes:
        found[ascii_lower(index.name)] |= {_column_key(name, dialect) for name in index.columns}
    return {name: frozenset(columns) for name, columns in found.items()}
