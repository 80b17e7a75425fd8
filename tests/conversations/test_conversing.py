"""Everything the agent tells is in the database before anybody hears it, and nothing stays half done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from answerable import sample
from answerable.agent.context.cancellation import Stop
from answerable.agent.context.open_context import open_run_context
from answerable.agent.context.run_context import RunContext
from answerable.conversations.chat_events import ChatEvent
from answerable.conversations.models import Approval, GeneratedQuery, Message, QueryRequest, Session
from answerable.conversations.services.answer_request import OpenContext, RequestRunner, Work
from answerable.conversations.services.cancel_request import cancel_request
from answerable.conversations.services.event_fields import event_fields
from answerable.conversations.services.offered_readings import pick_reading
from answerable.kernel.errors import BadQuestion, SourceUnavailable, TooLate
from answerable.kernel.settings import Settings
from tests.conversations import people

pytestmark = pytest.mark.django_db(transaction=True)

Event = dict[str, Any]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    return sample.write_sqlite(folder / "shop.db")


class Talk:
    """One session over the shop, with whatever is approved by hand."""

    def __init__(self, shop: Path, confirm: str) -> None:
        self.settings = Settings(workspace=str(shop.parent / "workspace"), confirm=confirm)
        self.shop, self.saver = shop, InMemorySaver()
        self.session = people.session()

    def ask(self, text: str, **given: Any) -> list[Event]:
        return done(self.runner().ask(text, **given))

    def runner(self) -> RequestRunner:
        return RequestRunner(Session.objects.get(pk=self.session.pk), self.lease(), self.saver)

    def confirm(self, told: list[Event], **given: Any) -> list[Event]:
        query = GeneratedQuery.objects.get(pk=one(told, "confirm_required")["query_id"])
        return done(self.runner().confirm(query, **given))

    def lease(self) -> OpenContext:
        @contextmanager
        def lease(stop: Stop) -> Iterator[RunContext]:
            with open_run_context([str(self.shop)], self.settings) as run_context:
                yield replace(run_context, stop=stop)

        return lease


def done(work: Work) -> list[Event]:
    """All that is sent, as the API streams it."""
    events: list[Event] = []
    work(lambda event: events.append(event_fields(event)))
    return events


def kinds(told: list[Event]) -> list[str]:
    return [event["type"] for event in told if event["type"] != "status"]


def one(told: list[Event], kind: str) -> Event:
    (found,) = [event for event in told if event["type"] == kind]
    return found


def request_of(told: list[Event]) -> QueryRequest:
    return QueryRequest.objects.get(pk=one(told, "session")["request_id"])


@pytest.fixture
def careful(shop: Path) -> Talk:
    return Talk(shop, "always")


@pytest.fixture
def quick(shop: Path) -> Talk:
    return Talk(shop, "never")


@pytest.mark.needs_network_weights
def test_a_question_is_answered_and_all_of_it_kept(quick: Talk) -> None:
    told = quick.ask("how many customers are there?")
    assert kinds(told) == ["session", "query_preview", "result", "done"]
    statuses = [event["status"] for event in told if event["type"] == "status"]
    assert list(dict.fromkeys(statuses))[:3] == ["generating", "validating", "executing"]
    request, result = request_of(told), one(told, "result")
    assert request.status == "completed" and request.outcome
    assert result["data"]["rows"] and result["data"]["result_id"] == str(request.queries.get().result.pk)
    roles = [(message.role, message.content) for message in Message.objects.filter(session=quick.session)]
    assert roles == [("user", "how many customers are there?"), ("assistant", result["answer"])]


def test_a_query_waits_for_approval_and_goes_on(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    assert kinds(told) == ["session", "query_preview", "confirm_required", "done"]
    assert request_of(told).status == "awaiting_confirm"
    gone_on = careful.confirm(told, approved=True)
    assert kinds(gone_on) == ["result", "done"]
    assert request_of(told).status == "completed"
    assert not list(careful.saver.list({"configurable": {"thread_id": one(told, "session")["request_id"]}}))


def test_an_approval_that_comes_before_the_stream_of_the_question_has_ended_counts(careful: Talk) -> None:
    told: list[Event] = []
    decided: list[Work] = []

    def approve_at_once(event: ChatEvent) -> None:
        told.append(event_fields(event))
        if told[-1]["type"] == "confirm_required":
            query = GeneratedQuery.objects.get(pk=told[-1]["query_id"])
            decided.append(careful.runner().confirm(query, approved=True))

    careful.runner().ask("how many customers are there?")(approve_at_once)
    assert request_of(told).status == "executing"
    assert kinds(done(decided[0])) == ["result", "done"]
    assert request_of(told).status == "completed"


def test_no_means_no(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    assert kinds(careful.confirm(told, approved=False)) == ["done"]
    assert request_of(told).status == request_of(told).ending == "cancelled"
    said = [(message.role, message.content) for message in Message.objects.filter(session=careful.session)]
    assert said == [("user", "how many customers are there?"), ("assistant", "Cancelled; nothing was run.")]
    with pytest.raises(TooLate):
        careful.confirm(told, approved=True)


def test_edited_sql_runs_and_is_what_the_next_question_leans_on(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    edited = "SELECT count(*) AS n FROM orders"
    result = one(careful.confirm(told, approved=True, edited_sql=edited), "result")
    assert result["sql"] == edited and result["data"]["columns"][0]["name"] == "n"
    assert Approval.objects.get().edited_sql == edited


def test_edited_sql_that_the_guard_refuses_does_not_run(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    gone_on = careful.confirm(told, approved=True, edited_sql="DELETE FROM orders")
    assert one(gone_on, "error")["error"]["code"] == "refused"
    assert request_of(told).status == "failed" and request_of(told).ending == "refused"


def test_refused_sql_is_stored_with_what_the_guard_found(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    careful.confirm(told, approved=True, edited_sql="DELETE FROM orders")
    shown, refused = request_of(told).queries.all()
    assert (shown.validation_status, refused.validation_status) == ("valid", "invalid")
    assert refused.sql_query == "DELETE FROM orders"
    assert {"layer", "code", "message", "severity"} <= refused.validation_errors[0].keys()
    assert [finding["severity"] for finding in refused.validation_errors] == ["error"]


@pytest.mark.parametrize(("question", "word"), [("delete all orders", "read-only"), ("모든 주문을 삭제해줘", "읽기")])
def test_a_request_to_change_data_is_refused(quick: Talk, question: str, word: str) -> None:
    told = quick.ask(question, lang="ko" if word == "읽기" else "en")
    error = one(told, "error")
    assert error["error"]["code"] == "refused" and word in error["error"]["message"]
    assert "clarification" not in error
    assert request_of(told).ending == "refused"


def test_a_follow_up_that_is_asked_back_leans_on_the_question_before_it(quick: Talk) -> None:
    quick.ask("total revenue in 2024")
    asked = request_of(quick.ask("why?"))
    assert asked.ending == "asked_back" and asked.has_context_reference
    reading = pick_reading(asked, 0, "why?", quick.session)
    assert request_of(quick.ask("why?", reading=reading)).has_context_reference


@pytest.mark.parametrize(("rows", "total"), [(40, None), (10_000, 120)])
def test_rows_that_nobody_counted_have_no_total(quick: Talk, rows: int, total: int | None) -> None:
    quick.settings = replace(quick.settings, chat_rows=rows)
    data = one(quick.ask("show the name of all products"), "result")["data"]
    assert (data["total_row_count"], data["is_truncated"]) == (total, total is None)
    assert data["returned_row_count"] == min(rows, 120)


def test_a_follow_up_leans_on_what_ran_before(quick: Talk) -> None:
    first = quick.ask("total revenue in 2024")
    told = quick.ask("and by month?")
    assert len(one(told, "result")["data"]["rows"]) == 12
    assert [request_of(asked).has_context_reference for asked in (first, told)] == [False, True]


def test_what_can_be_meant_in_several_ways_is_asked_back_and_picked(quick: Talk) -> None:
    told = quick.ask("top customers")
    error = one(told, "error")
    assert error["error"]["code"] == "needs_clarification" and error["clarification"]["readings"]
    request = request_of(told)
    assert request.status == "completed" and request.ending == "asked_back"
    reading = pick_reading(request, 0, "top customers", quick.session)
    picked = quick.ask("top customers", reading=reading)
    assert one(picked, "result")["path"] == "chosen_reading"
    with pytest.raises(TooLate, match="already picked"):
        pick_reading(request, 0, "top customers", quick.session)
    with pytest.raises(TooLate, match="already picked"):
        quick.runner().ask("top customers", reading=reading)


def test_a_pick_that_was_cancelled_may_be_picked_again(careful: Talk) -> None:
    asked = request_of(careful.ask("top customers"))
    reading = pick_reading(asked, 0, "top customers", careful.session)
    waiting = careful.ask("top customers", reading=reading)
    with pytest.raises(TooLate, match="already picked"):
        pick_reading(asked, 0, "top customers", careful.session)
    careful.confirm(waiting, approved=False)
    assert pick_reading(asked, 0, "top customers", careful.session) == reading
    again = careful.ask("top customers", reading=reading)
    assert one(careful.confirm(again, approved=True), "result")["path"] == "chosen_reading"
    with pytest.raises(TooLate, match="already picked"):
        careful.ask("top customers", reading=reading)


def test_a_pick_that_ran_out_of_time_may_be_picked_again(quick: Talk) -> None:
    asked = request_of(quick.ask("top customers"))
    reading = pick_reading(asked, 0, "top customers", quick.session)
    plenty, quick.settings = quick.settings, replace(quick.settings, query_seconds=1e-9)
    stopped = quick.ask("top customers", reading=reading)
    assert one(stopped, "error")["error"]["code"] == "query_stopped"
    quick.settings = plenty
    assert pick_reading(asked, 0, "top customers", quick.session) == reading
    assert one(quick.ask("top customers", reading=reading), "result")["path"] == "chosen_reading"


@pytest.mark.parametrize("text", ["?", "  ", "??"])
def test_what_is_no_question_is_said_at_once(quick: Talk, text: str) -> None:
    with pytest.raises(BadQuestion):
        quick.runner().ask(text)
    assert not QueryRequest.objects.exists()


def test_a_source_that_is_gone_fails_the_request(quick: Talk) -> None:
    def lease(stop: Stop) -> Any:
        raise SourceUnavailable("The shop is closed.", hint="Come back later.")

    told = done(RequestRunner(quick.session, lease, quick.saver).ask("how many customers are there?"))
    assert one(told, "error")["error"] == {
        "code": "source_unavailable",
        "message": "The shop is closed.",
        "user_message": "The shop is closed. Come back later.",
        "hint": "Come back later.",
    }
    assert request_of(told).status == "failed"


def test_a_bug_fails_the_request_and_tells_nothing_of_the_inside(quick: Talk, caplog: pytest.LogCaptureFixture) -> None:
    def lease(stop: Stop) -> Any:
        raise RuntimeError("secret: CANARY-hunter2")

    told = done(RequestRunner(quick.session, lease, quick.saver).ask("how many customers are there?"))
    assert "CANARY-hunter2" not in str(told) and "CANARY-hunter2" in caplog.text
    assert request_of(told).status == "failed"


def test_a_process_that_is_interrupted_leaves_its_request_cancelled(quick: Talk) -> None:
    def interrupt(event: ChatEvent) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quick.runner().ask("how many customers are there?")(interrupt)
    assert QueryRequest.objects.get().status == "cancelled"


@pytest.mark.needs_network_weights
def test_all_of_a_request_happens_in_the_thread_that_works_on_it(careful: Talk) -> None:
    threads: set[int] = set()

    def look(event: ChatEvent) -> None:
        threads.add(threading.get_ident())

    careful.runner().ask("how many customers are there?")(look)
    careful.runner().confirm(GeneratedQuery.objects.get(), approved=True)(look)
    assert threads == {threading.get_ident()}


def test_a_request_cancelled_before_it_began_never_begins(quick: Talk) -> None:
    work = quick.runner().ask("how many customers are there?")
    request = QueryRequest.objects.get()
    assert cancel_request(request)
    told = done(work)
    assert told[-2]["status"] == "cancelled" and not GeneratedQuery.objects.exists()
    assert request_of(told).status == "cancelled"


def test_a_stopped_query_ends_in_the_engine(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    query = GeneratedQuery.objects.get(pk=one(told, "confirm_required")["query_id"])
    runner = careful.runner()
    slow = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"
    told_then: list[Event] = []

    def stop_when_executing(event: ChatEvent) -> None:
        told_then.append(event_fields(event))
        if told_then[-1].get("status") == "executing":
            threading.Timer(0.2, runner.stop.stop).start()

    runner.confirm(query, approved=True, edited_sql=slow)(stop_when_executing)
    assert told_then[-2]["status"] == "cancelled"
    assert request_of(told).status == "cancelled"


def test_an_answer_to_a_cancelled_request_is_thrown_away(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    query = GeneratedQuery.objects.get(pk=one(told, "confirm_required")["query_id"])
    work = careful.runner().confirm(query, approved=True)
    assert cancel_request(request_of(told))
    assert "result" not in kinds(done(work))
    assert not hasattr(GeneratedQuery.objects.get(pk=query.pk), "result")
