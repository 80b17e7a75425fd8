"""What engines tell of a connection's rights."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.settings import Settings
from answerable.sources import Rights, open_source
from answerable.sources.duckdb_file.rights import open_settings
from answerable.sources.mysql.rights import parse_grants
from answerable.sources.source_rights import Right, rights_from_json
from tests.sources.by_sqlalchemy import open_by_sqlalchemy
from tests.sources.cases import load
from tests.sources.servers import Server

GRANTS: list[dict[str, Any]] = list(load("mysql_grants"))


@pytest.mark.parametrize("case", GRANTS, ids=lambda case: case["grants"][0])
def test_grants_are_taken_apart(case: dict[str, Any]) -> None:
    assert {right.code: list(right.on) for right in parse_grants(case["grants"])} == case["held"]


def test_rights_cross_the_border_whole() -> None:
    rights = Rights("'a'@'%'", (Right("write", ("x", "y")), Right("file")), {"databases": ("shop",)})
    packed = {"user": rights.user, "held": [{"code": "write", "on": ["x", "y"]}, {"code": "file", "on": []}]}
    assert rights_from_json(json.loads(json.dumps({**packed, "facts": {"databases": ["shop"]}}))) == rights


def test_a_setting_that_is_open_or_unknown_is_named() -> None:
    closed = open_settings([("enable_external_access", "true"), ("access_mode", "read_only")])
    assert "enable_external_access = true" in closed and "lock_configuration = None" in closed
    assert not any(setting.startswith("access_mode") for setting in closed)


def test_the_write_ahead_log_is_told(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t (a);")
    connection.close()
    with open_source(str(tmp_path / "a.db"), Settings(), folder=tmp_path) as source:
        rights = source.rights()
    assert rights is not None and rights.right("write_ahead_log") and rights.facts["journal_mode"] == ("wal",)


def test_an_engine_nobody_knows_tells_nothing(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "a.db").close()
    with open_by_sqlalchemy(f"sqlite+pysqlite:///{tmp_path / 'a.db'}", tmp_path) as source:
        assert source.rights() is None


def test_a_role_with_a_little_too_much(postgres_server: Server, tmp_path: Path) -> None:
    database = postgres_server.new_database()
    postgres_server.execute(
        "CREATE TABLE books (id int)",
        'CREATE TABLE "Odd Name" (id int)',
        "CREATE ROLE little LOGIN CREATEDB PASSWORD 'x'",
        'GRANT SELECT, INSERT ON "Odd Name" TO little',
        "GRANT UPDATE (id) ON books TO little",
        "GRANT CREATE ON SCHEMA public TO little",
        "GRANT pg_read_server_files TO little",
        database=database,
    )
    try:
        url = postgres_server.url(database, user="little", password="x")
        with open_source(url, Settings(), folder=tmp_path) as source:
            rights = source.rights()
    finally:
        postgres_server.execute("DROP OWNED BY little", "DROP ROLE little", database=database)
    assert rights is not None and rights.user == "little"
    assert {right.code: right.on for right in rights.held} == {
        "createdb": (),
        "server_roles": ("pg_read_server_files",),
        "write_tables": ('"Odd Name"', "books"),
        "create_in_schemas": ("public",),
        "writable_by_default": ("default_transaction_read_only",),
    }
