"""A policy that names nothing is a mistake that shows: when a question is asked, when a site is served, in `doctor`."""

from __future__ import annotations

import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Finished, answerable
from tests.guard.policy_file import write_policy
from tests.guard.policy_holes import HOLES, setup

TABLE = tomllib.loads((HOLES / "names.toml").read_text("utf-8"))
BAD_SETTING = 2
QUESTION = "how many customers are there?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as connection, connection:
        for statement in setup("sqlite", "first"):
            connection.execute(statement)
    return tmp_path


def said(done: Finished) -> str:
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("case", TABLE["wrong"], ids=lambda case: case["named"])
def test_a_question_under_a_policy_that_names_nothing_is_an_error(folder: Path, case: dict[str, Any]) -> None:
    write_policy(folder, case["policy"])
    done = answerable("ask", QUESTION, "--source", "shop.db", "--yes", cwd=folder)
    assert done.returncode == BAD_SETTING, said(done)
    assert case["named"] in said(done)


@pytest.mark.parametrize("case", TABLE["wrong"][:4], ids=lambda case: case["named"])
def test_doctor_names_what_a_policy_names_in_vain(folder: Path, case: dict[str, Any]) -> None:
    write_policy(folder, case["policy"])
    done = answerable("doctor", "--source", "shop.db", cwd=folder)
    assert done.returncode != 0
    assert case["named"] in said(done)


def test_a_site_is_not_served_under_a_policy_that_names_nothing(folder: Path) -> None:
    write_policy(folder, TABLE["wrong"][0]["policy"])
    done = answerable("serve", "--no-open", "--port", "0", "--source", "shop.db", cwd=folder)
    assert done.returncode == BAD_SETTING, said(done)
    assert "custmers.ssn" in said(done)


@pytest.mark.parametrize("case", TABLE["right"], ids=lambda case: str(case["policy"]))
def test_a_policy_that_names_what_is_there_is_obeyed(folder: Path, case: dict[str, Any]) -> None:
    write_policy(folder, case["policy"])
    done = answerable("ask", QUESTION, "--source", "shop.db", "--yes", cwd=folder)
    assert done.returncode == 0, said(done)
    assert "12" in done.stdout


@pytest.mark.parametrize("view", ["customers_by_ssn", "customers_by_mail", "early_customers"])
def test_doctor_names_views_that_sort_or_filter_by_restricted_columns(folder: Path, view: str) -> None:
    with closing(sqlite3.connect(folder / "shop.db")) as connection, connection:
        connection.execute("CREATE VIEW customers_by_ssn AS SELECT id, name FROM customers ORDER BY ssn")
        connection.execute("CREATE VIEW customers_by_mail AS SELECT id, name FROM customers ORDER BY email DESC")
        connection.execute("CREATE VIEW early_customers AS SELECT id, name FROM customers WHERE ssn < '531-55-3000'")
    write_policy(folder, {"blocked_columns": ["customers.ssn"], "masked_columns": ["customers.email"]})
    done = answerable("doctor", "--source", "shop.db", cwd=folder)
    assert view in said(done)
    assert "customers_open" not in said(done)
