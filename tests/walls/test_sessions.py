"""What one query leaves in its session, the next does not find; and how text is read is not the server's choice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from answerable.kernel.errors import CouldNotAnswer
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.mysql.server import plain_mode
from tests.sources.servers import Server
from tests.walls.conftest import Besieged
from tests.walls.statements import FOLDER

LIMITS = Limits(rows=10, seconds=5)
CASES = [json.loads(line) for line in (FOLDER / "sessions.jsonl").read_text("utf-8").splitlines()]


def test_nothing_is_left_for_the_next_query(library: Besieged) -> None:
    tried = 0
    for case in CASES:
        if case["dialect"] == library.prepared.dialect:
            for statement in case["leave"]:
                with suppress(CouldNotAnswer):
                    library.source.run(statement, LIMITS)
            seen = library.source.run(case["look"], LIMITS).table["v"].to_pylist()
            assert seen == [case["sees"]], case
            tried += 1
    assert tried >= 3


FOREIGN_MODE = "ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES"


@pytest.fixture
def mariadb_in_another_mode(mariadb_server: Server) -> Iterator[str]:
    before = mariadb_server.execute("SELECT @@GLOBAL.sql_mode", database="mysql")[0][0]
    mariadb_server.execute(f"SET GLOBAL sql_mode = '{FOREIGN_MODE}'", database="mysql")
    yield mariadb_server.url(mariadb_server.new_database())
    mariadb_server.execute(f"SET GLOBAL sql_mode = '{before}'", database="mysql")


def test_text_is_read_as_it_was_judged(mariadb_in_another_mode: str, tmp_path: Path) -> None:
    sql = r"""SELECT "text" AS a, 'it\'s' AS b, 0 || 0 AS c, @@sql_mode AS d"""
    with open_source(mariadb_in_another_mode, Settings(), folder=tmp_path) as source:
        [row] = source.run(sql, LIMITS).table.to_pylist()
    assert row == {"a": "text", "b": "it's", "c": 0, "d": "ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES"}


def test_a_mode_that_is_plain_stays_as_it_is() -> None:
    assert plain_mode("STRICT_TRANS_TABLES,NO_ZERO_DATE") == "STRICT_TRANS_TABLES,NO_ZERO_DATE"
    assert plain_mode("") == ""


def test_a_superusers_own_schema_is_still_found(postgres_server: Server, tmp_path: Path) -> None:
    """`$user` in the search path means who connected, not whom the session stepped down to."""
    database = postgres_server.new_database()
    postgres_server.execute(
        "CREATE SCHEMA owner", "CREATE TABLE owner.mine AS SELECT 7 AS n", "ANALYZE", database=database
    )
    with open_source(postgres_server.url(database), Settings(), folder=tmp_path) as source:
        assert source.run("SELECT n FROM mine", LIMITS).table.to_pylist() == [{"n": 7}]
        assert [table.name for table in source.schema().tables] == ["mine"]


def test_rows_hidden_from_readers_are_not_left_out_silently(postgres_server: Server, tmp_path: Path) -> None:
    database = postgres_server.new_database()
    postgres_server.execute(
        "CREATE TABLE guarded AS SELECT 1 AS n", "ALTER TABLE guarded ENABLE ROW LEVEL SECURITY", database=database
    )
    with (
        open_source(postgres_server.url(database), Settings(), folder=tmp_path) as source,
        pytest.raises(CouldNotAnswer, match="row-level security") as refused,
    ):
        source.run("SELECT count(*) FROM guarded", LIMITS)
    assert "connect as a role" in refused.value.hint
