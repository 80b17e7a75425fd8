"""Any other SQLAlchemy URL, shown on SQLite's dialect, the one that is always there."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.kernel.errors import (
    AnswerableError,
    BadSource,
    MissingExtra,
    QueryFailed,
    QueryStopped,
    SourceUnavailable,
)
from answerable.kernel.schema import DatabaseSchema, ForeignKey, Kind
from answerable.sources.engine import Limits
from answerable.sources.sqlalchemy_url.engine import SQLAlchemyEngine
from tests.sources.by_sqlalchemy import open_by_sqlalchemy
from tests.sources.servers import Server

SHOP = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'x', born DATE);
INSERT INTO people VALUES (1, 'Ann', '1990-05-01'), (2, 'Bob', '1980-01-31'), (3, 'Bob', NULL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, person INTEGER REFERENCES people (id), amount NUMERIC(12, 2), note, photo BLOB
);
INSERT INTO orders VALUES (1, 1, 1.5, 'a', x'00ff'), (2, 1, 2, 7, NULL);
CREATE VIEW glad AS SELECT * FROM people;
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(SHOP)
    connection.close()
    return path


@pytest.fixture
def engine(file: Path) -> Iterator[SQLAlchemyEngine]:
    engine = SQLAlchemyEngine(f"sqlite+pysqlite:///{file}", 5.0)
    engine.open()
    yield engine
    engine.close()


@pytest.fixture
def schema(engine: SQLAlchemyEngine) -> DatabaseSchema:
    return engine.read_schema(lambda what, share: None)


def test_dialect_has_sqlglots_name(engine: SQLAlchemyEngine) -> None:
    assert engine.dialect == "sqlite"


def test_values_keep_their_types(engine: SQLAlchemyEngine) -> None:
    table = engine.stream("SELECT id, photo, NULL AS blank, '5%' AS share FROM orders", Limits()).read_all()
    assert [str(field.type) for field in table.schema] == ["int64", "binary", "string", "string"]
    assert table.to_pylist()[0] == {"id": 1, "photo": b"\x00\xff", "blank": None, "share": "5%"}


def test_column_of_mixed_values_becomes_text(engine: SQLAlchemyEngine) -> None:
    assert engine.stream("SELECT note FROM orders", Limits()).read_all().to_pydict() == {"note": ["a", "7"]}


def test_result_without_rows_has_its_columns(engine: SQLAlchemyEngine) -> None:
    assert engine.stream("SELECT id, name FROM people WHERE 0", Limits()).read_all().column_names == ["id", "name"]


@pytest.mark.parametrize(
    "sql", ["DELETE FROM people", "INSERT INTO people VALUES (9, 'x', NULL) RETURNING id", "BEGIN"]
)
def test_write_is_refused_by_the_session(engine: SQLAlchemyEngine, sql: str) -> None:
    with pytest.raises(QueryFailed):
        engine.stream(sql, Limits())
    assert engine.stream("SELECT count(*) AS n FROM people", Limits()).read_all().to_pydict() == {"n": [3]}


def test_rows_stop_after_the_limit(engine: SQLAlchemyEngine) -> None:
    endless = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r"
    assert engine.stream(endless, Limits(rows=5_000)).read_all().num_rows == 5_001


def test_interrupt_stops_the_query(engine: SQLAlchemyEngine) -> None:
    over = threading.Event()

    def interrupt() -> None:
        while not over.wait(0.1):  # what does not run yet is not stopped
            engine.interrupt()

    threading.Thread(target=interrupt).start()
    try:
        with pytest.raises(QueryStopped) as stop:
            engine.stream(
                "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r", Limits()
            )
    finally:
        over.set()
    assert stop.value.reason == "cancelled"


@pytest.mark.parametrize(
    ("sql", "category"),
    [
        ("SELEC 1", "sql_syntax"),
        ("SELECT nope FROM people", "missing_column"),
        ("SELECT * FROM nope", "missing_column"),
    ],
)
def test_failure_has_its_category(engine: SQLAlchemyEngine, sql: str, category: str) -> None:
    with pytest.raises(QueryFailed) as failure:
        engine.stream(sql, Limits())
    assert failure.value.category == category


def test_nul_byte_is_refused(engine: SQLAlchemyEngine) -> None:
    with pytest.raises(QueryFailed, match="NUL byte"):
        engine.stream("SELECT 1 \0", Limits())


def test_schema_is_the_inspectors(schema: DatabaseSchema) -> None:
    assert {table.qualified: table.is_view for table in schema.tables} == {
        "people": False,
        "orders": False,
        "glad": True,
    }
    people, orders = schema.table("people"), schema.table("orders")
    assert people is not None and orders is not None
    assert people.primary_key == ("id",) and people.row_estimate == 3
    assert orders.foreign_keys == (ForeignKey(("person",), "people", ("id",)),)
    name, born = people.column("name"), people.column("born")
    assert name is not None and (name.kind, name.nullable, name.default) == (Kind.TEXT, False, "'x'")
    assert name.common_values == ("Bob", "Ann")
    assert born is not None and (born.minimum, born.maximum) == ("1980-01-31", "1990-05-01")


def test_sample_gives_distinct_values(engine: SQLAlchemyEngine) -> None:
    assert sorted(map(str, engine.sample("people", "name", 10))) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("url", "error", "says"),
    [
        ("nonsense://me:CANARY-hunter2@host/x", BadSource, "'nonsense' is not a kind of source"),
        ("snowflake://me:CANARY-hunter2@host/x", MissingExtra, "pip install 'snowflake-sqlalchemy'"),
        ("mssql+pyodbc://me:CANARY-hunter2@host/x", MissingExtra, "pip install pyodbc"),
        ("mssql+pyodbc://me:CANARY-hunter2@host:port/x", BadSource, "not a URL that can be read"),
        ("sqlite+pysqlite:////no/such/folder/x.db", SourceUnavailable, "unable to open database file"),
        ("postgresql+psycopg://me:CANARY-hunter2@127.0.0.1:1/x", SourceUnavailable, "Connection refused"),
    ],
)
def test_bad_url_is_said_and_no_password_shown(url: str, error: type[AnswerableError], says: str) -> None:
    with pytest.raises(error) as refusal:
        SQLAlchemyEngine(url, 5.0).open()
    assert says in refusal.value.line() and "CANARY-hunter2" not in refusal.value.line()


def test_works_across_the_process_border(file: Path, tmp_path: Path) -> None:
    with open_by_sqlalchemy(f"sqlite+pysqlite:///{file}", tmp_path) as source:
        assert source.run("SELECT count(*) AS n FROM people", Limits()).table.to_pydict() == {"n": [3]}
        assert source.schema().table("people") is not None


@pytest.mark.parametrize("driver", ["postgresql+psycopg", "mysql+pymysql"])
def test_session_is_read_only_where_the_dialect_knows_how(driver: str, request: pytest.FixtureRequest) -> None:
    name = "postgres_server" if driver.startswith("postgresql") else "mariadb_server"
    server: Server = request.getfixturevalue(name)
    database = server.new_database()
    server.execute(
        "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(9))", "INSERT INTO t VALUES (1, '5%')", database=database
    )
    engine = SQLAlchemyEngine(driver + server.url(database)[len(server.scheme) :], 5.0)
    engine.open()
    with pytest.raises(QueryFailed):
        engine.stream("INSERT INTO t VALUES (2, 'x') RETURNING id", Limits())
    assert engine.stream("SELECT id, name FROM t WHERE name LIKE '5%'", Limits()).read_all().to_pylist() == [
        {"id": 1, "name": "5%"}
    ]
    found = engine.read_schema(lambda what, share: None).table("t")
    assert found is not None and found.primary_key == ("id",) and found.columns[1].common_values == ("5%",)
    engine.close()
