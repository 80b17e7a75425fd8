"""MariaDB, the real one, through the engine for MySQL and MariaDB."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from answerable.kernel.errors import AnswerableError, BadSource, QueryFailed, QueryStopped, SourceUnavailable
from answerable.kernel.schema import DatabaseSchema, ForeignKey, Kind
from answerable.kernel.settings import Settings
from answerable.sources.engine import Limits
from answerable.sources.mysql.engine import MySQLEngine
from answerable.sources.source_opener import open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.sources.cases import load
from tests.sources.servers import PASSWORD, PASSWORD_IN_URL, Server, self_signed
from tests.waiting import wait_until

A_HANG = 30
"""Seconds; a connection that nobody limits waits more than two minutes."""

SHOP = (
    "CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL DEFAULT 'x' COMMENT 'As on the card', "
    "feels ENUM('glad','it''s') NULL, born DATE, is_vip TINYINT(1)) COMMENT 'Who buys'",
    "INSERT INTO people VALUES (1, 'Ann', 'glad', '1990-05-01', 1), (2, 'Bob', 'it''s', '1980-01-31', 0), "
    "(3, 'Bob', NULL, NULL, NULL)",
    "CREATE TABLE orders (id BIGINT UNSIGNED PRIMARY KEY, person INT, at DATETIME, amount DECIMAL(12,2), "
    "KEY (at), FOREIGN KEY (person) REFERENCES people (id))",
    "INSERT INTO orders SELECT seq, 1 + seq % 3, '2024-01-01' + INTERVAL seq HOUR, seq FROM seq_1_to_9000",
    "ANALYZE TABLE orders",
    "CREATE VIEW glad AS SELECT * FROM people WHERE feels = 'glad'",
    "CREATE TABLE `odd.name ``x``` (id INT)",
    "INSERT INTO `odd.name ``x``` VALUES (7)",
    "CREATE SEQUENCE counter",
    "CREATE FUNCTION wipe() RETURNS INT MODIFIES SQL DATA BEGIN DELETE FROM people; RETURN 1; END",
)


@pytest.fixture(scope="module")
def database(mariadb_server: Server) -> str:
    name = mariadb_server.new_database()
    mariadb_server.execute(*SHOP, database=name)
    return name


@pytest.fixture(scope="module")
def engine(mariadb_server: Server, database: str) -> Iterator[MySQLEngine]:
    engine = MySQLEngine(mariadb_server.url(database), 5.0)
    engine.open()
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def schema(engine: MySQLEngine) -> DatabaseSchema:
    return engine.read_schema(lambda what, share: None)


def rows(engine: MySQLEngine, sql: str) -> list[tuple[object, ...]]:
    table = engine.stream(sql, Limits()).read_all()
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))


@pytest.mark.parametrize("case", load("mariadb_types"), ids=lambda case: f"{case['column']} {case['insert']}")
def test_value_keeps_its_exact_type(
    engine: MySQLEngine, mariadb_server: Server, database: str, case: dict[str, str]
) -> None:
    mariadb_server.execute(
        "SET sql_mode = ''",
        f"CREATE OR REPLACE TABLE typed (v {case['column']} NULL)",
        f"INSERT INTO typed VALUES ({case['insert']})",
        database=database,
    )
    table = engine.stream("SELECT v FROM typed", Limits()).read_all()
    mariadb_server.execute("DROP TABLE typed", database=database)
    assert str(table.schema.field("v").type) == case["type"]
    assert str(table["v"][0].as_py()) == case["value"]


def test_timestamp_is_a_moment(engine: MySQLEngine, mariadb_server: Server, database: str) -> None:
    mariadb_server.execute(
        "SET time_zone = '+09:00'",
        "CREATE TABLE moments (at TIMESTAMP NULL)",
        "INSERT INTO moments VALUES ('2024-01-01 10:00:00'), (NULL)",
        database=database,
    )
    table = engine.stream("SELECT at FROM moments", Limits()).read_all()
    mariadb_server.execute("DROP TABLE moments", database=database)
    assert str(table.schema.field("at").type) == "timestamp[us, tz=UTC]"
    assert [str(value) for value in table["at"].to_pylist()] == ["2024-01-01 01:00:00+00:00", "None"]


def test_result_without_rows_has_its_types(engine: MySQLEngine) -> None:
    table = engine.stream("SELECT id, amount, at FROM orders WHERE FALSE", Limits()).read_all()
    assert [str(field.type) for field in table.schema] == ["uint64", "decimal128(12, 2)", "timestamp[us]"]


def test_percent_is_no_parameter(engine: MySQLEngine) -> None:
    assert rows(engine, "SELECT 7 % 4, '%s'") == [(3, "%s")]


@pytest.mark.parametrize("case", load("mariadb_writes"), ids=lambda case: case["sql"] or "empty")
def test_write_is_refused_by_the_session(engine: MySQLEngine, case: dict[str, str]) -> None:
    with pytest.raises(QueryFailed, match=r"read-only|not a query|multiple commands|syntax|Query was empty"):
        engine.stream(case["sql"], Limits())
    assert rows(engine, "SELECT COUNT(*) FROM people") == [(3,)]
    assert not Path("/tmp/answerable-should-not-exist").exists()


def test_nothing_a_query_set_outlives_it(engine: MySQLEngine) -> None:
    assert rows(engine, "SELECT @left := 5, GET_LOCK('mine', 1)") == [(5, 1)]
    assert rows(engine, "SELECT @left") == [(None,)]


def test_nul_byte_is_refused(engine: MySQLEngine) -> None:
    with pytest.raises(QueryFailed, match="NUL byte at position 9"):
        engine.stream("SELECT 1 \0", Limits())


@pytest.mark.parametrize(
    ("sql", "category"),
    [
        ("SELEC 1", "sql_syntax"),
        ("SELECT nope FROM people", "missing_column"),
        ("SELECT * FROM nope", "missing_column"),
        ("SELECT 'a' COLLATE utf8mb4_bin = 'b' COLLATE utf8mb4_general_ci", "type_mismatch"),
        ("SELECT ABS(1, 2)", "type_mismatch"),
        ("SELECT (SELECT id FROM people)", "other"),
    ],
)
def test_failure_has_its_category(engine: MySQLEngine, sql: str, category: str) -> None:
    with pytest.raises(QueryFailed) as failure:
        engine.stream(sql, Limits())
    assert failure.value.category == category
    assert "\n" not in failure.value.line()


def test_cut_recursion_is_a_failure(engine: MySQLEngine) -> None:
    with pytest.raises(QueryFailed, match="max_recursive_iterations") as failure:
        engine.stream("WITH RECURSIVE r AS (SELECT 1 a UNION ALL SELECT a + 1 FROM r) SELECT COUNT(*) FROM r", Limits())
    assert failure.value.category == "resource_exhausted"


def test_warnings_come_with_the_result(engine: MySQLEngine) -> None:
    reader = engine.stream("SELECT 1 / 0 AS v", Limits())
    assert reader.schema.metadata == {b"warnings": b'["Division by 0"]'} and engine.warnings == ["Division by 0"]
    engine.stream("SELECT 1", Limits())
    assert engine.warnings == []


def test_more_rows_than_the_limit_are_never_fetched(engine: MySQLEngine, mariadb_server: Server, database: str) -> None:
    sql = "SELECT a.seq /* endless rows */ FROM seq_1_to_100000000 a, seq_1_to_1000000 b"
    assert engine.stream(sql, Limits(rows=5_000, seconds=20)).read_all().num_rows == 5_001
    wait_until_gone(mariadb_server, "endless rows")


def test_estimate_multiplies_the_loops(engine: MySQLEngine) -> None:
    estimate = engine.estimate("SELECT * FROM orders")
    assert estimate is not None and estimate.rows is not None and 8_000 < estimate.rows < 10_000
    product = engine.estimate("SELECT * FROM orders a, people b")
    assert product is not None and product.rows is not None and product.rows > 20_000


def test_sample_gives_distinct_values(engine: MySQLEngine) -> None:
    assert sorted(map(str, engine.sample("people", "name", 10))) == ["Ann", "Bob"]
    assert engine.sample("odd.name `x`", "id", 10) == ["7"]


def test_unreadable_column_tells_nothing(engine: MySQLEngine) -> None:
    assert engine.sample("people", "nope", 10) == []


def test_schema_lists_what_can_be_asked(schema: DatabaseSchema) -> None:
    names = {table.qualified: table.is_view for table in schema.tables}
    assert names == {"people": False, "orders": False, "glad": True, "odd.name `x`": False}


def test_schema_describes_columns(schema: DatabaseSchema) -> None:
    people = schema.table("people")
    assert people is not None and people.primary_key == ("id",)
    assert (people.comment, people.row_estimate) == ("Who buys", 3)
    told = {column.name: (column.data_type, column.kind, column.nullable) for column in people.columns}
    assert told == {
        "id": ("int(11)", Kind.INTEGER, False),
        "name": ("varchar(40)", Kind.TEXT, False),
        "feels": ("enum('glad','it''s')", Kind.TEXT, True),
        "born": ("date", Kind.DATE, True),
        "is_vip": ("tinyint(1)", Kind.BOOLEAN, True),
    }
    name, feels, born = people.column("name"), people.column("feels"), people.column("born")
    assert name is not None and (name.default, name.comment) == ("'x'", "As on the card")
    assert name.common_values == ("Bob", "Ann") and name.distinct_estimate == 2
    assert feels is not None and feels.common_values == ("glad", "it's")
    assert born is not None and (born.minimum, born.maximum) == ("1980-01-31", "1990-05-01")


def test_schema_of_a_large_table(schema: DatabaseSchema) -> None:
    orders = schema.table("orders")
    assert orders is not None and orders.row_estimate is not None and 8_000 < orders.row_estimate < 10_000
    assert orders.foreign_keys == (ForeignKey(("person",), "people", ("id",)),)
    at = orders.column("at")
    assert at is not None and (at.minimum, at.maximum) == ("2024-01-01T01:00:00", "2025-01-10T00:00:00")


def test_url_without_database_names_every_table_in_full(mariadb_server: Server, database: str) -> None:
    engine = MySQLEngine(mariadb_server.url(""), 5.0)
    engine.open()
    tables = engine.read_schema(lambda what, share: None).tables
    assert f"{database}.people" in {table.qualified for table in tables}
    assert not {table.namespace for table in tables} & {"mysql", "information_schema", "sys"}
    orders = next(table for table in tables if table.qualified == f"{database}.orders")
    assert orders.foreign_keys[0].ref_table == f"{database}.people"


def test_wrong_password_is_said_and_not_shown(mariadb_server: Server, database: str) -> None:
    with pytest.raises(SourceUnavailable, match="Access denied for user 'owner'") as refusal:
        MySQLEngine(mariadb_server.url(database, password="CANARY-hunter2%40"), 5.0).open()
    assert "CANARY-hunter2" not in refusal.value.line() and "Check the user and the password" in refusal.value.hint


def cipher(url: str) -> str:
    engine = MySQLEngine(url, 5.0)
    engine.open()
    asked = "SELECT variable_value FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'"
    return str(rows(engine, asked)[0][0])


def test_what_goes_to_the_server_is_encrypted_if_it_can(mariadb_server: Server, database: str) -> None:
    assert cipher(mariadb_server.url(database)).startswith("TLS")


def test_certificate_is_checked_against_a_named_authority(
    mariadb_server: Server, database: str, tmp_path: Path
) -> None:
    url = mariadb_server.url(database)
    assert cipher(f"{url}?ssl_ca={mariadb_server.certificate}&ssl_verify_identity=true").startswith("TLS")
    other, _ = self_signed(tmp_path)
    with pytest.raises(SourceUnavailable, match="CERTIFICATE_VERIFY_FAILED"):
        cipher(f"{url}?ssl_ca={other}")


def test_unknown_database_is_named(mariadb_server: Server) -> None:
    with pytest.raises(SourceUnavailable, match="Unknown database 'nope'"):
        MySQLEngine(mariadb_server.url("nope"), 5.0).open()


@pytest.mark.parametrize("where", ["127.0.0.1:1", "no-such-host.invalid"])
def test_unreachable_server_is_said_in_time(where: str) -> None:
    started = time.monotonic()
    with pytest.raises(SourceUnavailable, match=r"could not be opened|did not answer within 5 s") as refusal:
        MySQLEngine(f"mysql://me:{PASSWORD_IN_URL}@{where}/x", 5.0).open()
    assert time.monotonic() - started < A_HANG
    assert PASSWORD not in refusal.value.line() and PASSWORD_IN_URL not in refusal.value.line()


def test_server_that_says_nothing_is_given_up(postgres_server: Server) -> None:
    """PostgreSQL waits for its client to speak first, MySQL for its server."""
    started = time.monotonic()
    with pytest.raises(SourceUnavailable):
        MySQLEngine(f"mysql://me:secret@127.0.0.1:{postgres_server.port}/x", 1.0).open()
    assert time.monotonic() - started < A_HANG


@pytest.mark.parametrize(
    "url", ["mysql://me:CANARY-hunter2@host:port/x", "mysql://me:CANARY-hunter2@host/x?init_command=DROP"]
)
def test_bad_url_shows_no_password(url: str) -> None:
    with pytest.raises(BadSource) as refusal:
        MySQLEngine(url, 5.0).open()
    assert "CANARY-hunter2" not in refusal.value.line()


ENDLESS = {
    "sleep": "SELECT SLEEP(3600)",
    "cross join": "SELECT COUNT(*) FROM seq_1_to_1000000 a, seq_1_to_1000000 b WHERE a.seq <> b.seq",
}


def is_running(server: Server, marker: str) -> bool:
    query = "SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND info LIKE '%{}%'"
    return server.execute(query.format(marker), database=server.home) != [(0,)]


def wait_until_gone(server: Server, marker: str) -> None:
    wait_until(lambda: not is_running(server, marker), "the end of the query in the server")


@pytest.mark.parametrize("kind", ENDLESS)
def test_endless_query_is_gone_after_its_limit(
    kind: str, mariadb_server: Server, database: str, tmp_path: Path
) -> None:
    marker = f"/* limit {kind} */"
    with open_source(mariadb_server.url(database), Settings(), folder=tmp_path) as source:
        with pytest.raises(QueryStopped) as stop:
            source.run(f"{ENDLESS[kind]} {marker}", Limits(seconds=1.0))
        wait_until_gone(mariadb_server, marker)
    assert stop.value.reason == "time"


@pytest.mark.parametrize("kind", ENDLESS)
def test_query_of_a_killed_worker_is_stopped_by_the_server(
    kind: str, mariadb_server: Server, database: str, tmp_path: Path
) -> None:
    marker = f"/* orphan {kind} */"
    with open_source(mariadb_server.url(database), Settings(), folder=tmp_path) as source:
        running = _run_quietly(source, f"{ENDLESS[kind]} {marker}", 2.0)
        while not (is_running(mariadb_server, marker) and (worker := source.worker_pid)):
            if not running.is_alive():  # its time was over before anybody saw it run
                running = _run_quietly(source, f"{ENDLESS[kind]} {marker}", 2.0)
        os.kill(worker, signal.SIGKILL)
        wait_until_gone(mariadb_server, marker)
        running.join()


def _run_quietly(source: WorkerSource, sql: str, seconds: float) -> threading.Thread:
    def run() -> None:
        with suppress(AnswerableError):
            source.run(sql, Limits(seconds=seconds))

    running = threading.Thread(target=run)
    running.start()
    return running


def _as_soon_as(happened: Callable[[], bool], act: Callable[[], object]) -> None:
    def wait() -> None:
        wait_until(happened)
        act()

    threading.Thread(target=wait).start()


def test_cancel_stops_the_query_in_the_engine(mariadb_server: Server, database: str, tmp_path: Path) -> None:
    marker = "/* cancel me */"
    with open_source(mariadb_server.url(database), Settings(), folder=tmp_path) as source:
        _as_soon_as(lambda: is_running(mariadb_server, marker), source.cancel)
        with pytest.raises(QueryStopped) as stop:
            source.run(f"SELECT SLEEP(3600) {marker}", Limits(seconds=3_600))
        wait_until_gone(mariadb_server, marker)
        assert source.run("SELECT 1 AS one", Limits()).table.to_pydict() == {"one": [1]}
    assert stop.value.reason == "cancelled"


def test_million_rows_are_cut_at_the_limit(mariadb_server: Server, database: str, tmp_path: Path) -> None:
    with open_source(mariadb_server.url(database), Settings(), folder=tmp_path) as source:
        result = source.run("SELECT seq FROM seq_1_to_1000001", Limits())
    assert result.is_truncated and result.table.num_rows == 10_000
    assert result.table["seq"].to_pylist() == list(range(1, 10_001))


def test_what_the_server_warns_of_reaches_the_result(mariadb_url: str, tmp_path: Path) -> None:
    with open_source(mariadb_url, Settings(), folder=tmp_path) as source:
        result = source.run("SELECT CAST('12 apples' AS SIGNED) AS n", Limits())
    assert result.table.to_pylist() == [{"n": 12}]
    assert "12 apples" in result.warnings[0]
