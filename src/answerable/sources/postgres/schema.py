"""PostgreSQL's catalog in a handful of queries, however many tables there are, and a bounded look at the rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

import psycopg

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Index, Kind, Table
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
from answerable.sources.value_spelling import quote_name

if TYPE_CHECKING:
    from answerable.sources.engine import Progress

    Connection = psycopg.Connection[tuple[Any, ...]]

__all__ = ["quoted_table", "read_schema"]

_LOOK_MILLISECONDS = 1_000
_SMALL_BYTES = 16 * 2**20
"""A table without statistics below this size is looked at from its start, above it by random pages."""

_OURS = """c.relkind IN ('r', 'v', 'm', 'p', 'f') AND NOT c.relispartition
  AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE')"""
_RELATIONS = f"""
SELECT c.oid, n.nspname, c.relname, c.relkind::text, pg_table_is_visible(c.oid), c.reltuples::float8,
       CASE WHEN c.relkind IN ('r', 'm') THEN pg_relation_size(c.oid) ELSE 0 END, obj_description(c.oid, 'pg_class'),
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_depend e ON e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e'
WHERE {_OURS} AND e.objid IS NULL AND has_any_column_privilege(c.oid, 'SELECT')
ORDER BY n.nspname, c.relname
"""
_COLUMNS = f"""
SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), coalesce(b.typname, t.typname)::text,
       t.typcategory::text, a.attnotnull OR t.typnotnull, pg_get_expr(d.adbin, d.adrelid),
       col_description(a.attrelid, a.attnum), l.labels,
       EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indkey[0] = a.attnum AND i.indpred IS NULL),
       a.attgenerated <> ''
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type b ON b.oid = t.typbasetype
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
LEFT JOIN (SELECT enumtypid, to_json(array_agg(enumlabel::text ORDER BY enumsortorder))::text AS labels
           FROM pg_enum GROUP BY enumtypid) l ON l.enumtypid = t.oid
WHERE a.attnum > 0 AND NOT a.attisdropped AND {_OURS} AND has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY a.attrelid, a.attnum
"""
_KEYS = """
SELECT k.conrelid, k.contype::text, k.confrelid,
       (SELECT to_json(array_agg(a.attname::text ORDER BY u.i))::text FROM unnest(k.conkey) WITH ORDINALITY u(n, i)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n),
       (SELECT to_json(array_agg(a.attname::text ORDER BY u.i))::text FROM unnest(k.confkey) WITH ORDINALITY u(n, i)
        JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n)
FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
WHERE k.contype IN ('p', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
ORDER BY k.conrelid, k.conname
"""
_STATISTICS = f"""
SELECT c.oid, s.attname, s.n_distinct::float8, to_json((s.most_common_vals::text::text[])[1:{FEW_VALUES}])::text
FROM pg_stats s JOIN pg_namespace n ON n.nspname = s.schemaname
JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = s.tablename
WHERE c.reltuples >= {SAMPLE_ROWS} AND s.inherited = (c.relkind = 'p')
  AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
"""
_DESCENDANTS = """
WITH RECURSIVE below(root, oid) AS (
  SELECT inhparent, inhrelid FROM pg_inherits
  UNION SELECT below.root, i.inhrelid FROM below JOIN pg_inherits i ON i.inhparent = below.oid
)
SELECT b.root, to_json(array_agg(CASE WHEN pg_table_is_visible(c.oid) THEN c.relname::text
                                      ELSE n.nspname || '.' || c.relname END ORDER BY n.nspname, c.relname))::text
FROM below b JOIN pg_class c ON c.oid = b.oid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f') GROUP BY b.root
"""
_INDEXES = """
WITH RECURSIVE shown(root, oid) AS (
  SELECT indrelid, indrelid FROM pg_index
  UNION SELECT inhparent, inhrelid FROM pg_inherits
  UNION SELECT shown.root, i.inhrelid FROM shown JOIN pg_inherits i ON i.inhparent = shown.oid
)
SELECT s.root, c.relname, 0 = ANY (i.indkey::int2[]),
       (SELECT to_json(array_agg(a.attname::text))::text FROM pg_attribute a
        WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]))
FROM shown s JOIN pg_index i ON i.indrelid = s.oid JOIN pg_class c ON c.oid = i.indexrelid
ORDER BY s.root, c.relname
"""

_STORED_BY = """
SELECT r.oid, s.has_expression, s.columns FROM pg_class r CROSS JOIN LATERAL (
  SELECT bool_or(p.number = 0) AS has_expression, to_json(array_agg(a.attname::text))::text AS columns
  FROM (SELECT partrelid AS oid, unnest(partattrs::int2[]) AS number FROM pg_partitioned_table
        UNION SELECT indrelid, unnest(indkey::int2[]) FROM pg_index WHERE indisclustered) p
  LEFT JOIN pg_attribute a ON a.attrelid = p.oid AND a.attnum = p.number
  WHERE p.oid = r.oid OR r.relkind = 'p' AND p.oid IN (SELECT relid FROM pg_partition_tree(r.oid))
) s WHERE s.has_expression IS NOT NULL
"""
"""The keys of partitions at any depth, and what a table was clustered by."""


@dataclass
class _Relation:
    """A table while it is being put together."""

    table: Table
    kind: str
    rows: float
    """The server's estimate, below 0 when it has none."""
    bytes: int
    visible: bool
    indexed: set[str] = field(default_factory=set)
    """Columns whose first and last value an index gives at once."""

    @property
    def source(self) -> str:
        """As a FROM clause names it."""
        return quote_name(self.table.name) if self.visible else quote_name(self.table.namespace or "", self.table.name)


def read_schema(connection: Connection, progress: Progress) -> DatabaseSchema:
    progress("Reading tables and columns", None)
    relations = {row[0]: _relation(row) for row in connection.execute(_RELATIONS)}
    _add_columns(connection, relations)
    _add_keys(connection, relations)
    _add_statistics(connection, relations)
    _add_descendants(connection, relations)
    _add_indexes(connection, relations)
    _add_places(connection, relations)
    budget = Budget()
    for done, relation in enumerate(relations.values()):
        if budget.is_spent:
            break
        if done % 20 == 0:
            progress("Looking at common values", done / len(relations))
        _look_at_rows(connection, relation, budget)
    return DatabaseSchema(
        "postgres", tuple(relation.table for relation in relations.values() if relation.table.columns)
    )


def quoted_table(connection: Connection, qualified: str) -> str:
    """A `Table.qualified` as SQL. Names may hold dots, so the catalog decides where the namespace ends."""
    query = "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {} LIMIT 1"
    bare = connection.execute(query.format("c.relname = %s AND pg_table_is_visible(c.oid)"), [qualified]).fetchall()
    found = bare or connection.execute(query.format("n.nspname || '.' || c.relname = %s"), [qualified]).fetchall()
    return quote_name(*found[0]) if found else quote_name(qualified)


def _relation(row: Sequence[Any]) -> _Relation:
    oid, namespace, name, kind, visible, rows, size, comment, definition = row
    del oid
    table = Table(
        name,
        (),
        namespace=None if visible else namespace,
        is_view=kind in "vmf",  # what a foreign table shows is defined elsewhere, and nobody can read where
        comment=comment,
        row_estimate=round(rows) if rows >= 0 and kind != "v" else None,
        definition=definition,
    )
    return _Relation(table, kind, -1.0 if kind == "v" else rows, size, visible)


def _add_columns(connection: Connection, relations: dict[int, _Relation]) -> None:
    found: dict[int, list[Column]] = {}
    for oid, name, spelled, base, category, required, default, *more in connection.execute(_COLUMNS):
        comment, labels, indexed, generated = more
        if (relation := relations.get(oid)) is None:
            continue
        if indexed:
            relation.indexed.add(name)
        values = tuple(json.loads(labels)[:FEW_VALUES]) if labels else ()
        expression = (default or "") if generated else None
        default = None if generated else default
        column = Column(
            name, spelled, _kind(base, category), not required, default, comment, values, generated_from=expression
        )
        found.setdefault(oid, []).append(column)
    for oid, columns in found.items():
        relations[oid].table = replace(relations[oid].table, columns=tuple(columns))


_KINDS = {
    "int2": Kind.INTEGER,
    "int4": Kind.INTEGER,
    "int8": Kind.INTEGER,
    "numeric": Kind.DECIMAL,
    "float4": Kind.FLOAT,
    "float8": Kind.FLOAT,
    "date": Kind.DATE,
    "timestamp": Kind.TIMESTAMP,
    "timestamptz": Kind.TIMESTAMP,
    "time": Kind.TIME,
    "timetz": Kind.TIME,
    "bytea": Kind.BINARY,
    "json": Kind.NESTED,
    "jsonb": Kind.NESTED,
    "uuid": Kind.TEXT,
}
_CATEGORY_KINDS = {"S": Kind.TEXT, "E": Kind.TEXT, "B": Kind.BOOLEAN, "A": Kind.NESTED, "C": Kind.NESTED}


def _kind(base: str, category: str) -> Kind:
    return _KINDS.get(base) or _CATEGORY_KINDS.get(category, Kind.OTHER)


def _add_keys(connection: Connection, relations: dict[int, _Relation]) -> None:
    for oid, kind, other, columns, ref_columns in connection.execute(_KEYS):
        relation, target = relations.get(oid), relations.get(other)
        if relation is None:
            continue
        table, names = relation.table, tuple(json.loads(columns))
        if kind == "p":
            relation.table = replace(table, primary_key=names)
        elif target is not None:
            key = ForeignKey(names, target.table.qualified, tuple(json.loads(ref_columns)))
            relation.table = replace(table, foreign_keys=(*table.foreign_keys, key))


def _add_descendants(connection: Connection, relations: dict[int, _Relation]) -> None:
    """Partitions are no tables of the schema, but what the policy says of one holds for the table that shows it."""
    for oid, names in connection.execute(_DESCENDANTS):
        if (relation := relations.get(oid)) is not None:
            relation.table = replace(relation.table, descendants=tuple(json.loads(names)))


def _add_indexes(connection: Connection, relations: dict[int, _Relation]) -> None:
    """Those of partitions and inheriting tables count as those of the table that shows their rows."""
    found: dict[int, list[Index]] = {}
    for oid, name, has_expression, columns in connection.execute(_INDEXES):
        if (relation := relations.get(oid)) is not None:
            every = [column.name for column in relation.table.columns]
            named = every if has_expression else json.loads(columns or "[]")
            found.setdefault(oid, []).append(Index(name, tuple(named)))
    for oid, indexes in found.items():
        relations[oid].table = replace(relations[oid].table, indexes=tuple(indexes))


def _add_places(connection: Connection, relations: dict[int, _Relation]) -> None:
    """What decides where a row is stored. An expression may be made of any column."""
    for oid, has_expression, columns in connection.execute(_STORED_BY):
        if (relation := relations.get(oid)) is not None:
            every = [column.name for column in relation.table.columns]
            named = every if has_expression else [name for name in json.loads(columns) if name]
            relation.table = replace(relation.table, stored_by=tuple(dict.fromkeys(named)))


def _add_statistics(connection: Connection, relations: dict[int, _Relation]) -> None:
    told: dict[int, dict[str, tuple[float, list[str]]]] = {}
    for oid, name, distinct, values in connection.execute(_STATISTICS):
        told.setdefault(oid, {})[name] = (distinct, json.loads(values or "[]"))
    for oid, statistics in told.items():
        if (relation := relations.get(oid)) is not None:
            columns = [_with_statistics(column, statistics, relation.rows) for column in relation.table.columns]
            relation.table = replace(relation.table, columns=tuple(columns))


def _with_statistics(column: Column, statistics: dict[str, tuple[float, list[str]]], rows: float) -> Column:
    if column.name not in statistics:
        return column
    distinct, values = statistics[column.name]
    estimate = round(-distinct * rows) if distinct < 0 else round(distinct)
    short = tuple(value for value in values if len(value) <= LONGEST_VALUE) if column.kind is Kind.TEXT else ()
    return replace(column, common_values=short or column.common_values, distinct_estimate=estimate)


def _look_at_rows(connection: Connection, relation: _Relation, budget: Budget) -> None:
    """Tables are looked at where more is to be learnt; views and foreign tables, whose cost is unknown, are let be."""
    if relation.kind in "vf":
        return
    with _allowed_to_fail(connection):
        if relation.rows < SAMPLE_ROWS or any(_has_more_values(column) for column in relation.table.columns):
            relation.table = _sampled(connection, relation, budget)
        if relation.table.row_estimate is None:
            relation.table = replace(relation.table, row_estimate=_planned_rows(connection, relation))
        if (relation.table.row_estimate or 0) >= SAMPLE_ROWS:
            relation.table = _with_dates(connection, relation)


def _has_more_values(column: Column) -> bool:
    known = len(column.common_values)
    return column.kind is Kind.TEXT and (column.distinct_estimate is None or column.distinct_estimate > known)


@contextmanager
def _allowed_to_fail(connection: Connection) -> Iterator[None]:
    """A table that is locked or takes a minute costs us what its rows would tell, not the schema."""
    connection.execute("SAVEPOINT look")
    connection.execute(f"SET LOCAL statement_timeout = {_LOOK_MILLISECONDS}")
    try:
        yield
    except psycopg.errors.OperationalError:
        if connection.closed:
            raise
        connection.execute("ROLLBACK TO look")
    except psycopg.DatabaseError:
        connection.execute("ROLLBACK TO look")
    connection.execute("RELEASE look")


def _sampled(connection: Connection, relation: _Relation, budget: Budget) -> Table:
    columns = [column for column in relation.table.columns if is_sampled(column)]
    texts = ", ".join(f"left({quote_name(column.name)}::text, {LONGEST_VALUE + 1})" for column in columns) or "NULL"
    query = f"SELECT {texts} FROM {relation.source} {_random_pages(relation)} LIMIT {SAMPLE_ROWS}"
    rows = connection.execute(query.encode()).fetchall()
    is_whole = len(rows) < SAMPLE_ROWS and not _random_pages(relation)
    return with_sample(relation.table, rows if columns else [()] * len(rows), budget, is_whole=is_whole)


def _random_pages(relation: _Relation) -> str:
    if relation.bytes <= _SMALL_BYTES:
        return ""
    return f"TABLESAMPLE SYSTEM ({min(100.0, 100.0 * _SMALL_BYTES / relation.bytes):.6f}) REPEATABLE (1)"


def _planned_rows(connection: Connection, relation: _Relation) -> int | None:
    plan = connection.execute(f"EXPLAIN (FORMAT JSON) SELECT 1 FROM {relation.source}".encode()).fetchall()
    rows = json.loads(plan[0][0])[0]["Plan"].get("Plan Rows")
    return int(rows) if rows is not None else None


def _with_dates(connection: Connection, relation: _Relation) -> Table:
    is_cheap = (relation.table.row_estimate or 0) <= RANGE_ROWS
    dates = [column.name for column in relation.table.columns if column.kind.is_date]
    dates = [name for name in dates if is_cheap or name in relation.indexed]
    if not dates:
        return relation.table
    ends = ", ".join(f"min({quote_name(name)})::text, max({quote_name(name)})::text" for name in dates)
    row = connection.execute(f"SELECT {ends} FROM {relation.source}".encode()).fetchall()[0]
    return with_dates(relation.table, dates, row)
