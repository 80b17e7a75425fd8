"""PostgreSQL, the real one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from answerable.kernel.errors import AnswerableError, BadSource, QueryFailed, QueryStopped, SourceUnavailable
from answerable.kernel.schema import DatabaseSchema, ForeignKey, Kind
from answerable.kernel.settings import Settings
from answerable.sources.engine import Limits, Widened
from answerable.sources.postgres.engine import PostgresEngine
from answerable.sources.source_opener import open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.sources.cases import load
from tests.sources.servers import PASSWORD, PASSWORD_IN_URL, Server
from tests.waiting import PATIENCE, wait_until

A_HANG = 30
"""Seconds; a connection that nobody limits waits more than two minutes."""

SHOP = (
    "CREATE TYPE mood AS ENUM ('glad', 'sad')",
    "CREATE DOMAIN cents AS integer NOT NULL",
    "CREATE TABLE people (id int PRIMARY KEY, name text NOT NULL DEFAULT 'x', feels mood, born date, "
    "owes cents DEFAULT 0)",
    "COMMENT ON TABLE people IS 'Who buys'",
    "COMMENT ON COLUMN people.name IS 'As on the card'",
    "INSERT INTO people VALUES (1, 'Ann', 'glad', '1990-05-01'), (2, 'Bob', 'sad', '1980-01-31'), "
    "(3, 'Bob', NULL, NULL)",
    "CREATE TABLE orders (id bigint PRIMARY KEY, person int REFERENCES people, at timestamptz, amount numeric(12,2), "
    "city text)",
    "INSERT INTO orders SELECT i, 1 + i % 3, timestamptz '2024-01-01+00' + i * interval '1 hour', i, "
    "'City ' || i % 300 FROM generate_series(1, 9000) i",
    "CREATE VIEW glad AS SELECT * FROM people WHERE feels = 'glad'",
    "CREATE MATERIALIZED VIEW totals AS SELECT person, sum(amount) AS total FROM orders GROUP BY person",
    "CREATE SCHEMA back",
    'CREATE TABLE back."odd.name ""x""" (id int, person int REFERENCES people)',
    'INSERT INTO back."odd.name ""x""" VALUES (7, 1)',
    "CREATE TABLE events (id int, day date) PARTITION BY RANGE (day)",
    "CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
    "INSERT INTO events VALUES (1, '2024-05-05')",
    "CREATE SEQUENCE counter",
    "ANALYZE orders",
)


def fetched(engine: PostgresEngine, sql: str, limits: Limits) -> pa.Table:
    """All of it, as the worker reads it."""
    try:
        return engine.stream(sql, limits).read_all()
    except Widened as anew:
        return anew.reader.read_all()


@pytest.fixture(scope="module")
def database(postgres_server: Server) -> str:
    name = postgres_server.new_database()
    postgres_server.execute(*SHOP, database=name)
    return name


@pytest.fixture(scope="module")
def engine(postgres_server: Server, database: str) -> Iterator[PostgresEngine]:
    engine = PostgresEngine(postgres_server.url(database), 5.0)
    engine.open()
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def schema(engine: PostgresEngine) -> DatabaseSchema:
    return engine.read_schema(lambda what, share: None)


def rows(engine: PostgresEngine, sql: str, limits: Limits | None = None) -> list[tuple[object, ...]]:
    table = engine.stream(sql, limits or Limits()).read_all()
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))


@pytest.mark.parametrize("case", load("postgres_types"), ids=lambda case: case["sql"])
def test_value_keeps_its_exact_type(engine: PostgresEngine, case: dict[str, str]) -> None:
    table = fetched(engine, f"SELECT {case['sql']} AS v", Limits())
    assert str(table.schema.field("v").type) == case["type"]
    assert str(table["v"][0].as_py()) == case["value"]


def test_text_fallback_is_noted(engine: PostgresEngine) -> None:
    field = fetched(engine, "SELECT date 'infinity' AS v", Limits()).schema.field("v")
    assert b"kept as it came" in field.metadata[b"note"]


def test_plain_numeric_has_the_scale_its_values_need(engine: PostgresEngine) -> None:
    table = fetched(engine, "SELECT v FROM (VALUES (1.5), (-22.125), (NULL)) t(v)", Limits())
    assert [str(value) for value in table["v"].to_pylist()] == ["1.500", "-22.125", "None"]


def test_result_without_rows_has_its_types(engine: PostgresEngine) -> None:
    table = fetched(engine, "SELECT id, amount, at FROM orders WHERE false", Limits())
    assert [str(field.type) for field in table.schema] == ["int64", "decimal128(12, 2)", "timestamp[us, tz=UTC]"]


def test_columns_may_share_a_name(engine: PostgresEngine) -> None:
    assert rows(engine, "SELECT 1 AS a, 2 AS a") == [(1, 2)]


def test_percent_and_colon_are_no_parameters(engine: PostgresEngine) -> None:
    assert rows(engine, "SELECT 7 % 4, '%s :x $1'") == [(3, "%s :x $1")]


@pytest.mark.parametrize("case", load("postgres_writes"), ids=lambda case: case["sql"] or "empty")
def test_write_is_refused_by_the_session(engine: PostgresEngine, case: dict[str, str]) -> None:
    with pytest.raises(QueryFailed, match=r"read-only|not a query|multiple commands|syntax|Query was empty"):
        fetched(engine, case["sql"], Limits())
    assert rows(engine, "SELECT count(*) FROM people") == [(3,)]
    assert not Path("/tmp/answerable-should-not-exist").exists()


def test_nothing_a_query_set_outlives_it(engine: PostgresEngine) -> None:
    fetched(engine, "SELECT set_config('search_path', 'nowhere', false), pg_advisory_lock(1)", Limits())
    assert rows(engine, "SELECT count(*) FROM people") == [(3,)]
    assert rows(engine, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]


def test_notification_of_a_query_is_never_sent(engine: PostgresEngine, postgres_server: Server, database: str) -> None:
    with psycopg.connect(postgres_server.url(database), autocommit=True) as listener:
        listener.execute("LISTEN rumour")
        fetched(engine, "SELECT pg_notify('rumour', 'x')", Limits())
        postgres_server.execute("NOTIFY rumour, 'all that there is'", database=database)
        heard = listener.notifies(timeout=PATIENCE, stop_after=1)
        assert [notice.payload for notice in heard] == ["all that there is"]


def test_nul_byte_is_refused(engine: PostgresEngine) -> None:
    with pytest.raises(QueryFailed, match="NUL byte at position 9"):
        fetched(engine, "SELECT 1 \0; DELETE FROM people", Limits())


@pytest.mark.parametrize(
    ("sql", "category"),
    [
        ("SELEC 1", "sql_syntax"),
        ("SELECT nope FROM people", "missing_column"),
        ("SELECT * FROM nope", "missing_column"),
        ("SELECT name + 1 FROM people", "type_mismatch"),
        ("SELECT 'a'::int", "type_mismatch"),
        ("SELECT 1 / (id - id) FROM people", "other"),
        ("SELECT repeat('x', 2000000000)", "resource_exhausted"),
    ],
)
def test_failure_has_its_category(engine: PostgresEngine, sql: str, category: str) -> None:
    with pytest.raises(QueryFailed) as failure:
        fetched(engine, sql, Limits())
    assert failure.value.category == category
    assert "\n" not in failure.value.line()


def test_failed_query_leaves_the_session_usable(engine: PostgresEngine) -> None:
    with pytest.raises(QueryFailed):
        fetched(engine, "SELECT 1 / 0", Limits())
    assert rows(engine, "SELECT 1") == [(1,)]


def test_more_rows_than_the_limit_are_never_fetched(engine: PostgresEngine) -> None:
    table = fetched(engine, "SELECT generate_series(1, 1000000000000)", Limits(rows=5_000, seconds=20))
    assert table.num_rows == 5_001


def test_closed_connection_is_opened_again(engine: PostgresEngine, postgres_server: Server, database: str) -> None:
    rows(engine, "SELECT 1")
    postgres_server.execute(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "  # and wait until it has ended
        f"WHERE datname = '{database}' AND pid <> pg_backend_pid()",
        database=postgres_server.home,
    )
    assert rows(engine, "SELECT 1") == [(1,)]


def test_connection_lost_in_a_query_says_so(engine: PostgresEngine, postgres_server: Server) -> None:
    sql = "SELECT pg_sleep(3600) /* lost */"
    end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = '{sql}'"
    _as_soon_as(
        lambda: is_running(postgres_server, "/* lost */"),
        lambda: postgres_server.execute(end, database=postgres_server.home),
    )
    with pytest.raises(SourceUnavailable, match="closed the connection"):
        rows(engine, sql)


def test_estimate_is_the_planners(engine: PostgresEngine) -> None:
    estimate = engine.estimate("SELECT * FROM orders")
    assert estimate is not None and estimate.rows == 9_000 and estimate.cost is not None and estimate.cost > 0


def test_estimate_runs_nothing(engine: PostgresEngine) -> None:
    assert engine.estimate("SELECT pg_sleep(3600)") is not None  # else it is stopped at its limit, which raises


def test_sample_gives_distinct_values(engine: PostgresEngine) -> None:
    assert sorted(map(str, engine.sample("people", "name", 10))) == ["Ann", "Bob"]
    assert engine.sample('back.odd.name "x"', "id", 10) == [7]


def test_unreadable_column_tells_nothing(engine: PostgresEngine) -> None:
    assert engine.sample("people", "nope", 10) == []


def test_schema_lists_what_can_be_asked(schema: DatabaseSchema) -> None:
    names = {table.qualified: table.is_view for table in schema.tables}
    expected = {
        "people": False,
        "orders": False,
        "glad": True,
        "totals": True,
        "events": False,
        'back.odd.name "x"': False,
    }
    assert names == expected


def test_schema_describes_columns(schema: DatabaseSchema) -> None:
    people = schema.table("people")
    assert people is not None and people.comment == "Who buys" and people.primary_key == ("id",)
    told = {column.name: (column.data_type, column.kind, column.nullable) for column in people.columns}
    assert told == {
        "id": ("integer", Kind.INTEGER, False),
        "name": ("text", Kind.TEXT, False),
        "feels": ("mood", Kind.TEXT, True),
        "born": ("date", Kind.DATE, True),
        "owes": ("cents", Kind.INTEGER, False),
    }
    name, born = people.column("name"), people.column("born")
    assert name is not None and (name.default, name.comment) == ("'x'::text", "As on the card")
    assert name.common_values == ("Bob", "Ann") and name.distinct_estimate == 2
    assert born is not None and (born.minimum, born.maximum) == ("1980-01-31", "1990-05-01")


def test_schema_of_a_large_table_comes_from_statistics(schema: DatabaseSchema) -> None:
    orders = schema.table("orders")
    assert orders is not None and orders.row_estimate == 9_000
    assert orders.foreign_keys == (ForeignKey(("person",), "people", ("id",)),)
    at, person = orders.column("at"), orders.column("person")
    assert at is not None and (at.minimum, at.maximum) == ("2024-01-01T01:00:00+00:00", "2025-01-10T00:00:00+00:00")
    assert person is not None and person.distinct_estimate == 3


def test_rare_values_of_a_large_table_are_known_too(schema: DatabaseSchema) -> None:
    orders = schema.table("orders")
    city = orders and orders.column("city")
    assert city and city.distinct_estimate == 300
    assert sorted(city.common_values) == sorted(f"City {number}" for number in range(300))


def test_small_table_is_counted(schema: DatabaseSchema) -> None:
    people, events = schema.table("people"), schema.table("events")
    assert people is not None and people.row_estimate == 3
    assert events is not None and events.row_estimate == 1


def test_fingerprint_is_the_same_on_another_connection(
    schema: DatabaseSchema, postgres_server: Server, database: str
) -> None:
    other = PostgresEngine(postgres_server.url(database), 5.0)
    other.open()
    assert other.read_schema(lambda what, share: None).fingerprint == schema.fingerprint
    other.close()


def test_only_readable_tables_and_columns_are_listed(postgres_server: Server, database: str) -> None:
    postgres_server.execute(
        f"CREATE ROLE clerk LOGIN PASSWORD '{PASSWORD}'",
        "GRANT SELECT (id, name) ON people TO clerk",
        database=database,
    )
    clerk = PostgresEngine(postgres_server.url(database, user="clerk"), 5.0)
    clerk.open()
    tables = clerk.read_schema(lambda what, share: None).tables
    clerk.close()
    assert [(table.name, [column.name for column in table.columns]) for table in tables] == [("people", ["id", "name"])]


def test_wrong_password_is_said_and_not_shown(postgres_server: Server, database: str) -> None:
    with pytest.raises(SourceUnavailable, match="password authentication failed") as refusal:
        PostgresEngine(postgres_server.url(database, password="CANARY-hunter2%40"), 5.0).open()
    assert "CANARY-hunter2" not in refusal.value.line() and "Check the user and the password" in refusal.value.hint


def test_unknown_database_is_named(postgres_server: Server) -> None:
    with pytest.raises(SourceUnavailable, match='database "nope" does not exist'):
        PostgresEngine(postgres_server.url("nope"), 5.0).open()


@pytest.mark.parametrize("where", ["127.0.0.1:1", "no-such-host.invalid"])
def test_unreachable_server_is_said_in_time(where: str) -> None:
    started = time.monotonic()
    with pytest.raises(SourceUnavailable, match=r"could not be opened|did not answer within 5 s") as refusal:
        PostgresEngine(f"postgresql://me:{PASSWORD_IN_URL}@{where}/x", 5.0).open()
    assert time.monotonic() - started < A_HANG
    assert PASSWORD not in refusal.value.line() and PASSWORD_IN_URL not in refusal.value.line()


def test_bad_url_shows_no_password() -> None:
    with pytest.raises((BadSource, SourceUnavailable)) as refusal:
        PostgresEngine("postgresql://me:CANARY-hunter2@[::1/x", 5.0).open()
    assert "CANARY-hunter2" not in refusal.value.line()


ENDLESS = {
    "sleep": "SELECT pg_sleep(3600)",
    "cross join": "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b WHERE a <> b",
}


def is_running(server: Server, marker: str) -> bool:
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() "
        f"AND position('{marker}' IN query) > 0"
    )
    return server.execute(query, database=server.home) != [(0,)]


def wait_until_gone(server: Server, marker: str) -> None:
    wait_until(lambda: not is_running(server, marker), "the end of the query in the server")


@pytest.mark.parametrize("kind", ENDLESS)
def test_endless_query_is_gone_after_its_limit(
    kind: str, postgres_server: Server, database: str, tmp_path: Path
) -> None:
    marker = f"/* limit {kind} */"
    with open_source(postgres_server.url(database), Settings(), folder=tmp_path) as source:
        with pytest.raises(QueryStopped) as stop:
            source.run(f"{ENDLESS[kind]} {marker}", Limits(seconds=1.0))
        wait_until_gone(postgres_server, marker)
    assert stop.value.reason == "time"


@pytest.mark.parametrize("kind", ENDLESS)
def test_query_of_a_killed_worker_is_stopped_by_the_server(
    kind: str, postgres_server: Server, database: str, tmp_path: Path
) -> None:
    marker = f"/* orphan {kind} */"
    with open_source(postgres_server.url(database), Settings(), folder=tmp_path) as source:
        running = _run_quietly(source, f"{ENDLESS[kind]} {marker}", 2.0)
        while not (is_running(postgres_server, marker) and (worker := source.worker_pid)):
            if not running.is_alive():  # its time was over before anybody saw it run
                running = _run_quietly(source, f"{ENDLESS[kind]} {marker}", 2.0)
        os.kill(worker, signal.SIGKILL)
        wait_until_gone(postgres_server, marker)
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


def test_cancel_stops_the_query_in_the_engine(postgres_server: Server, database: str, tmp_path: Path) -> None:
    marker = "/* cancel me */"
    with open_source(postgres_server.url(database), Settings(), folder=tmp_path) as source:
        _as_soon_as(lambda: is_running(postgres_server, marker), source.cancel)
        with pytest.raises(QueryStopped) as stop:
            source.run(f"SELECT pg_sleep(3600) {marker}", Limits(seconds=3_600))
        wait_until_gone(postgres_server, marker)
        assert source.run("SELECT 1 AS one", Limits()).table.to_pydict() == {"one": [1]}
    assert stop.value.reason == "cancelled"


def test_million_rows_are_cut_at_the_limit(postgres_server: Server, database: str, tmp_path: Path) -> None:
    with open_source(postgres_server.url(database), Settings(), folder=tmp_path) as source:
        result = source.run("SELECT i FROM generate_series(1, 1000001) i", Limits())
    assert result.is_truncated and result.table.num_rows == 10_000
    assert result.table["i"].to_pylist() == list(range(1, 10_001))


def test_endless_date_among_the_last_rows_is_shown_with_all_others(engine: PostgresEngine) -> None:
    sql = (
        "SELECT CASE i WHEN 50000 THEN date 'infinity' ELSE date '2024-02-29' END AS d FROM generate_series(1, 50000) i"
    )
    days = fetched(engine, sql, Limits(rows=100_000))["d"]
    assert (len(days), days[0].as_py(), days[49_999].as_py()) == (50_000, "2024-02-29", "infinity")


@pytest.mark.parametrize("edge", ["0001-01-01", "9999-12-31", "1999-12-31"])
def test_edges_of_the_calendar_are_dates(engine: PostgresEngine, edge: str) -> None:
    sql = f"SELECT date '{edge}' AS d, timestamp '{edge} 23:59:59.999999' AS t, timestamptz '{edge} 12:00+00' AS z"
    table = fetched(engine, sql, Limits())
    assert [str(table[name][0].as_py()) for name in "dtz"] == [
        edge, f"{edge} 23:59:59.999999", f"{edge} 12:00:00+00:00"
    ]  # fmt: skip
