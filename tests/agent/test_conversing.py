"""A run, event by event: it stops for approval, is resumed elsewhere, can be ended from outside."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver

from answerable.agent.approval_rules import Decision, Preview
from answerable.agent.context.cancellation import Stop
from answerable.agent.events import (
    Answered,
    ApprovalNeeded,
    AskedBack,
    Event,
    Failed,
    QueryWritten,
    StatusChanged,
)
from answerable.agent.question import Question
from answerable.agent.resumable_run import ResumableAgent
from answerable.agent.run import Agent
from answerable.answers.answer import Trust
from answerable.kernel.clarification import Clarification, PickedReading, Reading
from answerable.kernel.errors import AuditUnavailable, QueryStopped, Refused
from answerable.kernel.messages import msg
from answerable.language import Turn
from answerable.receipts import Receipt
from tests.agent.shop import ENDLESS, Fixed, all_events, kinds, make_shop, shop_context

QUESTION = "how many orders are there"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_shop(tmp_path)
    return tmp_path


def statuses(events: list[Event]) -> list[str]:
    seen = [event.status for event in events if isinstance(event, StatusChanged)]
    return [status for place, status in enumerate(seen) if place == 0 or seen[place - 1] != status]


def recorded(folder: Path, event_type: str) -> list[dict[str, object]]:
    lines = (folder / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text(encoding="utf-8").splitlines()
    return [line["event_data"] for line in map(json.loads, lines) if line["event_type"] == event_type]


def test_events_come_in_order(folder: Path) -> None:
    with shop_context(folder) as run_context:
        events = all_events(Agent(run_context).ask, Question(QUESTION))
    assert statuses(events) == ["generating", "validating", "executing"]
    last = events[-1]
    assert isinstance(last, Answered)
    assert last.answer.table.to_pylist() == [{"order_count": 4}]
    written = next(event for event in events if isinstance(event, QueryWritten))
    assert written.query.sql == last.answer.sql
    assert written.query.tables == ("orders",)
    assert len(written.query.explanation) >= 10


def test_asking_back_ends_the_run(folder: Path) -> None:
    question = Question("flurb the gnarps")
    with shop_context(folder) as run_context:
        last = Agent(run_context).ask(question)
    assert isinstance(last, AskedBack)
    assert last.request_id == question.request_id


def test_a_follow_up_leans_on_the_turn_before(folder: Path) -> None:
    turns = (Turn(QUESTION, "SELECT COUNT(*) AS number_of_orders FROM orders"),)
    with shop_context(folder) as run_context:
        last = Agent(run_context).ask(Question("and by status?"), turns)
    assert isinstance(last, Answered)
    assert sorted(last.answer.table.to_pydict()["status"]) == ["active", "closed"]


@pytest.mark.slow
def test_a_picked_reading_is_run_without_translating(folder: Path) -> None:
    picked = offered(folder)
    translator = Fixed("SELECT 1")
    with shop_context(folder, translator=translator) as run_context:
        last = Agent(run_context).ask(Question("orders?"), reading=picked)
    assert isinstance(last, Answered)
    assert last.answer.path == "chosen_reading"
    assert last.answer.table.to_pylist() == [{"total": 83}]
    assert last.answer.provenance.assumptions == ("Of several readings this one was picked: total amount",)
    assert translator.over == []
    receipt = last.answer.receipt
    assert isinstance(receipt, Receipt) and receipt.origin and receipt.question == "orders?"
    assert receipt.origin["reading"] == {"request_id": picked.request_id, "number": 1, "text": "total amount"}
    assert recorded(folder, "plan_created")[-1]["reading"] == receipt.origin["reading"]


def test_a_picked_reading_is_guarded_like_anybodys_sql(folder: Path) -> None:
    with shop_context(folder) as run_context:
        last = Agent(run_context).ask(Question("orders?"), reading=replace(offered(folder), sql="DELETE FROM orders"))
    assert isinstance(last, Failed)
    assert isinstance(last.error, Refused)


def offered(folder: Path) -> PickedReading:
    """The first reading of "orders?", asked back over the shop."""
    sqls = ("SELECT SUM(amount) AS total FROM orders", "SELECT COUNT(*) AS n FROM orders")
    readings = tuple(Reading(text, sql) for text, sql in zip(("total amount", "how many"), sqls, strict=True))
    unsure = Fixed(*sqls, clarification=Clarification("Which one?", readings))
    with shop_context(folder, translator=unsure) as run_context:
        last = Agent(run_context).ask(Question("orders?"))
    assert isinstance(last, AskedBack) and last.basis
    first = last.clarification.readings[0]
    return PickedReading(last.request_id, 1, "orders?", first.text, first.sql, last.basis)


def _another_table(folder: Path) -> None:
    with sqlite3.connect(folder / "shop.db") as connection:
        connection.execute("CREATE TABLE more (id INTEGER)")
    connection.close()


def _another_policy(folder: Path) -> None:
    (folder / "answerable.toml").write_text('[policy]\nblocked_columns = ["customers.name"]\n', encoding="utf-8")


@pytest.mark.parametrize(
    ("question", "before", "why"),
    [
        ("how many customers?", None, "belongs to another question"),
        ("orders?", _another_table, "schema as it was before"),
        ("orders?", _another_policy, "another policy"),
    ],
)
def test_a_reading_that_does_not_belong_is_refused_and_recorded(
    folder: Path, question: str, before: Callable[[Path], None] | None, why: str
) -> None:
    picked = offered(folder)
    if before:
        before(folder)
    with shop_context(folder) as run_context:
        last = Agent(run_context).ask(Question(question), reading=picked)
    assert isinstance(last, Failed) and isinstance(last.error, Refused) and why in last.error.message
    (refused,) = [one for one in recorded(folder, "policy_decision") if one["rule"] == "reading"]
    assert refused["decision"] == "refused" and why in str(refused["reason"])
    assert recorded(folder, "tool_called") == []


def test_a_reading_of_one_source_is_not_run_on_another(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    picked, elsewhere = offered(folder), tmp_path_factory.mktemp("other")
    make_shop(elsewhere)
    with shop_context(elsewhere) as run_context:
        last = Agent(run_context).ask(Question("orders?"), reading=picked)
    assert isinstance(last, Failed) and "the source 'shop.db'" in last.error.message


# -- approval -----------------------------------------------------------------------------------------------------

ASKS = """
import sys
from pathlib import Path
from langgraph.checkpoint.sqlite import SqliteSaver
from answerable.agent.resumable_run import ResumableAgent
from answerable.agent.question import Question
from tests.agent.shop import all_events, shop_context

folder = Path(sys.argv[1])
with SqliteSaver.from_conn_string(str(folder / "runs.db")) as saver, shop_context(folder, "always") as run_context:
    for event in all_events(ResumableAgent(run_context, saver).ask, Question(sys.argv[2], request_id="one")):
        print(type(event).__name__)
"""


def asked_in_another_process(folder: Path) -> list[str]:
    command = [sys.executable, "-W", "error", "-c", ASKS, str(folder), QUESTION]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_a_run_waits_for_approval_and_goes_on_in_another_process(folder: Path) -> None:
    assert asked_in_another_process(folder)[-1] == "ApprovalNeeded"
    with SqliteSaver.from_conn_string(str(folder / "runs.db")) as saver, shop_context(folder, "always") as run_context:
        events = all_events(ResumableAgent(run_context, saver).resume, "one", Decision(approved=True))
        again = all_events(ResumableAgent(run_context, saver).resume, "one", Decision(approved=True))
    assert statuses(events) == ["executing"]
    assert isinstance(events[-1], Answered)
    assert events[-1].answer.table.to_pylist() == [{"order_count": 4}]
    assert kinds(again) == ["Failed"]
    assert [one["decision"] for one in recorded(folder, "policy_decision")] == ["allow", "allow"]
    assert [one["decision"] for one in recorded(folder, "confirmation_given")] == ["approved"]
    assert len(recorded(folder, "tool_called")) == 1


def test_the_verdict_is_made_anew_when_a_run_goes_on(folder: Path) -> None:
    saver, question = InMemorySaver(), Question(QUESTION)
    with shop_context(folder, "always") as run_context:
        all_events(ResumableAgent(run_context, saver).ask, question)
    (folder / "answerable.toml").write_text('[policy]\nallowed_tables = ["customers"]\n', encoding="utf-8")
    with shop_context(folder, "always") as run_context:
        last = ResumableAgent(run_context, saver).resume(question.request_id, Decision(approved=True))
    assert isinstance(last, Failed)
    assert isinstance(last.error, Refused)
    assert "table_not_allowed" in last.error.message
    assert recorded(folder, "tool_called") == []


@pytest.fixture
def waiting(folder: Path) -> tuple[InMemorySaver, str]:
    saver, question = InMemorySaver(), Question(QUESTION)
    with shop_context(folder, "always") as run_context:
        last = ResumableAgent(run_context, saver).ask(question)
    assert isinstance(last, ApprovalNeeded)
    return saver, question.request_id


def resumed(folder: Path, waiting: tuple[InMemorySaver, str], decision: Decision) -> Event:
    with shop_context(folder, "always") as run_context:
        return ResumableAgent(run_context, waiting[0]).resume(waiting[1], decision)


def test_edited_sql_is_validated_again(folder: Path, waiting: tuple[InMemorySaver, str]) -> None:
    edited = "SELECT COUNT(*) AS n FROM orders WHERE status = 'active'"
    last = resumed(folder, waiting, Decision(True, edited))
    assert isinstance(last, Answered)
    assert last.answer.sql == edited
    assert last.answer.trust == Trust("unverified", (str(msg("trust.edited")),))
    assert (last.answer.confidence, last.answer.path, last.answer.is_edited) == (None, "edited", True)
    assert [one["decision"] for one in recorded(folder, "policy_decision")] == ["allow", "allow"]
    assert [one["decision"] for one in recorded(folder, "confirmation_given")] == ["edited"]


@pytest.mark.parametrize("edited", ["DROP TABLE orders", "SELECT nothing FROM orders", "SELECT 1; SELECT 2"])
def test_edited_sql_that_is_not_allowed_is_not_run(
    folder: Path, waiting: tuple[InMemorySaver, str], edited: str
) -> None:
    last = resumed(folder, waiting, Decision(True, edited))
    assert isinstance(last, Failed)
    assert isinstance(last.error, Refused)
    assert recorded(folder, "tool_called") == []


def test_what_is_cancelled_is_not_run(folder: Path, waiting: tuple[InMemorySaver, str]) -> None:
    last = resumed(folder, waiting, Decision(approved=False))
    assert isinstance(last, Failed)
    assert isinstance(last.error, QueryStopped)
    assert last.error.reason == "cancelled"
    assert recorded(folder, "tool_called") == []
    assert recorded(folder, "confirmation_given")[-1]["decision"] == "cancelled"


def test_a_run_whose_source_is_gone_says_so(tmp_path: Path, folder: Path, waiting: tuple[InMemorySaver, str]) -> None:
    (folder / "shop.db").rename(folder / "other.db")
    from answerable.agent.context.open_context import open_run_context
    from answerable.kernel.settings import Settings

    with open_run_context([str(folder / "other.db")], Settings(confirm="always"), folder=folder) as run_context:
        last = ResumableAgent(run_context, waiting[0]).resume(waiting[1], Decision(approved=True))
    assert isinstance(last, Failed)
    assert "shop.db" in last.error.message


def test_a_run_does_not_go_on_with_another_source_of_its_name(
    waiting: tuple[InMemorySaver, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("other")
    make_shop(elsewhere)
    last = resumed(elsewhere, waiting, Decision(approved=True))
    assert isinstance(last, Failed) and "'shop.db' is not there any more" in last.error.message
    assert recorded(elsewhere, "tool_called") == []


def test_a_receipt_names_the_engine_that_wrote_the_query(folder: Path, waiting: tuple[InMemorySaver, str]) -> None:
    with shop_context(folder, "always") as run_context:
        later = replace(run_context, settings=replace(run_context.settings, engine="openai:other"))
        last = ResumableAgent(later, waiting[0]).resume(waiting[1], Decision(approved=True))
    assert isinstance(last, Answered) and isinstance(last.answer.receipt, Receipt)
    assert last.answer.receipt.model == "embedded"


def test_a_reading_of_a_question_that_leans_on_edited_sql_says_so(folder: Path) -> None:
    sql = "SELECT SUM(amount) AS total FROM orders"
    asked = Clarification("Which one?", (Reading("total amount", sql), Reading("how many", "SELECT 1")))
    unsure = Fixed(sql, clarification=asked, leans_on_earlier=True)
    turns = (Turn("how many orders?", "SELECT 999", is_edited=True),)
    with shop_context(folder, translator=unsure) as run_context:
        last = Agent(run_context).ask(Question("and the total?"), turns)
        assert isinstance(last, AskedBack) and last.basis
        picked = PickedReading(last.request_id, 1, "and the total?", "total amount", sql, last.basis)
        last = Agent(run_context).ask(Question("and the total?"), turns, picked)
    assert isinstance(last, Answered) and last.answer.builds_on_edit
    assert last.answer.trust.level == "unverified"


def test_an_edit_before_which_something_was_repaired_teaches_nothing(folder: Path) -> None:
    misspelled = Fixed("SELECT COUNT(*) AS n FROM orders WHERE statsu = 'active'")
    approve = lambda _: Decision(True, "SELECT 999 AS n")  # noqa: E731
    with shop_context(folder, "always", translator=misspelled, approve=approve) as run_context:
        last = Agent(run_context).ask(Question(QUESTION))
    assert isinstance(last, Answered) and last.answer.text == "The edited query returned 1 row."
    assert last.answer.learning is None and last.answer.provenance.assumptions == ()
    assert last.answer.provenance.caveats == ()


def test_without_a_saver_the_contexts_own_person_is_asked(folder: Path) -> None:
    shown: list[Preview] = []

    def approve(preview: Preview) -> Decision:
        shown.append(preview)
        return Decision(approved=True)

    with shop_context(folder, "always", approve=approve) as run_context:
        events = all_events(Agent(run_context).ask, Question(QUESTION))
    assert statuses(events) == ["generating", "validating", "awaiting_confirm", "executing"]
    assert isinstance(events[-1], Answered)
    assert [one.sql for one in shown] == [events[-1].answer.sql]


def test_where_nobody_can_approve_nothing_runs(folder: Path) -> None:
    with shop_context(folder, "always") as run_context:
        last = Agent(run_context).ask(Question(QUESTION))
    assert isinstance(last, Failed)
    assert isinstance(last.error, Refused)


# -- ending a run from outside ------------------------------------------------------------------------------------


def stop_when_executing(stop: Stop) -> Callable[[Event], None]:
    def listen(event: Event) -> None:
        if isinstance(event, StatusChanged) and event.status == "executing":
            threading.Timer(0.2, stop.stop).start()

    return listen


def test_a_running_query_is_stopped_in_the_engine(folder: Path) -> None:
    stop = Stop()
    with shop_context(folder, translator=Fixed(ENDLESS), stop=stop) as run_context:
        last = Agent(run_context).ask(Question("count to a billion"), listen=stop_when_executing(stop))
        assert isinstance(last, Failed)
        assert isinstance(last.error, QueryStopped)
        assert last.error.reason == "cancelled"
        assert recorded(folder, "observation_recorded")[0]["code"] == "query_stopped"
        after = Agent(run_context).ask(Question(QUESTION))
    assert isinstance(after, Failed)


def test_a_listener_that_fails_ends_the_run_and_its_record_is_written(folder: Path) -> None:
    def fail(event: Event) -> None:
        if isinstance(event, StatusChanged) and event.status == "executing":
            raise RuntimeError("nobody is there")

    with shop_context(folder, translator=Fixed(ENDLESS)) as run_context, pytest.raises(RuntimeError):
        Agent(run_context).ask(Question("count to a billion"), listen=fail)
    assert recorded(folder, "policy_decision") and not recorded(folder, "tool_called")


def test_a_stop_that_was_asked_for_before_the_run_lets_nothing_run(folder: Path) -> None:
    stop = Stop()
    stop.stop()
    with shop_context(folder, stop=stop) as run_context:
        last = Agent(run_context).ask(Question(QUESTION))
    assert isinstance(last, Failed)
    assert recorded(folder, "plan_created") == []


def test_nothing_goes_to_a_tracing_service(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment may ask for it; what would be sent are questions and data."""
    from langsmith import utils

    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGCHAIN_TRACING_V2", "true")
    seen: list[object] = []

    class Looking(Fixed):
        def translate(self, *given: object) -> object:  # type: ignore[override]
            seen.append(utils.tracing_is_enabled())
            return super().translate(*given)  # type: ignore[arg-type]

    with shop_context(folder, translator=Looking("SELECT COUNT(*) AS n FROM orders")) as run_context:
        last = Agent(run_context).ask(Question(QUESTION))
    assert isinstance(last, Answered)
    assert seen == [False]


def test_the_file_of_a_saver_holds_no_rows(folder: Path) -> None:
    with sqlite3.connect(folder / "shop.db") as connection:
        connection.execute("INSERT INTO customers VALUES (9, 'canary-in-a-cell', 'Spain')")
    connection.close()
    question = Question("list the names of all customers")
    with SqliteSaver.from_conn_string(str(folder / "runs.db")) as saver, shop_context(folder) as run_context:
        last = ResumableAgent(run_context, saver).ask(question)
    assert isinstance(last, Answered)
    assert "canary-in-a-cell" in str(last.answer.table)
    assert b"canary-in-a-cell" not in (folder / "runs.db").read_bytes()


def test_where_no_record_can_be_kept_nothing_is_asked_of_the_source(folder: Path) -> None:
    translator = Fixed("SELECT COUNT(*) AS n FROM orders")
    with shop_context(folder, translator=translator) as run_context:
        run_context.trail.path.mkdir(parents=True)
        last = Agent(run_context).ask(Question(QUESTION))
    assert isinstance(last, Failed)
    assert isinstance(last.error, AuditUnavailable)
    assert translator.over == []
