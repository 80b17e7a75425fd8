"""On four engines: two databases that differ only in hidden values give the same, row by row, in the same order.

Masked values are renamed (equal ones alike), blocked ones replaced, aggregate-only ones exchanged within their groups.
Restricted columns are indexed, so that an engine has every chance to show their order.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest

from answerable import guard
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.audit import AuditTrail
from answerable.guard import Policy
from answerable.kernel.errors import QueryFailed, Refused
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.engine import Limits
from tests.guard.case_files import FOLDER

DIALECTS = ("sqlite", "duckdb", "postgres", "mysql")
CANARY = "canary"
POLICY = Policy.from_dict(
    {
        "masked_columns": ["staff.email", "badges.mail"],
        "blocked_columns": ["staff.phone"],
        "aggregate_only_columns": ["staff.salary"],
    }
)
LIMITS = Limits(rows=100, seconds=20)


@dataclass(frozen=True)
class Pair:
    dialect: str
    schema: DatabaseSchema
    executors: tuple[Executor, Executor]


def script(*, second: bool) -> list[str]:
    text = "VARCHAR(60)"
    lines = [
        f"CREATE TABLE teams (id INTEGER PRIMARY KEY, title {text})",
        f"CREATE TABLE staff (id INTEGER PRIMARY KEY, name {text}, city {text}, email {text}, phone {text},"
        " salary INTEGER, team_id INTEGER)",
        f"CREATE TABLE badges (id INTEGER PRIMARY KEY, staff_id INTEGER, mail {text}, level {text})",
        *(f"CREATE INDEX staff_{column} ON staff ({column})" for column in ("email", "phone", "salary")),
        "CREATE INDEX staff_city_email ON staff (city, email)",
        "CREATE INDEX badges_mail ON badges (mail)",
        "INSERT INTO teams VALUES (0, 'Sales'), (1, 'Legal')",
    ]
    for n in range(1, 25):
        email = "NULL" if n % 7 == 0 else f"'{_hidden(n % 9, second=second)}'"
        phone = f"'{CANARY}{100 - n if second else 100 + n}'"
        pay = 1000 + (24 - n + 2 * ((n - 1) % 6 + 1) - 6 if second else n)
        lines.append(f"INSERT INTO staff VALUES ({n}, 'Name {n}', 'town{n % 3}', {email}, {phone}, {pay}, {n % 2})")
        level = "one" if n == 7 else f"level{n % 4}"
        lines.append(f"INSERT INTO badges VALUES ({n}, {n}, '{_hidden(n % 5, second=second)}', '{level}')")
    return lines


def _hidden(number: int, *, second: bool) -> str:
    """Other texts, of other lengths, in another order."""
    return f"{'z' * (9 - number)}{CANARY}@{100 - number}" if second else f"{CANARY}-a{number}"


def _file_sqlite(_: pytest.FixtureRequest, folder: Path, lines: list[str]) -> str:
    with sqlite3.connect(folder / "a.db") as connection:
        connection.executescript(";".join(lines))
    connection.close()
    return str(folder / "a.db")


def _file_duckdb(_: pytest.FixtureRequest, folder: Path, lines: list[str]) -> str:
    with duckdb.connect(str(folder / "a.duckdb")) as connection:
        connection.execute(";".join(lines))
    return str(folder / "a.duckdb")


def _server(fixture: str) -> Callable[[pytest.FixtureRequest, Path, list[str]], str]:
    def prepare(request: pytest.FixtureRequest, _: Path, lines: list[str]) -> str:
        server = request.getfixturevalue(fixture)
        database = server.new_database()
        server.execute(*lines, database=database)
        return str(server.url(database))

    return prepare


PREPARE = {
    "sqlite": _file_sqlite,
    "duckdb": _file_duckdb,
    "postgres": _server("postgres_server"),
    "mysql": _server("mariadb_server"),
}


@pytest.fixture(scope="module", params=DIALECTS)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    sources = []
    for second in (False, True):
        folder = tmp_path_factory.mktemp(request.param)
        spec = PREPARE[request.param](request, folder, script(second=second))
        sources.append((open_source(spec, Settings(), folder=folder), folder))
    executors = [Executor(source, RunRecord(AuditTrail(folder / "log")), "r") for source, folder in sources]
    yield Pair(request.param, sources[0][0].schema(), (executors[0], executors[1]))
    for source, _ in sources:
        source.close()


def cases(kind: str, dialect: str) -> Iterator[tuple[str, str]]:
    heading = re.compile(r"-- (\w+)(?:: ([^(]+?))?(?: \(([\w, ]+)\))?")
    wanted, detail, dialects = "", "", DIALECTS
    for line in (FOLDER / "hidden_values.sql").read_text("utf-8").splitlines():
        if found := heading.fullmatch(line):
            wanted, detail = found[1], found[2] or ""
            dialects = tuple(found[3].split(", ")) if found[3] else DIALECTS
        elif wanted == kind and dialect in dialects:
            yield line, detail


def seen(executor: Executor, sql: str, pair: Pair) -> Any:
    """All that leaves the executor."""
    verdict = guard.check(sql, dialect=pair.dialect, schema=pair.schema, policy=POLICY)
    assert verdict.allowed, (sql, verdict.errors)
    try:
        result = executor.run(sql, verdict, LIMITS)
    except (QueryFailed, Refused) as error:
        return type(error).__name__, error.message
    return result.table.to_pydict(), result.table.schema, result.is_truncated, result.warnings, result.fingerprint


def test_what_passes_is_the_same_whatever_the_hidden_values(pair: Pair) -> None:
    ran = 0
    for sql, _ in cases("same", pair.dialect):
        one, two = (seen(executor, sql, pair) for executor in pair.executors)
        assert CANARY not in repr(one), sql
        assert one == two, sql
        ran += one[0] != "QueryFailed"
    assert ran >= 40


def test_too_few_left_out_are_refused_before_the_query_runs(pair: Pair) -> None:
    refused = 0
    for sql, detail in cases("few", pair.dialect):
        for executor in pair.executors:
            verdict = guard.check(sql, dialect=pair.dialect, schema=pair.schema, policy=POLICY)
            if not verdict.allowed:
                assert {finding.code for finding in verdict.errors} <= {"aggregate_only", "fan_out"}, sql
                continue
            with pytest.raises(Refused, match=f"leaves out {detail}"):
                executor.run(sql, verdict, LIMITS)
            refused += 1
    assert refused >= 18


def test_what_would_tell_is_refused(pair: Pair) -> None:
    for sql, _ in cases("refused", pair.dialect):
        verdict = guard.check(sql, dialect=pair.dialect, schema=pair.schema, policy=POLICY)
        codes = {finding.code for finding in verdict.errors}
        assert codes and "internal" not in codes, (sql, codes)
