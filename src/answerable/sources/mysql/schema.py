"""MySQL's information_schema in a handful of queries, however many tables there are, and a bounded look at the rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

import pymysql

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Index, Kind, Table
from answerable.sources.mysql.server import time_limit
from answerable.sources.sample_rows import (
    FEW_VALUES,
    LONGEST_VALUE,
    RANGE_ROWS,
    SAMPLE_ROWS,
    is_sampled,
    with_dates,
    with_sample,
)
from answerable.sources.statistics import Budget

if TYPE_CHECKING:
    from pymysql.cursors import Cursor

    from answerable.sources.engine import Progress

__all__ = ["quote_name", "quoted_table", "read_schema"]

_LOOK_SECONDS = 1.0
_SYSTEM = "('information_schema', 'mysql', 'performance_schema', 'sys')"
_TABLES = """
SELECT table_schema, table_name, table_type, table_rows, table_comment FROM information_schema.tables
WHERE {} AND table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY table_schema, table_name
"""
_COLUMNS = """
SELECT table_schema, table_name, column_name, column_type, data_type, is_nullable, column_default, column_comment,
       extra, generation_expression
FROM information_schema.columns WHERE {} ORDER BY table_schema, table_name, ordinal_position
"""
_KEYS = """
SELECT table_schema, table_name, constraint_name, column_name,
       referenced_table_schema, referenced_table_name, referenced_column_name
FROM information_schema.key_column_usage WHERE {} AND (constraint_name = 'PRIMARY' OR referenced_table_name IS NOT NULL)
ORDER BY table_schema, table_name, constraint_name, ordinal_position
"""
_INDEXES = """
SELECT table_schema, table_name, index_name, seq_in_index, column_name, cardinality FROM information_schema.statistics
WHERE {} ORDER BY table_schema, table_name, index_name, seq_in_index
"""
_PARTITIONS = """
SELECT DISTINCT table_schema, table_name, partition_expression, subpartition_expression
FROM information_schema.partitions WHERE {} AND partition_name IS NOT NULL
"""
_VIEWS = "SELECT table_schema, table_name, view_definition FROM information_schema.views WHERE {}"

_Name = tuple[str, str]
"""Database and table."""


@dataclass
class _Relation:
    """A table while it is being put together."""

    table: Table
    source: str
    """As a FROM clause names it."""
    indexed: set[str] = field(default_factory=set)
    """Columns whose first and last value an index gives at once."""


def read_schema(connection: Any, database: str | None, progress: Progress) -> DatabaseSchema:
    """Of one database, whose tables then need no prefix, or of all there are when the URL names none."""
    progress("Reading tables and columns", None)
    with connection.cursor() as cursor:
        reader = _Reader(cursor, database)
        reader.read()
        _look_at_all(connection, cursor, list(reader.relations.values()), progress)
    return DatabaseSchema("mysql", tuple(relation.table for relation in reader.relations.values()))


def quote_name(name: str) -> str:
    """Backticks mean a name whatever the server's sql_mode."""
    return "`" + name.replace("`", "``") + "`"


def quoted_table(cursor: Cursor, qualified: str) -> str:
    """A `Table.qualified` as SQL. Names may hold dots, so the catalog decides where the database ends."""
    query = "SELECT table_schema, table_name FROM information_schema.tables WHERE {} LIMIT 1"
    for condition in ("table_schema = DATABASE() AND table_name = %s", "CONCAT(table_schema, '.', table_name) = %s"):
        cursor.execute(query.format(condition), (qualified,))
        if found := cursor.fetchall():
            return ".".join(quote_name(str(part)) for part in found[0])
    return quote_name(qualified)


class _Reader:
    def __init__(self, cursor: Cursor, database: str | None) -> None:
        self._cursor = cursor
        self._database = database
        self.relations: dict[_Name, _Relation] = {}

    def read(self) -> None:
        self._read_tables()
        self._read_columns()
        self._read_keys()
        self._read_indexes()
        self._read_partitions()
        self._read_views()

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        if self._database is None:
            self._cursor.execute(query.format(f"table_schema NOT IN {_SYSTEM}"))
        else:
            self._cursor.execute(query.format("table_schema = DATABASE()"))
        return list(self._cursor.fetchall())

    def _read_tables(self) -> None:
        for database, name, kind, rows, comment in self._rows(_TABLES):
            is_view = kind == "VIEW"
            table = Table(
                name,
                (),
                namespace=None if self._database else database,
                is_view=is_view,
                comment=None if is_view else comment or None,
                row_estimate=None if rows is None or is_view else int(rows),
            )
            self.relations[database, name] = _Relation(table, f"{quote_name(database)}.{quote_name(name)}")

    def _read_columns(self) -> None:
        found: dict[_Name, list[Column]] = {}
        for database, table, *rest in self._rows(_COLUMNS):
            found.setdefault((database, table), []).append(_column(rest))
        for name, columns in found.items():
            if (relation := self.relations.get(name)) is not None:
                relation.table = replace(relation.table, columns=tuple(columns))

    def _read_keys(self) -> None:
        found: dict[tuple[_Name, str], list[tuple[str, str | None, str | None, str | None]]] = {}
        for database, table, constraint, *rest in self._rows(_KEYS):
            found.setdefault(((database, table), constraint), []).append((rest[0], rest[1], rest[2], rest[3]))
        for (name, _), parts in found.items():
            self._add_key(self.relations[name], parts)

    def _add_key(self, relation: _Relation, parts: list[tuple[str, str | None, str | None, str | None]]) -> None:
        columns, table = tuple(part[0] for part in parts), relation.table
        _, database, target, _ = parts[0]
        if target is None:
            relation.table = replace(table, primary_key=columns)
        elif (other := self.relations.get((str(database), target))) is not None:
            key = ForeignKey(columns, other.table.qualified, tuple(str(part[3]) for part in parts))
            relation.table = replace(table, foreign_keys=(*table.foreign_keys, key))

    def _read_indexes(self) -> None:
        found: dict[_Name, dict[str, list[str | None]]] = {}
        for database, table, index, place, column, cardinality in self._rows(_INDEXES):
            found.setdefault((database, table), {}).setdefault(index, []).append(column)
            if place == 1 and column and (relation := self.relations.get((database, table))) is not None:
                relation.indexed.add(column)
                columns = [_with_cardinality(each, column, cardinality) for each in relation.table.columns]
                relation.table = replace(relation.table, columns=tuple(columns))
        for name, indexes in found.items():
            if (relation := self.relations.get(name)) is not None:
                made = tuple(_index(index, parts, relation.table) for index, parts in indexes.items())
                relation.table = replace(relation.table, indexes=made)

    def _read_partitions(self) -> None:
        for database, table, *expressions in self._rows(_PARTITIONS):
            if (relation := self.relations.get((database, table))) is not None:
                columns = tuple(column.name for column in relation.table.columns)
                relation.table = replace(relation.table, stored_by=tuple(_named_in(expressions, columns)))

    def _read_views(self) -> None:
        """The definition is empty for whoever may not see it."""
        for database, table, definition in self._rows(_VIEWS):
            if (relation := self.relations.get((database, table))) is not None:
                relation.table = replace(relation.table, definition=definition or None)


def _index(name: str, parts: list[str | None], table: Table) -> Index:
    """MySQL names no column for an expression."""
    named = tuple(part for part in parts if part is not None)
    return Index(name, named if len(named) == len(parts) else tuple(column.name for column in table.columns))


def _named_in(expressions: Sequence[str | None], columns: tuple[str, ...]) -> Iterable[str]:
    """The columns that partitions go by, as the server writes them; all of them where it names none."""
    names = {name.replace("``", "`").casefold() for text in expressions for name in _NAME.findall(text or "")}
    return [column for column in columns if column.casefold() in names] or columns


def _with_cardinality(column: Column, indexed: str, cardinality: str | None) -> Column:
    if column.name != indexed or cardinality is None:
        return column
    return replace(column, distinct_estimate=int(cardinality))


_NAME = re.compile(r"`((?:[^`]|``)*)`")
_LABEL = re.compile(r"'((?:[^']|'')*)'")


def _column(row: Sequence[Any]) -> Column:
    name, spelled, base, nullable, default, comment, extra, expression = row
    labels = _LABEL.findall(spelled) if base == "enum" else []
    values = tuple(label.replace("''", "'") for label in labels[:FEW_VALUES])
    return Column(
        name,
        spelled,
        _kind(base, spelled),
        nullable == "YES",
        _default(default),
        comment or None,
        values,
        generated_from=_expression(extra, expression),
        is_hidden="INVISIBLE" in (extra or "").upper(),
    )


def _expression(extra: str | None, expression: str | None) -> str | None:
    """MySQL writes quotes inside an expression with a backslash before them, which is no SQL: not read, then."""
    if expression:
        return "" if "\\'" in expression else expression
    words = (extra or "").upper().replace("DEFAULT_GENERATED", "")
    return "" if "GENERATED" in words or "PERSISTENT" in words else None


def _default(text: str | None) -> str | None:
    """MariaDB writes the default NULL of a nullable column out in full."""
    return None if text is None or text == "NULL" else text


_KINDS = {
    Kind.INTEGER: "tinyint smallint mediumint int integer bigint year bit",
    Kind.DECIMAL: "decimal numeric",
    Kind.FLOAT: "float double real",
    Kind.TEXT: "char varchar tinytext text mediumtext longtext enum set uuid inet4 inet6",
    Kind.DATE: "date",
    Kind.TIMESTAMP: "datetime timestamp",
    Kind.TIME: "time",
    Kind.BINARY: "binary varbinary tinyblob blob mediumblob longblob",
    Kind.NESTED: "json",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}


def _kind(base: str, spelled: str) -> Kind:
    if spelled.startswith(("tinyint(1)", "bit(1)")):
        return Kind.BOOLEAN
    return _KIND_OF.get(base.lower(), Kind.OTHER)


def _look_at_all(connection: Any, cursor: Cursor, relations: list[_Relation], progress: Progress) -> None:
    cursor.execute(f"SET {time_limit(connection, _LOOK_SECONDS)}")
    budget = Budget()
    for done, relation in enumerate(relations):
        if budget.is_spent:
            break
        if done % 20 == 0:
            progress("Looking at common values", done / len(relations))
        relation.table = _looked_at(cursor, relation, budget)


def _looked_at(cursor: Cursor, relation: _Relation, budget: Budget) -> Table:
    """A table that is locked costs us what its rows would tell; views, of unknown cost, are let be."""
    if relation.table.is_view:
        return relation.table
    try:
        relation.table = _sampled(cursor, relation, budget)
        return _with_dates(cursor, relation)
    except pymysql.err.MySQLError as error:
        if error.args and error.args[0] in (2006, 2013):
            raise
        return relation.table


def _sampled(cursor: Cursor, relation: _Relation, budget: Budget) -> Table:
    columns = [column for column in relation.table.columns if is_sampled(column)]
    texts = (
        ", ".join(f"LEFT(CAST({quote_name(column.name)} AS CHAR), {LONGEST_VALUE + 1})" for column in columns) or "1"
    )
    cursor.execute(f"SELECT {texts} FROM {relation.source} LIMIT {SAMPLE_ROWS}")
    rows = list(cursor.fetchall())
    is_whole = len(rows) < SAMPLE_ROWS
    return with_sample(relation.table, rows if columns else [()] * len(rows), budget, is_whole=is_whole)


def _with_dates(cursor: Cursor, relation: _Relation) -> Table:
    """Of tables too large to have been read whole."""
    table, rows = relation.table, relation.table.row_estimate or 0
    dates = [column.name for column in table.columns if column.kind.is_date]
    dates = [name for name in dates if rows <= RANGE_ROWS or name in relation.indexed]
    if not dates or rows < SAMPLE_ROWS:
        return table
    ends = ", ".join(f"CAST(MIN({quote_name(name)}) AS CHAR), CAST(MAX({quote_name(name)}) AS CHAR)" for name in dates)
    cursor.execute(f"SELECT {ends} FROM {relation.source}")
    return with_dates(table, dates, cursor.fetchall()[0])
