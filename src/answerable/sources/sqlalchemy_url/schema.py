"""The schema as SQLAlchemy's inspector tells it, and a bounded look at the rows in the dialect's own SQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine.reflection import ObjectKind

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Index, Table
from answerable.sources.column_kinds import kind_of
from answerable.sources.sample_rows import LONGEST_VALUE, SAMPLE_ROWS, is_sampled, rows_to_scan, with_sample
from answerable.sources.statistics import Budget

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import (
        ReflectedColumn,
        ReflectedForeignKeyConstraint,
        ReflectedIndex,
        ReflectedPrimaryKeyConstraint,
        TableKey,
    )

    from answerable.sources.engine import Progress
    from answerable.sources.sampled_rows import Pick

__all__ = ["few_rows", "read_schema", "sampled_values"]

_SYSTEM = {"information_schema", "performance_schema", "pg_catalog", "pg_toast", "sys", "mysql", "system"}
_MOST_SCHEMAS = 30
"""A warehouse may have thousands; then only the default one is read."""


def read_schema(connection: sa.Connection, dialect: str, progress: Progress) -> DatabaseSchema:
    inspector = sa.inspect(connection)
    tables: list[Table] = []
    for namespace in _namespaces(inspector):
        progress("Reading tables and columns", None)
        tables.extend(_Reflected(inspector, connection.dialect, namespace).tables())
    budget = Budget()
    for number, table in enumerate(tables):
        if budget.is_spent:
            break
        progress("Looking at common values", number / len(tables))
        tables[number] = _sampled(connection, table, budget)
    return DatabaseSchema(dialect, tuple(tables))


def sampled_values(connection: sa.Connection, table: str, column: str, count: int) -> list[object]:
    """`table` is a `Table.qualified`; it names a namespace only if the database has one of that name."""
    head, dot, tail = table.partition(".")
    has_namespace = dot and head in sa.inspect(connection).get_schema_names()
    name, namespace = (tail, head) if has_namespace else (table, None)
    source = sa.table(name, sa.column(column), schema=namespace)
    rows = connection.execute(
        sa.select(source.c[column]).where(source.c[column].is_not(None)).limit(rows_to_scan(count))
    )
    return list(islice(dict.fromkeys(row[0] for row in rows), count))


def few_rows(connection: sa.Connection, table: Table, pick: Pick) -> list[Sequence[object]]:
    source = sa.table(table.name, *(sa.column(column.name) for column in table.columns), schema=table.namespace)
    query = sa.select(*source.c).limit(pick.count)
    if pick.among:
        query = query.where(source.c[pick.column].in_(pick.among))
    return [list(row) for row in connection.execute(query)]


def _namespaces(inspector: sa.Inspector) -> list[str | None]:
    """None stands for the default, whose tables need no prefix."""
    names = [name for name in inspector.get_schema_names() if name.lower() not in _SYSTEM]
    others = [name for name in names if name != inspector.default_schema_name]
    return [None, *others] if len(others) <= _MOST_SCHEMAS else [None]


class _Reflected:
    """What the inspector tells of one namespace, asked for all its tables at once."""

    def __init__(self, inspector: sa.Inspector, dialect: sa.Dialect, namespace: str | None) -> None:
        self._inspector = inspector
        self._dialect = dialect
        self._namespace = namespace
        every = ObjectKind.ANY
        self._columns = inspector.get_multi_columns(schema=namespace, kind=every)
        self._primary = inspector.get_multi_pk_constraint(schema=namespace, kind=every)
        self._foreign = inspector.get_multi_foreign_keys(schema=namespace, kind=every)
        self._indexes = _indexes(inspector, namespace)
        self._comments = _comments(inspector, namespace)
        self._views = {*inspector.get_view_names(schema=namespace), *_materialized(inspector, namespace)}

    def tables(self) -> Iterator[Table]:
        for key in sorted(self._columns, key=lambda key: key[1]):
            yield self._table(key)

    def _table(self, key: TableKey) -> Table:
        return Table(
            key[1],
            tuple(self._column(column) for column in self._columns[key]),
            namespace=self._namespace,
            is_view=key[1] in self._views,
            primary_key=_key_columns(self._primary.get(key)),
            foreign_keys=tuple(self._foreign_key(found) for found in self._foreign.get(key) or ()),
            comment=self._comments.get(key),
            definition=self._definition(key[1]) if key[1] in self._views else None,
            indexes=tuple(self._index(found, key) for found in self._indexes.get(key) or ()),
        )

    def _index(self, found: ReflectedIndex, key: TableKey) -> Index:
        """An expression has no column's name."""
        named = tuple(name for name in found["column_names"] if name is not None)
        every = tuple(column["name"] for column in self._columns[key])
        return Index(found["name"] or "", named if len(named) == len(found["column_names"]) else every)

    def _definition(self, view: str) -> str | None:
        try:
            return self._inspector.get_view_definition(view, schema=self._namespace)
        except (NotImplementedError, sa.exc.SQLAlchemyError):
            return None

    def _column(self, found: ReflectedColumn) -> Column:
        spelled = _spelled(found["type"], self._dialect)
        return Column(
            found["name"],
            spelled,
            kind_of(spelled),
            nullable=found["nullable"],
            default=found.get("default"),
            comment=found.get("comment"),
            generated_from=computed["sqltext"] if (computed := found.get("computed")) else None,
        )

    def _foreign_key(self, found: ReflectedForeignKeyConstraint) -> ForeignKey:
        namespace = found["referred_schema"]
        target = f"{namespace}.{found['referred_table']}" if namespace else found["referred_table"]
        return ForeignKey(tuple(found["constrained_columns"]), target, tuple(found["referred_columns"]))


def _key_columns(found: ReflectedPrimaryKeyConstraint | None) -> tuple[str, ...]:
    return tuple(found["constrained_columns"]) if found else ()


def _indexes(inspector: sa.Inspector, namespace: str | None) -> Mapping[TableKey, list[ReflectedIndex]]:
    try:
        return inspector.get_multi_indexes(schema=namespace, kind=ObjectKind.ANY)
    except NotImplementedError:
        return {}


def _comments(inspector: sa.Inspector, namespace: str | None) -> Mapping[TableKey, str | None]:
    try:
        found = inspector.get_multi_table_comment(schema=namespace)
    except NotImplementedError:
        return {}
    return {key: (comment or {}).get("text") for key, comment in found.items()}


def _materialized(inspector: sa.Inspector, namespace: str | None) -> list[str]:
    try:
        return inspector.get_materialized_view_names(schema=namespace)
    except NotImplementedError:
        return []


def _spelled(kind: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> str:
    try:
        return kind.compile(dialect=dialect)
    except sa.exc.CompileError:  # a type the inspector found but does not know
        return "UNKNOWN"


def _sampled(connection: sa.Connection, table: Table, budget: Budget) -> Table:
    """Views, of unknown cost, are let be; a table that cannot be read costs us what its rows would tell."""
    wanted = [column for column in table.columns if is_sampled(column)]
    if table.is_view or not wanted:
        return table
    source = sa.table(table.name, *(sa.column(column.name) for column in wanted), schema=table.namespace)
    try:
        rows = connection.execute(sa.select(*source.c).limit(SAMPLE_ROWS)).fetchall()
    except sa.exc.DBAPIError:
        connection.rollback()
        return table
    texts = [[None if value is None else str(value)[: LONGEST_VALUE + 1] for value in row] for row in rows]
    return with_sample(table, texts, budget, is_whole=len(rows) < SAMPLE_ROWS)
