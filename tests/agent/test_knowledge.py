"""Knowledge from the context to the answer: the path, the trust level, what was applied, and nothing that is hidden."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from answerable.agent.context.open_context import open_run_context
from answerable.agent.context.run_context import RunContext
from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.agent.trust import trust_level
from answerable.answers import Answer, to_dict
from answerable.kernel.errors import NeedsClarification, NotInTheData, Refused
from answerable.kernel.knowledge import (
    BusinessRule,
    CanonicalMetric,
    Known,
    TableKnowledge,
    VerifiedQuery,
    applied_entry,
)
from answerable.kernel.messages import msg
from answerable.kernel.settings import Settings

SECRET = "payslips"
HEADCOUNT = CanonicalMetric("Headcount", "People who have not left", "SELECT COUNT(*) FROM staff WHERE left_on IS NULL")
TEAMS = VerifiedQuery("Team sizes", "How large are the teams?", "SELECT team, COUNT(*) AS n FROM staff GROUP BY team")
KNOWN = Known(
    metrics=(HEADCOUNT, CanonicalMetric("Labour cost", "What we pay", f"SELECT SUM(amount) FROM {SECRET}")),
    verified_queries=(TEAMS, VerifiedQuery("Pay", "What did we pay?", f"SELECT SUM(amount) FROM {SECRET}")),
    rules=(
        BusinessRule("Contractors", "They are missing", applies_to_tables=("staff",)),
        BusinessRule("Pay day", f"{SECRET} come late", applies_to_tables=("staff", SECRET)),
    ),
    tables=(TableKnowledge(SECRET, synonyms=("wages",), data_quality_notes=("in cents",)),),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with sqlite3.connect(tmp_path / "firm.db") as connection:
        connection.executescript(
            f"""CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, team TEXT, left_on DATE);
            CREATE TABLE {SECRET} (id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff (id), amount INTEGER);
            INSERT INTO staff VALUES (1, 'Ann', 'Sales', NULL), (2, 'Bob', 'Sales', '2025-01-01'),
                                     (3, 'Cat', 'Legal', NULL);
            INSERT INTO {SECRET} VALUES (1, 1, 100), (2, 2, 250);"""
        )
    connection.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def run_context(folder: Path) -> Iterator[RunContext]:
    settings = Settings(confirm="never")
    with open_run_context([str(folder / "firm.db")], settings, folder=folder, today=date(2026, 11, 15)) as opened:
        yield replace(opened, known=KNOWN)


def ask(folder: Path, question: str) -> Answer:
    with run_context(folder) as opened:
        return answer_of(Agent(opened).ask(Question(question)))


def hide(folder: Path) -> None:
    (folder / "answerable.toml").write_text('[policy]\nallowed_tables = ["staff"]\n', encoding="utf-8")


def test_a_metric_is_governed(folder: Path) -> None:
    answer = ask(folder, "headcount by team")
    assert answer.path == "metric"
    assert answer.trust.level == "governed"
    assert answer.trust.reasons[0] == "'Headcount' is computed as it is defined."
    assert sorted(answer.table.to_pydict()["team"]) == ["Legal", "Sales"]
    assert answer.table.to_pydict()["headcount"] == [1, 1]


def test_a_verified_query_is_verified(folder: Path) -> None:
    answer = ask(folder, "please tell me how large the teams are")
    assert (answer.path, answer.trust.level) == ("verified_query", "verified")
    assert answer.trust.reasons == ("The verified query 'Team sizes' answered.",)


def test_provenance_lists_what_was_applied(folder: Path) -> None:
    provenance = to_dict(ask(folder, "headcount"))["provenance"]
    named = [(one["kind"], one["name"]) for one in provenance["applied"]]
    assert named == [("metric", "Headcount"), ("business_rule", "Contractors"), ("business_rule", "Pay day")]
    assert provenance["applied"][0]["version"] == applied_entry(HEADCOUNT).version
    assert "Contractors: They are missing" in provenance["assumptions"]


def test_the_record_names_versions(folder: Path) -> None:
    ask(folder, "headcount")
    lines = (folder / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text(encoding="utf-8").splitlines()
    plan = next(line for line in map(json.loads, lines) if line["event_type"] == "plan_created")
    assert f"metric Headcount {applied_entry(HEADCOUNT).version}" in plan["event_data"]["applied"]


def test_where_nothing_was_applied_nothing_is_listed(folder: Path) -> None:
    with run_context(folder) as opened:
        answer = answer_of(Agent(replace(opened, known=Known())).ask(Question("how many staff")))
    assert answer.provenance.applied == ()
    assert answer.trust.level in ("checked", "unverified")


def test_edited_sql_is_nobodys_definition() -> None:
    assert trust_level(0.98, (), True, "metric", (applied_entry(HEADCOUNT),)).level == "unverified"


def test_caveats_are_said_of_what_was_verified_too() -> None:
    trust = trust_level(0.98, (msg("checks.no_rows"),), False, "verified_query", (applied_entry(TEAMS),))
    assert trust.level == "verified"
    assert trust.reasons[-1] == msg("checks.no_rows")


@pytest.mark.parametrize("question", ["labour cost", "labour cost by team", "What did we pay?", "total wages"])
def test_knowledge_of_hidden_tables_is_neither_used_nor_told(folder: Path, question: str) -> None:
    hide(folder)
    with run_context(folder) as opened, pytest.raises((NeedsClarification, NotInTheData, Refused)) as refused:
        answer_of(Agent(opened).ask(Question(question)))
    told = f"{refused.value} {getattr(refused.value, 'clarification', '')}"
    assert "What we pay" not in told
    assert "verified" not in told
    assert "in cents" not in told


def test_rules_that_also_speak_of_hidden_tables_are_not_told(folder: Path) -> None:
    hide(folder)
    answer = ask(folder, "headcount")
    assert answer.trust.level == "governed"
    assert SECRET not in json.dumps(to_dict(answer), default=str)
