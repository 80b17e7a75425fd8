"""Where a row is stored tells of the columns that decide it: partitions, clustered tables, samples."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from answerable.guard import Policy, check
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from tests.sources.servers import Server

POLICY = Policy.from_dict(
    {"blocked_columns": ["parts.v"], "masked_columns": ["hashed.m"], "required_filters": {"live": "gone = 0"}}
)
COLUMNS = "id BIGINT, v BIGINT, m BIGINT, n VARCHAR(20)"
MARIADB = (
    f"CREATE TABLE parts ({COLUMNS}) PARTITION BY RANGE (v)"
    " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)",
    f"CREATE TABLE hashed ({COLUMNS}) PARTITION BY HASH (m % 3) PARTITIONS 2",
    f"CREATE TABLE deep ({COLUMNS}) PARTITION BY RANGE (id) SUBPARTITION BY HASH (v + m) SUBPARTITIONS 2"
    " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)",
    f"CREATE TABLE fine ({COLUMNS}) PARTITION BY KEY (n) PARTITIONS 2",
    f"CREATE TABLE plain ({COLUMNS})",
)
POSTGRES = (
    f"CREATE TABLE parts ({COLUMNS}) PARTITION BY RANGE (v)",
    "CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10)",
    f"CREATE TABLE hashed ({COLUMNS}) PARTITION BY LIST (n)",
    "CREATE TABLE hashed_a PARTITION OF hashed FOR VALUES IN ('a') PARTITION BY HASH (m)",
    "CREATE TABLE hashed_a0 PARTITION OF hashed_a FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
    f"CREATE TABLE fine ({COLUMNS}) PARTITION BY HASH ((id + 1))",
    f"CREATE TABLE plain ({COLUMNS})",
    "CREATE INDEX by_m ON plain (m)",
    "CLUSTER plain USING by_m",
    "CREATE TABLE live (id BIGINT, gone BIGINT)",
)


def read(url: str, folder: Path) -> DatabaseSchema:
    with open_source(url, Settings(), folder=folder) as source:
        return source.schema()


def codes(sql: str, schema: DatabaseSchema, policy: Policy = POLICY) -> list[str]:
    found = check(sql, dialect=schema.dialect, schema=schema, policy=policy).errors
    return list(dict.fromkeys(one.code for one in found))


@pytest.fixture(scope="module")
def mariadb(mariadb_server: Server, tmp_path_factory: pytest.TempPathFactory) -> DatabaseSchema:
    database = mariadb_server.new_database()
    mariadb_server.execute(*MARIADB, database=database)
    return read(mariadb_server.url(database), tmp_path_factory.mktemp("mariadb"))


@pytest.fixture(scope="module")
def postgres(postgres_server: Server, tmp_path_factory: pytest.TempPathFactory) -> DatabaseSchema:
    database = postgres_server.new_database()
    postgres_server.execute(*POSTGRES, database=database)
    return read(postgres_server.url(database), tmp_path_factory.mktemp("postgres"))


def stored_by(schema: DatabaseSchema) -> dict[str, set[str]]:
    return {table.name: set(table.stored_by) for table in schema.tables if table.stored_by}


def test_the_schema_tells_by_which_columns_rows_are_stored(mariadb: DatabaseSchema, postgres: DatabaseSchema) -> None:
    every = {"id", "v", "m", "n"}
    found = stored_by(mariadb)
    assert found == {"parts": {"v"}, "hashed": {"m"}, "deep": {"id", "v", "m"}, "fine": {"n"}}
    assert stored_by(postgres) == {"parts": {"v"}, "hashed": {"n", "m"}, "fine": every, "plain": {"m"}}


def test_a_partition_is_named_only_where_no_restricted_column_decides_it(mariadb: DatabaseSchema) -> None:
    blocked = Policy.from_dict({"blocked_columns": ["parts.v", "deep.m", "fine.v"], "masked_columns": ["hashed.m"]})

    def first_code(sql: str) -> str:
        return next(iter(codes(sql, mariadb, blocked)), "")

    assert first_code("SELECT n FROM parts PARTITION (p0)") == "column_not_allowed"
    assert first_code("SELECT count(*) FROM parts PARTITION (p1) x") == "column_not_allowed"
    assert first_code("SELECT count(*) FROM deep PARTITION (p0sp0)") == "column_not_allowed"
    assert first_code("SELECT n FROM hashed PARTITION (p0)") == "masked_column"
    assert first_code("SELECT n FROM fine PARTITION (p0)") == ""


def test_first_rows_of_such_tables_are_sorted(mariadb: DatabaseSchema, postgres: DatabaseSchema) -> None:
    for schema in (mariadb, postgres):
        assert codes("SELECT n FROM parts LIMIT 1", schema) == ["unsorted_rows"]
        assert codes("SELECT n FROM hashed LIMIT 1", schema) == ["unsorted_rows"]
        assert codes("SELECT n FROM parts ORDER BY n LIMIT 1", schema) == []
        assert codes("SELECT n FROM fine LIMIT 1", schema) == []
    by_m = Policy.from_dict({"blocked_columns": ["plain.m"]})
    assert codes("SELECT id, n FROM plain LIMIT 1", postgres, by_m) == ["unsorted_rows"]
    assert codes("SELECT id, n FROM plain LIMIT 1", mariadb, by_m) == []


def test_samples_are_refused_where_something_is_hidden(postgres: DatabaseSchema) -> None:
    sample = "TABLESAMPLE BERNOULLI (50) REPEATABLE (1)"
    assert codes(f"SELECT n FROM parts {sample}", postgres) == ["unsorted_rows"]
    assert codes(f"SELECT id FROM live {sample} WHERE gone = 0", postgres) == ["unsorted_rows"]
    assert codes(f"SELECT n FROM fine {sample}", postgres) == []
    only_filter = Policy.from_dict({"required_filters": {"live": "gone = 0"}})
    assert codes(f"SELECT id FROM live {sample} WHERE gone = 0", postgres, only_filter) == ["unsorted_rows"]


PLACES = (
    "CREATE TABLE live (nr TEXT PRIMARY KEY, gone BIGINT)",
    "CREATE TABLE keyed (id INTEGER PRIMARY KEY, gone INT)",
)


def made(engine: str, folder: Path) -> DatabaseSchema:
    path = folder / f"places.{engine}"
    with closing(duckdb.connect(path) if engine == "duckdb" else sqlite3.connect(path)) as connection:
        for statement in PLACES:
            connection.execute(statement)
    return read(str(path), folder)


@pytest.mark.parametrize("engine", ["sqlite", "duckdb"])
def test_the_place_of_a_row_counts_hidden_ones_before_it(engine: str, tmp_path: Path) -> None:
    schema = made(engine, tmp_path)
    policy = Policy.from_dict({"required_filters": {"live": "gone = 0", "keyed": "gone = 0"}})
    for item in ("rowid", "max(rowid)", "live.rowid", "(SELECT rowid)"):
        assert codes(f"SELECT {item} FROM live WHERE gone = 0", schema, policy) == ["required_filter"]
    assert codes("SELECT nr FROM live WHERE gone = 0 ORDER BY rowid", schema, policy) == ["required_filter"]
    assert codes("SELECT rowid FROM live", schema, Policy()) == []
    is_key = engine == "sqlite"
    assert codes("SELECT rowid FROM keyed WHERE gone = 0", schema, policy) == ([] if is_key else ["required_filter"])
