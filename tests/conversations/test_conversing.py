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
from answerable.agent.desk import Desk
from answerable.agent.opening import open_desk
from answerable.agent.stopping import Stop
from answerable.conversations.models import Approval, GeneratedQuery, Message, QueryRequest, Session
from answerable.conversations.services.cancelling import cancel_request
from answerable.conversations.services.conversing import Conversing, Lease
from answerable.conversations.services.offered_readings import pick_reading
from answerable.errors import BadQuestion, SourceUnavailable, TooLate
from answerable.settings import Settings
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
        return list(self.conversing().ask(text, **given))

    def conversing(self) -> Conversing:
        return Conversing(Session.objects.get(pk=self.session.pk), self.lease(), self.saver)

    def confirm(self, told: list[Event], **given: Any) -> list[Event]:
        query = GeneratedQuery.objects.get(pk=one(told, "confirm_required")["query_id"])
        return list(self.conversing().confirm(query, **given))

    def lease(self) -> Lease:
        @contextmanager
        def lease(stop: Stop) -> Iterator[Desk]:
            with open_desk([str(self.shop)], self.settings) as desk:
                yield replace(desk, stop=stop)

        return lease


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


def test_no_means_no(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    assert kinds(careful.confirm(told, approved=False)) == ["done"]
    assert request_of(told).status == "cancelled"
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
    assert request_of(told).status == "failed"


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
    assert request.status == "failed"
    reading = pick_reading(request, 0, "top customers", quick.session)
    picked = quick.ask("top customers", reading=reading)
    assert one(picked, "result")["path"] == "chosen_reading"
    with pytest.raises(TooLate, match="already picked"):
        pick_reading(request, 0, "top customers", quick.session)
    with pytest.raises(TooLate, match="already picked"):
        quick.conversing().ask("top customers", reading=reading)


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
    plenty, quick.settings = quick.settings, replace(quick.settings, query_seconds=0.0001)
    stopped = quick.ask("top customers", reading=reading)
    assert one(stopped, "error")["error"]["code"] == "query_stopped"
    quick.settings = plenty
    assert pick_reading(asked, 0, "top customers", quick.session) == reading
    assert one(quick.ask("top customers", reading=reading), "result")["path"] == "chosen_reading"


@pytest.mark.parametrize("text", ["?", "  ", "??"])
def test_what_is_no_question_is_said_at_once(quick: Talk, text: str) -> None:
    with pytest.raises(BadQuestion):
        quick.conversing().ask(text)
    assert not QueryRequest.objects.exists()


def test_a_source_that_is_gone_fails_the_request(quick: Talk) -> None:
    def lease(stop: Stop) -> Any:
        raise SourceUnavailable("The shop is closed.", hint="Come back later.")

    told = list(Conversing(quick.session, lease, quick.saver).ask("how many customers are there?"))
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

    told = list(Conversing(quick.session, lease, quick.saver).ask("how many customers are there?"))
    assert "CANARY-hunter2" not in str(told) and "CANARY-hunter2" in caplog.text
    assert request_of(told).status == "failed"


def test_whoever_stops_listening_cancels(quick: Talk) -> None:
    events = quick.conversing().ask("how many customers are there?")
    first = next(events)
    events.close()  # type: ignore[attr-defined]
    assert QueryRequest.objects.get(pk=first["request_id"]).status == "cancelled"


def test_a_request_cancelled_before_it_began_never_begins(quick: Talk) -> None:
    events = quick.conversing().ask("how many customers are there?")
    request = QueryRequest.objects.get()
    assert cancel_request(request)
    told = list(events)
    assert told[-2]["status"] == "cancelled" and not GeneratedQuery.objects.exists()
    assert request_of(told).status == "cancelled"


def test_a_stopped_query_ends_in_the_engine(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    query = GeneratedQuery.objects.get(pk=one(told, "confirm_required")["query_id"])
    conversing = careful.conversing()
    slow = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"
    events = conversing.confirm(query, approved=True, edited_sql=slow)
    told_then = []
    for event in events:
        told_then.append(event)
        if event.get("status") == "executing":
            threading.Timer(0.2, conversing.stop.stop).start()
    assert told_then[-2]["status"] == "cancelled"
    assert request_of(told).status == "cancelled"


def test_an_answer_to_a_cancelled_request_is_thrown_away(careful: Talk) -> None:
    told = careful.ask("how many customers are there?")
    query = GeneratedQuery.objects.get(pk=one(told, "confirm_required")["query_id"])
    events = careful.conversing().confirm(query, approved=True)
    assert cancel_request(request_of(told))
    assert "result" not in kinds(list(events))
    assert not hasattr(GeneratedQuery.objects.get(pk=query.pk), "result")
