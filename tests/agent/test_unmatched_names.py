"""A policy that names nothing is an error wherever a source is opened, never a hole."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import answerable
from answerable.agent import examine, open_run_context
from answerable.kernel.errors import BadSetting
from answerable.kernel.settings import Settings
from tests.cli.command import answerable as command

LINE = "Policy 'blocked_columns': 'custmers.ssn' names no column of this source. Did you mean 'customers.ssn'?"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with sqlite3.connect("shop.db") as connection:
        connection.executescript(
            "CREATE TABLE customers (id INTEGER, ssn TEXT); CREATE VIEW by_ssn AS SELECT id FROM customers ORDER BY ssn"
        )
    connection.close()
    return tmp_path


def misspell(entry: str = "custmers.ssn") -> None:
    Path("answerable.toml").write_text(f'[policy]\nblocked_columns = ["{entry}"]\n')


def test_python_and_the_doctor_refuse_it() -> None:
    misspell()
    for opened in (lambda: answerable.ask("How many customers?", "shop.db"), lambda: examine(["shop.db"], Settings())):
        with pytest.raises(BadSetting) as raised:
            opened()
        assert raised.value.message == LINE


@pytest.mark.parametrize("words", [("ask", "How many customers?", "--source"), ("serve", "--port", "0", "--source")])
def test_commands_end_with_2_and_the_line(words: tuple[str, ...], folder: Path) -> None:
    misspell()
    done = command(*words, "shop.db", cwd=folder)
    assert (done.returncode, LINE in done.stderr) == (2, True)


def test_a_table_that_vanishes_closes_the_source(folder: Path) -> None:
    misspell("customers.ssn")
    with open_run_context(["shop.db"], Settings()) as run_context:
        with sqlite3.connect("shop.db") as connection:
            connection.execute("ALTER TABLE customers RENAME TO clients")
        connection.close()
        with pytest.raises(BadSetting, match=r"'customers\.ssn' names no column"):
            run_context.view(run_context.sources[0], refresh=True)


def test_the_doctor_names_views_that_the_policy_closes() -> None:
    misspell("customers.ssn")
    [card] = examine(["shop.db"], Settings())
    [finding] = [one for one in card.findings if one.code == "view:by_ssn"]
    assert "customers.ssn" in finding.message and "view_lineage" in finding.fix[0]
