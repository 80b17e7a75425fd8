"""What a person said of a query."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from answerable.agent.approval_rules import Decision, Preview, is_edit, is_low_risk, is_surely_cheap, say_yes
from answerable.sources import Estimate

CASES = tomllib.loads((Path(__file__).parent / "cases" / "edits.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["given"][:40])
def test_only_other_sql_is_an_edit(case: dict[str, Any]) -> None:
    assert is_edit(case["shown"], case["given"]) is case["is_edit"]


# -- what runs without being asked about --------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "cheap"), [(0, True), (5_000_000, True), (5_000_001, False), (None, False)])
def test_up_to_five_million_rows_are_cheap(rows: int | None, cheap: bool) -> None:
    assert is_surely_cheap(rows) is cheap
    assert is_low_risk(None, rows) is cheap
    assert is_low_risk(Estimate(None, None), rows) is cheap
    assert is_low_risk(Estimate(rows, None), None) is cheap


def test_the_engines_own_estimate_goes_before_the_size_of_the_tables() -> None:
    assert is_low_risk(Estimate(10, None), 10**9)
    assert not is_low_risk(Estimate(10**9, None), 10)
    assert is_low_risk(Estimate(0, None), 10**9)


def test_yes_given_beforehand_is_known_as_such() -> None:
    decision = say_yes(Preview("q", "SELECT 1", ""))
    assert (decision.approved, decision.is_beforehand, decision.edited_sql) == (True, True, None)


def test_a_decision_is_not_taken_for_one_given_beforehand() -> None:
    assert not Decision(approved=True).is_beforehand
