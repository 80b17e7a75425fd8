"""What goes wrong is put right at most twice, on real engines; what may not be changed is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from answerable.agent.approval_rules import Decision
from answerable.agent.context.open_context import open_run_context
from answerable.agent.context.run_context import RunContext
from answerable.agent.events import Answered, ApprovalNeeded, Event, Failed, QueryWritten
from answerable.agent.question import Question
from answerable.agent.resumable_run import ResumableAgent
from answerable.agent.run import Agent
from answerable.answers.answer import Answer
from answerable.kernel.errors import QueryFailed, QueryStopped, Refused
from answerable.kernel.knowledge import Category, Known, UseColumn, UseValue, VerifiedQuery
from answerable.kernel.settings import Settings
from tests.agent.shop import ENDLESS, TODAY, Fixed, all_events, make_shop, shop_context
from tests.sources.servers import Server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_shop(tmp_path)
    return tmp_path


def told(folder: Path, *sqls: str, path: str = "embedded", **changes: Any) -> list[Event]:
    with shop_context(folder, translator=Fixed(*sqls, path=path), **changes) as run_context:
        return all_events(Agent(run_context).ask, Question("what is asked"))


def answered(events: list[Event]) -> Answer:
    last = events[-1]
    assert isinstance(last, Answered), last
    return last.answer


def failed(events: list[Event]) -> Exception:
    last = events[-1]
    assert isinstance(last, Failed), last
    return last.error


def written(events: list[Event]) -> list[str]:
    return [event.query.sql for event in events if isinstance(event, QueryWritten)]


# -- names --------------------------------------------------------------------------------------------------------


def test_a_column_that_is_misspelled_is_corrected_said_and_learned(folder: Path) -> None:
    answer = answered(told(folder, "SELECT SUM(ammount) AS total FROM orders"))
    assert answer.table.to_pylist() == [{"total": 83}]
    assert "'orders.ammount' is 'orders.amount'" in answer.provenance.caveats[0]
    assert answer.trust.level == "unverified"
    learning = answer.learning
    assert learning is not None
    assert (learning.category, learning.applies_to_tables) == (Category.NAMING, ("orders",))
    assert learning.effect == UseColumn("orders.ammount", "orders.amount")
    assert learning.corrected_sql == answer.sql != learning.original_sql
    assert "ammount" in learning.original_error


def test_a_table_that_is_misspelled_is_corrected(folder: Path) -> None:
    answer = answered(told(folder, "SELECT COUNT(*) AS n FROM custommers"))
    assert answer.table.to_pylist() == [{"n": 3}]


def test_a_name_that_resembles_nothing_is_refused_as_it_was(folder: Path) -> None:
    error = failed(told(folder, "SELECT SUM(velocity) AS total FROM orders"))
    assert isinstance(error, Refused)
    assert "velocity" in str(error)


def test_the_next_reading_is_tried_where_it_is_likely(folder: Path) -> None:
    events = told(folder, "SELECT SUM(velocity) AS v FROM orders", "SELECT COUNT(*) AS n FROM orders")
    answer = answered(events)
    assert answer.table.to_pylist() == [{"n": 4}]
    assert any("next likely" in caveat for caveat in answer.provenance.caveats)


def test_hidden_columns_do_not_stand_in_for_others(folder: Path) -> None:
    (folder / "answerable.toml").write_text('[policy]\nblocked_columns = ["orders.amount"]\n', encoding="utf-8")
    error = failed(told(folder, "SELECT SUM(ammount) AS total FROM orders"))
    assert isinstance(error, Refused)


# -- values -------------------------------------------------------------------------------------------------------


def test_a_value_is_found_however_it_is_spelled(folder: Path) -> None:
    answer = answered(told(folder, "SELECT COUNT(*) AS n FROM orders WHERE status = 'Active'"))
    assert answer.table.to_pylist() == [{"n": 2}]
    assert "orders.status is spelled 'active', not 'Active'." in answer.provenance.assumptions
    assert answer.learning is not None
    assert answer.learning.effect == UseValue("orders.status", "Active", "active")


def test_a_value_that_does_not_occur_is_said(folder: Path) -> None:
    answer = answered(told(folder, "SELECT COUNT(*) AS n FROM orders WHERE status = 'lost'"))
    assert answer.learning is None
    assert "No row has status 'lost'; values are 'active', 'closed'." in answer.provenance.caveats


# -- dialects -----------------------------------------------------------------------------------------------------


def test_sql_of_another_dialect_is_carried_over(folder: Path) -> None:
    answer = answered(told(folder, "SELECT TOP 2 name FROM customers ORDER BY name"))
    assert answer.table.to_pydict() == {"name": ["Ann", "Bob"]}
    assert any("written for tsql" in said for said in answer.provenance.assumptions)


# -- limits -------------------------------------------------------------------------------------------------------


def test_a_query_that_runs_into_its_time_limit_is_narrowed_and_says_so(folder: Path) -> None:
    events = told(folder, ENDLESS, settings={"query_seconds": 2.0})
    answer = answered(events)
    assert answer.table.to_pylist() == [{"c": 8}]
    assert "covers only ticks.day since 2024-01-02" in answer.provenance.caveats[0]
    assert answer.trust.level == "unverified"
    assert len(written(events)) == 2


def test_what_cannot_be_narrowed_says_what_would_help(folder: Path) -> None:
    sql = f"{ENDLESS} WHERE a.day >= '2019-01-01'"
    error = failed(told(folder, sql, settings={"query_seconds": 2.0}))
    assert isinstance(error, QueryStopped)
    assert "Ask for less at once" in error.hint


# -- what may not be changed --------------------------------------------------------------------------------------


def test_policy_is_no_problem_to_be_solved(folder: Path) -> None:
    (folder / "answerable.toml").write_text('[policy]\nblocked_columns = ["orders.amount"]\n', encoding="utf-8")
    events = told(folder, "SELECT SUM(amount) AS t FROM orders", "SELECT COUNT(*) AS n FROM orders")
    error = failed(events)
    assert isinstance(error, Refused)
    assert written(events) == []


def test_edited_sql_is_not_changed(folder: Path) -> None:
    saver, question = InMemorySaver(), Question("how many orders are there")
    with shop_context(folder, "always") as run_context:
        all_events(ResumableAgent(run_context, saver).ask, question)
        edited = Decision(True, "SELECT SUM(ammount) AS total FROM orders")
        last = ResumableAgent(run_context, saver).resume(question.request_id, edited)
    assert isinstance(last, Failed)
    assert "as you edited it" in last.error.hint


def test_a_repaired_query_is_approved_again(folder: Path) -> None:
    saver, question = InMemorySaver(), Question("what is asked")
    sql = "SELECT COUNT(*) AS n FROM orders WHERE status = 'Active'"
    with shop_context(folder, "always", translator=Fixed(sql)) as run_context:
        first = ResumableAgent(run_context, saver).ask(question)
        second = ResumableAgent(run_context, saver).resume(question.request_id, Decision(approved=True))
        last = ResumableAgent(run_context, saver).resume(question.request_id, Decision(approved=True))
    assert isinstance(first, ApprovalNeeded)
    assert isinstance(second, ApprovalNeeded)
    assert (first.query.attempt, second.query.attempt) == (1, 2)
    assert second.query.sql != first.query.sql
    assert isinstance(last, Answered)
    assert last.answer.table.to_pylist() == [{"n": 2}]
    assert last.answer.learning is not None


def test_no_more_than_three_queries_are_tried(folder: Path) -> None:
    sqls = [f"SELECT SUM(velocity{number}) AS v FROM orders" for number in range(6)]
    error = failed(told(folder, *sqls))
    assert isinstance(error, Refused)
    log = (folder / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum(json.loads(line)["event_data"].get("decision") == "reject" for line in log) <= 3


# -- PostgreSQL ---------------------------------------------------------------------------------------------------


@pytest.fixture
def database(postgres_server: Server) -> str:
    name = postgres_server.new_database()
    postgres_server.execute(
        "CREATE TABLE results (id int PRIMARY KEY, runner text, position text, fast boolean)",
        "INSERT INTO results VALUES (1, 'Ann', '1', true), (2, 'Bob', '2', false), (3, 'Cat', '10', true)",
        "CREATE TABLE orders (id int PRIMARY KEY, state text, amount int)",
        "INSERT INTO orders VALUES (1, 'new', 10), (2, 'sent', 25)",
        database=name,
    )
    return name


@contextmanager
def postgres_context(server: Server, database: str, folder: Path, **changes: Any) -> Iterator[RunContext]:
    with open_run_context([server.url(database)], Settings(confirm="never"), folder=folder, today=TODAY) as run_context:
        yield replace(run_context, **changes)


def test_text_that_holds_numbers_is_cast(postgres_server: Server, database: str, tmp_path: Path) -> None:
    sql = "SELECT runner FROM results WHERE position > 1 ORDER BY id"
    with postgres_context(postgres_server, database, tmp_path, translator=Fixed(sql)) as run_context:
        answer = answered(all_events(Agent(run_context).ask, Question("who came after the first")))
    assert answer.table.to_pydict() == {"runner": ["Bob", "Cat"]}
    assert answer.learning is not None
    assert answer.learning.category is Category.TYPE_MISMATCH
    assert answer.learning.applies_to_tables == ("results",)
    assert "results.position is text that holds numbers" in answer.learning.description


def test_text_is_added_up_as_numbers(postgres_server: Server, database: str, tmp_path: Path) -> None:
    sql = "SELECT SUM(position) AS s FROM results WHERE fast = 1"
    with postgres_context(postgres_server, database, tmp_path, translator=Fixed(sql)) as run_context:
        answer = answered(all_events(Agent(run_context).ask, Question("sum of positions of the fast")))
    assert answer.table.to_pydict() == {"s": [11.0]}


def test_a_schema_that_has_changed_is_read_again(postgres_server: Server, database: str, tmp_path: Path) -> None:
    question = "list all orders"
    with postgres_context(postgres_server, database, tmp_path) as run_context:
        before = answered(all_events(Agent(run_context).ask, Question(question)))
        postgres_server.execute("ALTER TABLE orders RENAME COLUMN state TO stage", database=database)
        events = all_events(Agent(run_context).ask, Question(question))
        after = answered(events)
        again = all_events(Agent(run_context).ask, Question(question))
    assert "state" in before.table.column_names
    assert "stage" in after.table.column_names
    assert any("schema had changed" in said for said in after.provenance.assumptions)
    assert after.provenance.schema_fingerprint != before.provenance.schema_fingerprint
    assert (len(written(events)), len(written(again))) == (2, 1)


def test_a_verified_query_gone_bad_is_said_not_changed(postgres_server: Server, database: str, tmp_path: Path) -> None:
    verified = VerifiedQuery("By stage", "How many orders per stage?", "SELECT state, COUNT(*) FROM orders GROUP BY 1")
    known = Known(verified_queries=(verified,))
    with postgres_context(postgres_server, database, tmp_path, known=known) as run_context:
        good = answered(all_events(Agent(run_context).ask, Question("How many orders per stage?")))
        postgres_server.execute("ALTER TABLE orders RENAME COLUMN state TO stage", database=database)
        events = all_events(Agent(run_context).ask, Question("How many orders per stage?"))
    assert good.trust.level == "verified"
    error = failed(events)
    assert isinstance(error, QueryFailed)
    assert "The verified query 'By stage' does not run any more" in error.message
    assert "Have it corrected" in error.hint
    assert len(written(events)) == 1
