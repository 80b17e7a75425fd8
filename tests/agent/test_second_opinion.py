"""On real engines: where the guard was wrong, the second opinion stops the answer, names the column and no value."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from answerable.agent import open_run_context
from answerable.agent.execution.executor import Executor
from answerable.agent.execution.second_opinion import samples_for
from answerable.guard import Policy, check
from answerable.kernel.errors import Refused
from answerable.kernel.settings import Settings
from answerable.sources import Limits
from tests.sources.made import ENGINES, make_database

PEOPLE = [(number, f"Person {number}", f"mail{number}@example.org", f"4711-{number:04}-X") for number in range(40)]
TABLES = (
    "CREATE TABLE customers (id INTEGER, name VARCHAR(40), email VARCHAR(60), ssn VARCHAR(20))",
    *(f"INSERT INTO customers VALUES {person}" for person in PEOPLE),
)
POLICY = Policy.from_dict({"blocked_columns": ["customers.ssn"], "masked_columns": ["customers.email"]})
HOLES = (
    "SELECT id, ssn FROM customers",
    "SELECT name || ' <' || email || '>' AS x FROM customers",
    "SELECT upper(email) AS x FROM customers",
)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_the_guard_missed_is_stopped(
    engine: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    spec = make_database(request, tmp_path, engine, TABLES)
    with open_run_context([spec], Settings()) as run_context:
        [source] = run_context.sources
        schema, record = source.schema(), run_context.new_record()
        executor = Executor(source, record, "one", samples=samples_for(source, schema, POLICY))
        for sql in HOLES:
            if engine == "mariadb":
                sql = sql.replace("name || ' <' || email || '>'", "concat(name, ' <', email, '>')")
            planted = check(sql, dialect=source.dialect, schema=schema)  # as if there were no policy
            with pytest.raises(Refused, match=r"restricted column 'customers\.(ssn|email)'") as raised:
                executor.run(sql, planted, Limits())
            assert "@" not in raised.value.line() and "4711" not in raised.value.line()
        honest = "SELECT id, name FROM customers"
        assert executor.run(honest, check(honest, dialect=source.dialect, schema=schema), Limits()).table.num_rows == 40
        record.flush()
        written = run_context.trail.path.read_text("utf-8")
    assert '"second_opinion"' in written and "customers.ssn" in written
    assert '"not_compared"' not in written
    assert "mail7@example.org" not in written and "4711-0007" not in written


def test_columns_that_could_not_be_sampled_are_recorded(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    spec = make_database(request, tmp_path, "sqlite", TABLES)
    with open_run_context([spec], Settings(workspace=str(tmp_path / "workspace"))) as run_context:
        [source] = run_context.sources
        schema = source.schema()
        with closing(sqlite3.connect(spec)) as connection, connection:
            connection.execute("ALTER TABLE customers RENAME TO clients")
        samples = samples_for(source, schema, POLICY)
        assert samples is not None and samples.unread == ("customers.email", "customers.ssn")
        honest, record = "SELECT 1 AS one", run_context.new_record()
        executor = Executor(source, record, "one", samples=samples)
        executor.run(honest, check(honest, dialect=source.dialect, schema=schema, policy=POLICY), Limits())
        record.flush()
        assert '"not_compared": ["customers.email", "customers.ssn"]' in run_context.trail.path.read_text("utf-8")


def test_values_that_an_open_column_of_the_name_holds_are_no_match(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    shared = "CREATE TABLE suppliers AS SELECT id, email FROM customers"
    spec = make_database(request, tmp_path, "sqlite", (*TABLES, shared))
    with open_run_context([spec], Settings(workspace=str(tmp_path / "workspace"))) as run_context:
        [source] = run_context.sources
        samples = samples_for(source, source.schema(), POLICY)
        assert samples is not None and set(samples.columns.values()) == {"customers.ssn"}


def test_it_costs_nothing_where_no_column_is_restricted(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    spec = make_database(request, tmp_path, "sqlite", TABLES)
    with open_run_context([spec], Settings(workspace=str(tmp_path / "workspace"))) as run_context:
        assert run_context.samples(run_context.sources[0]) is None
