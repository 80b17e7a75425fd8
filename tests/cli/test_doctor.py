"""`answerable doctor` as scripts and people use it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.audit.judge import changed_on_purpose
from tests.cli.command import answerable
from tests.sources.servers import PASSWORD, Server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    connection = sqlite3.connect(tmp_path / "shop.db")
    connection.executescript("CREATE TABLE orders (id INTEGER)")
    connection.close()
    return tmp_path


def test_without_a_source_it_checks_the_installation(folder: Path) -> None:
    done = answerable("doctor", cwd=folder)
    assert done.returncode == 0, done.stderr
    for name in ("python", "workspace", "audit trail", "drawing", "drivers"):
        assert name in done.stdout


def test_json_has_its_keys_and_nothing_else_on_stdout(folder: Path) -> None:
    done = answerable("doctor", "--source", "shop.db", "--json", cwd=folder)
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert list(report) == ["checks", "sources"]
    [card] = report["sources"]
    assert list(card) == ["source", "dialect", "user", "is_serious", "probes", "findings", "recipe"]
    assert list(card["probes"][0]) == ["id", "title", "sql", "guard_refuses", "wall_holds", "privilege", "said"]
    assert all(probe["guard_refuses"] and probe["wall_holds"] for probe in card["probes"])
    assert [list(finding) for finding in card["findings"]] == [["code", "severity", "message", "fix"]]


def test_a_superuser_is_serious_and_the_way_out_is_printed(folder: Path, postgres_server: Server) -> None:
    database = postgres_server.new_database()
    postgres_server.execute("CREATE TABLE books (id int)", database=database)
    done = answerable("doctor", "--source", postgres_server.url(database), cwd=folder)
    assert done.returncode == 3
    assert "is a superuser" in done.stdout
    assert f"GRANT CONNECT ON DATABASE {database} TO answerable_reader;" in done.stdout
    assert "GRANT SELECT ON ALL TABLES IN SCHEMA public TO answerable_reader;" in done.stdout
    assert "privilege" in done.stdout and "open" not in done.stdout.split("privilege")[1].split("serious")[0]
    assert PASSWORD not in done.stdout + done.stderr


def test_a_trail_that_was_changed_is_serious(folder: Path) -> None:
    log = folder / ".answerable" / "logs" / "data_agent_runs.jsonl"
    log.parent.mkdir(parents=True)
    changed_on_purpose(log).write_text('{"not": "ours"}\n')
    done = answerable("doctor", cwd=folder)
    assert done.returncode == 3
    assert "Line 1" in done.stdout


def test_a_source_that_is_not_there_is_bad_input(folder: Path) -> None:
    done = answerable("doctor", "--source", "missing.db", cwd=folder)
    assert done.returncode == 2
    assert "There is no file or folder 'missing.db'" in done.stderr


def test_help_says_the_exit_codes(folder: Path) -> None:
    assert "3 something serious" in answerable("doctor", "--help", cwd=folder).stdout
