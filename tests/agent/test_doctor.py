"""The doctor on real connections: too many rights are found, what it prescribes heals, and it has no general bypass."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import duckdb
import pytest

from answerable.agent.doctor import DoctorSeverity, Scorecard, check_installation, examine
from answerable.agent.doctor.probes import PROBES, Probe, probes_for
from answerable.agent.doctor.run_probes import Prober
from answerable.audit import AuditTrail, verify_log
from answerable.kernel.errors import AuditUnavailable, QueryFailed, Refused
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.sources import Limits
from tests.audit.judge import changed_on_purpose
from tests.sources.servers import Server

TABLES = ("CREATE TABLE books (id INT, title VARCHAR(40))", "INSERT INTO books VALUES (1, 'Dune')")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(workspace=str(tmp_path / "workspace"))


def card_of(spec: str, settings: Settings) -> Scorecard:
    [card] = examine([spec], settings)
    assert [outcome.probe for outcome in card.outcomes] == list(probes_for(card.dialect))
    assert all(outcome.guard_refuses for outcome in card.outcomes)
    return card


def open_walls(card: Scorecard) -> list[str]:
    return [outcome.probe.id for outcome in card.outcomes if not outcome.wall_holds]


def codes(card: Scorecard, severity: DoctorSeverity = DoctorSeverity.SERIOUS) -> list[str]:
    return [finding.code for finding in card.findings if finding.severity is severity]


def test_a_superuser_is_found_and_the_recipe_heals(postgres_server: Server, settings: Settings) -> None:
    database = postgres_server.new_database()
    extra = ('CREATE SCHEMA "Back Office"', 'CREATE TABLE "Back Office".papers (id int)')
    postgres_server.execute(*TABLES, *extra, database=database)
    sick = card_of(postgres_server.url(database), settings)
    assert (sick.is_serious, codes(sick), open_walls(sick)) == (True, ["superuser"], [])
    with carried_out(postgres_server, sick.recipe, database) as url:
        well = card_of(url, settings)
    assert (well.is_serious, well.findings, well.recipe, open_walls(well)) == (False, (), (), [])
    assert well.user == "answerable_reader"


@contextmanager
def carried_out(server: Server, recipe: tuple[str, ...], database: str) -> Iterator[str]:
    """The statements run exactly as printed; the URL of the user they made, who is gone afterwards."""
    server.execute(*recipe, database=database)
    try:
        yield server.url(database, user="answerable_reader", password="choose-a-password")
    finally:
        undo = ("DROP OWNED BY answerable_reader", "DROP ROLE answerable_reader")
        server.execute(
            *(undo if server.scheme == "postgresql" else ("DROP USER answerable_reader",)), database=database
        )


def test_a_role_that_may_write_is_told_what_to_revoke(postgres_server: Server, settings: Settings) -> None:
    database = postgres_server.new_database()
    setup = ("CREATE ROLE scribe LOGIN PASSWORD 'x'", "GRANT SELECT, INSERT ON books TO scribe")
    postgres_server.execute(*TABLES, *setup, database=database)
    try:
        url = postgres_server.url(database, user="scribe", password="x")
        sick = card_of(url, settings)
        assert (codes(sick), codes(sick, DoctorSeverity.ADVICE)) == (["write_tables"], ["writable_by_default"])
        postgres_server.execute(*(fix for finding in sick.findings for fix in finding.fix), database=database)
        assert card_of(url, settings).findings == ()
    finally:
        postgres_server.execute("DROP OWNED BY scribe", "DROP ROLE scribe", database=database)


def test_a_mariadb_user_with_every_right_is_found_and_the_recipe_heals(
    mariadb_server: Server, settings: Settings
) -> None:
    database = mariadb_server.new_database()
    mariadb_server.execute(*TABLES, database=database)
    sick = card_of(mariadb_server.url(database), settings)
    assert open_walls(sick) == ["my_load_file"], "FILE cannot be taken from a session, so the doctor must say so"
    assert codes(sick) == ["wall:my_load_file", "administer", "file", "grant_option", "write"]
    with carried_out(mariadb_server, sick.recipe, database) as url:
        well = card_of(url, settings)
    assert (well.findings, open_walls(well)) == ((), [])


def test_revoking_as_told_heals_a_mariadb_user(mariadb_server: Server, settings: Settings) -> None:
    database = mariadb_server.new_database()
    mariadb_server.execute(
        *TABLES,
        "CREATE USER scribe IDENTIFIED BY 'x'",
        "GRANT FILE, PROCESS ON *.* TO scribe",
        f"GRANT SELECT, INSERT, UPDATE ON {database}.* TO scribe WITH GRANT OPTION",
        database=database,
    )
    try:
        url = mariadb_server.url(database, user="scribe", password="x")
        sick = card_of(url, settings)
        assert codes(sick) == ["wall:my_load_file", "administer", "file", "grant_option", "write"]
        fixes = [fix for finding in sick.findings if finding.code != "local_infile" for fix in finding.fix]
        mariadb_server.execute(*fixes, database=database)
        assert card_of(url, settings).findings == ()
    finally:
        mariadb_server.execute("DROP USER scribe", database=database)


def test_a_sqlite_file_that_may_be_written_is_advice_only(tmp_path: Path, settings: Settings) -> None:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.executescript("CREATE TABLE t (a)")
    connection.close()
    card = card_of(str(tmp_path / "a.db"), settings)
    assert (card.is_serious, open_walls(card)) == (False, [])
    assert codes(card, DoctorSeverity.ADVICE) == ["file_writable"]
    assert card.findings[0].fix == (f"chmod a-w {tmp_path / 'a.db'}",)


def test_a_duckdb_file_has_every_way_out_closed(tmp_path: Path, settings: Settings) -> None:
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute("CREATE TABLE t (a INT)")
    card = card_of(str(tmp_path / "a.duckdb"), settings)
    assert (codes(card), open_walls(card)) == ([], [])


def test_files_are_as_closed_and_their_copies_private(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    card = card_of(str(tmp_path / "a.csv"), settings)
    assert (codes(card), open_walls(card)) == ([], [])
    Path(settings.workspace).chmod(0o700)
    assert card_of(str(tmp_path / "a.csv"), settings).findings == ()
    for folder in (Path(settings.workspace), *Path(settings.workspace).rglob("*")):
        folder.chmod(0o755)
    assert codes(card_of(str(tmp_path / "a.csv"), settings), DoctorSeverity.ADVICE) == ["cache_readable"]


def test_every_probe_is_recorded_under_its_rule(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    card_of(str(tmp_path / "a.csv"), settings)
    log = Path(settings.workspace) / "logs" / "data_agent_runs.jsonl"
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    by_rule = [entry["event_type"] for entry in entries if entry["event_data"].get("rule") == "doctor_probe"]
    assert by_rule == ["policy_decision", "tool_called"] * len(probes_for("duckdb"))
    assert verify_log(log).ok


@dataclass
class Scripted:
    """A source whose engine answers every statement with the same error."""

    says: str
    asked: int = 0
    dialect: str = "postgres"
    name: str = "scripted"
    kind: str = "sqlite"
    specs: tuple[str, ...] = ()
    is_locking: bool = False

    def run(self, sql: str, limits: Limits, progress: Any = None, under: Any = None) -> NoReturn:
        self.asked += 1
        raise QueryFailed(self.says)

    def schema(self, *, refresh: bool = False, progress: Any = None) -> DatabaseSchema:
        return DatabaseSchema("postgres", ())

    def cached_result(self, sql: str, limits: Limits) -> None: ...

    def estimate(self, sql: str) -> None: ...

    def rights(self) -> None: ...

    def sample(self, table: str, column: str, count: int) -> list[str]:
        return []

    def cancel(self) -> None: ...

    def close(self) -> None: ...


def prober(source: Scripted, log: Path) -> Prober:
    return Prober(source, source.schema(), AuditTrail(log), "request")


COPY_FILE = next(probe for probe in PROBES if probe.id == "pg_copy_file")


@pytest.mark.parametrize(
    ("says", "holds"),
    [("This is not a query.", True), ('could not open file "/nonexistent/x": No such file or directory', False)],
)
def test_an_engine_that_went_ahead_did_not_refuse(says: str, holds: bool, tmp_path: Path) -> None:
    assert prober(Scripted(says), tmp_path / "log").try_out(COPY_FILE).wall_holds is holds


@pytest.mark.parametrize(
    "foreign", [Probe("x", "postgres", "x", "SELECT 1"), replace(COPY_FILE), replace(COPY_FILE, sql="DROP TABLE t")]
)
def test_only_the_doctors_own_probes_get_past_the_guard(foreign: Probe, tmp_path: Path) -> None:
    source = Scripted("never asked")
    with pytest.raises(Refused):
        prober(source, tmp_path / "log").try_out(foreign)
    assert source.asked == 0
    assert '"decision": "refused"' in (tmp_path / "log").read_text()


def test_no_record_no_probe(tmp_path: Path) -> None:
    source = Scripted("never asked")
    (tmp_path / "log").mkdir()
    with pytest.raises(AuditUnavailable):
        prober(source, tmp_path / "log").try_out(COPY_FILE)
    assert source.asked == 0


def test_probes_have_names_of_their_own() -> None:
    assert len({probe.id for probe in PROBES}) == len(PROBES)
    assert all(len(probes_for(dialect)) >= 10 for dialect in ("postgres", "mysql", "sqlite", "duckdb"))


def test_a_sound_installation_passes(settings: Settings) -> None:
    checks = check_installation(settings)
    assert [check.name for check in checks] == ["python", "guard", "workspace", "audit trail", "drawing", "drivers"]
    assert all(check.ok for check in checks), checks


def test_a_trail_that_was_changed_is_seen(settings: Settings) -> None:
    trail = AuditTrail(Path(settings.workspace) / "logs" / "data_agent_runs.jsonl")
    for number in range(3):
        trail.append("r", "request_submitted", {"number": number}, "system")
    changed_on_purpose(trail.path).write_text(trail.path.read_text().replace('"number": 1', '"number": 7'))
    [audit] = [check for check in check_installation(settings) if check.name == "audit trail"]
    assert not audit.ok and "Line 2" in audit.said


def test_a_workspace_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    checks = check_installation(Settings(workspace=str(tmp_path / "taken" / "workspace")))
    [workspace] = [check for check in checks if check.name == "workspace"]
    assert not workspace.ok and "--workspace" in workspace.fix


def test_the_servers_own_database_name_is_quoted(postgres_server: Server, settings: Settings) -> None:
    postgres_server.execute('CREATE DATABASE "t_Odd Name"', database=postgres_server.home)
    url = postgres_server.url("t_Odd%20Name")
    assert urlsplit(url).path.endswith("Name")
    [card] = examine([url], settings)
    assert 'GRANT CONNECT ON DATABASE "t_Odd Name" TO answerable_reader;' in card.recipe
