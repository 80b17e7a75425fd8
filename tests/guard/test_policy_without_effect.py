"""A policy that names nothing is a mistake that shows: when a question is asked, when a site is served, in `doctor`."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import answerable as package
from answerable.agent.context.folder_policy import load_policy
from answerable.agent.context.policies import demand_matched_names
from answerable.agent.context.policies.all_sources import check_policy
from answerable.kernel.errors import BadSetting
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from tests.cli.command import Finished, answerable
from tests.guard.policy_file import write_policy
from tests.guard.policy_holes import HOLES, setup
from tests.web.asking import Asker, owners_token
from tests.web.serving import serving

TABLE = tomllib.loads((HOLES / "names.toml").read_text("utf-8"))
MISSPELT = TABLE["wrong"][0]
BAD_SETTING = 2
QUESTION = "how many customers are there?"
VIEWS = {
    "customers_by_ssn": "SELECT id, name FROM customers ORDER BY ssn",
    "customers_by_mail": "SELECT id, name FROM customers ORDER BY email DESC",
    "early_customers": "SELECT id, name FROM customers WHERE ssn < '531-55-3000'",
}


def make_shop(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "shop.db")) as connection, connection:
        for statement in setup("sqlite", "first"):
            connection.execute(statement)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_shop(tmp_path)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> DatabaseSchema:
    folder = make_shop(tmp_path_factory.mktemp("shop"))
    with open_source("shop.db", Settings(), folder=folder) as source:
        return source.schema()


def said(done: Finished) -> str:
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("case", TABLE["wrong"], ids=lambda case: case["named"])
def test_a_policy_that_names_nothing_is_an_error(tmp_path: Path, schema: DatabaseSchema, case: dict[str, Any]) -> None:
    write_policy(tmp_path, case["policy"])
    with pytest.raises(BadSetting) as raised:
        demand_matched_names(load_policy(tmp_path, case.get("role")), [schema])
    assert f"'{case['named']}'" in raised.value.message


@pytest.mark.parametrize("case", TABLE["right"], ids=lambda case: str(case["policy"]))
def test_a_policy_that_names_what_is_there_is_no_error(
    tmp_path: Path, schema: DatabaseSchema, case: dict[str, Any]
) -> None:
    write_policy(tmp_path, case["policy"])
    demand_matched_names(load_policy(tmp_path, None), [schema])


@pytest.mark.parametrize(
    "words",
    [("ask", QUESTION, "--yes"), ("chat",), ("doctor",), ("serve", "--no-open", "--port", "0")],
    ids=lambda words: words[0],
)
def test_every_command_says_so(folder: Path, words: tuple[str, ...]) -> None:
    write_policy(folder, MISSPELT["policy"])
    done = answerable(*words, "--source", "shop.db", cwd=folder)
    assert done.returncode == BAD_SETTING, said(done)
    assert MISSPELT["named"] in said(done)


def test_each_line_of_a_batch_says_so(folder: Path) -> None:
    write_policy(folder, MISSPELT["policy"])
    line = json.dumps({"id": 1, "source": "shop.db", "question": QUESTION})
    found = json.loads(answerable("translate", "--batch", "-", cwd=folder, stdin=line).stdout)
    assert (found["sql"], found["error"]["code"]) == ("", "bad_setting")
    assert MISSPELT["named"] in found["error"]["message"]


def test_python_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    write_policy(folder, MISSPELT["policy"])
    with pytest.raises(BadSetting, match=r"custmers\.ssn"):
        package.ask(QUESTION, "shop.db")


def test_a_site_says_so_when_a_source_is_connected(folder: Path) -> None:
    write_policy(folder, MISSPELT["policy"])
    with serving(folder) as server, Asker.with_token(server, owners_token(server)) as asker:
        made = asker.client.post("/api/sources", json={"spec": "shop.db"})
        assert MISSPELT["named"] in made.text
        told = asker.ask(QUESTION)
    assert MISSPELT["named"] in str(told) and "12" not in str([event for event in told if event["type"] == "answer"])


def test_a_site_looks_at_the_policy_of_every_role(folder: Path) -> None:
    write_policy(folder, {"blocked_columns": ["customers.ssn"], "roles": {"a": {"masked_columns": ["custmers.email"]}}})
    [problem] = check_policy(["shop.db"], Settings(), folder).problems
    assert "custmers.email" in problem


def test_a_policy_that_names_what_is_there_is_obeyed(folder: Path) -> None:
    write_policy(folder, {"blocked_columns": ["customers.ssn", "customers.name"]})
    done = answerable("ask", QUESTION, "--source", "shop.db", "--yes", cwd=folder)
    assert (done.returncode, "12" in done.stdout) == (0, True), said(done)


def test_doctor_names_views_and_patterns_without_effect(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "shop.db")) as connection, connection:
        for name, query in VIEWS.items():
            connection.execute(f"CREATE VIEW {name} AS {query}")
    blocked = ["customers.ssn", TABLE["pattern"]["named"]]
    write_policy(folder, {"blocked_columns": blocked, "masked_columns": ["customers.email"]})
    found = said(answerable("doctor", "--source", "shop.db", cwd=folder))
    assert [name for name in (*VIEWS, TABLE["pattern"]["named"]) if name not in found] == []
    assert "customers_open" not in found
