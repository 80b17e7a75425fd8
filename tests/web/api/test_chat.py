"""The chat over HTTP, from question to answer, with a real server."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import openpyxl
import pyarrow.parquet as parquet
import pytest

from tests.waiting import PATIENCE, wait_until
from tests.web.asking import Asker, kinds, one

COUNT = "how many customers are there?"
SLOW = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"


def test_a_question_is_previewed_approved_and_answered(owner: Asker) -> None:
    told = owner.ask(COUNT)
    assert kinds(told) == ["session", "query_preview", "confirm_required", "done"]
    preview = one(told, "query_preview")
    assert preview["query"].upper().startswith("SELECT") and preview["tables"] == ["customers"]
    assert (preview["attempt"], preview["path"]) == (1, "embedded")
    confirmed = owner.confirm(told)
    assert confirmed["success"] and confirmed["status"] == "completed" and confirmed["error"] is None
    (row,) = confirmed["result"]["rows"]
    assert str(next(iter(row.values()))) in confirmed["answer"].replace(",", "")
    assert confirmed["trust"]["level"] and confirmed["provenance"]["tables"] == ["customers"]


def test_an_approval_may_be_followed_as_a_stream(owner: Asker) -> None:
    told = owner.ask("total revenue by month in 2024")
    with owner.confirming(told) as events:
        gone_on = list(events)
    assert kinds(gone_on) == ["result", "done"]
    assert "executing" in [event["status"] for event in gone_on if event["type"] == "status"]
    result = one(gone_on, "result")
    assert result["data"]["returned_row_count"] == 12 and result["chart"]["kind"] == "line"
    assert len(result["suggestions"]) <= 3


def test_an_approval_counts_once(owner: Asker) -> None:
    told = owner.ask(COUNT)
    assert owner.confirm(told)["success"]
    again = owner.client.post("/api/chat/confirm", json=owner.decision(told, True))
    assert again.status_code == 409 and again.json()["error"]["code"] == "too_late"


def test_no_means_that_nothing_runs(owner: Asker) -> None:
    told = owner.ask(COUNT)
    assert owner.confirm(told, approved=False) == {
        "success": True,
        "result": None,
        "error": None,
        "status": "cancelled",
    }
    assert owner.status(told) == "cancelled"


def test_edited_sql_is_judged_again_and_runs(owner: Asker) -> None:
    told = owner.ask(COUNT)
    confirmed = owner.confirm(told, edited_sql="SELECT count(*) AS n FROM orders")
    assert confirmed["success"] and list(confirmed["result"]["rows"][0]) == ["n"]
    refused = owner.confirm(owner.ask(COUNT), edited_sql="DROP TABLE orders")
    assert not refused["success"] and refused["error"]["code"] == "refused"


def test_what_can_be_meant_in_several_ways_is_asked_back_and_picked(owner: Asker) -> None:
    told = owner.ask("top customers")
    asked, error = one(told, "session"), one(told, "error")
    readings = error["clarification"]["readings"]
    assert error["error"]["code"] == "needs_clarification" and len(readings) >= 2
    picked = {"request_id": asked["request_id"], "index": 1}
    gone_on = owner.ask(readings[1]["text"], session_id=asked["session_id"], reading=picked)
    assert one(gone_on, "query_preview")["path"] == "chosen_reading"
    assert owner.confirm(gone_on)["success"]
    beyond = {"message": "the tenth", "reading": {"request_id": asked["request_id"], "index": 10}}
    assert owner.client.post("/api/chat", json=beyond).status_code == 404


def test_a_follow_up_leans_on_the_question_before(owner: Asker) -> None:
    first = owner.ask("total revenue in 2024")
    owner.confirm(first)
    session = one(first, "session")["session_id"]
    second = owner.ask("and by month?", session_id=session)
    assert owner.confirm(second)["result"]["returned_row_count"] == 12
    asked = owner.get(f"/api/sessions/{session}")["requests"]
    assert [request["has_context_reference"] for request in asked] == [False, True]


def test_a_session_says_who_wrote_what_and_what_came_of_it(owner: Asker) -> None:
    told = owner.ask(COUNT)
    owner.confirm(told, edited_sql="DROP TABLE orders")
    session = owner.get(f"/api/sessions/{one(told, 'session')['session_id']}")
    (request,) = session["requests"]
    assert session["llm_provider"] == one(told, "session")["llm_provider"] == "embedded"
    assert (request["status"], request["ending"]) == ("failed", "refused")
    shown, refused = request["queries"]
    assert (shown["validation_status"], shown["model_used"]) == ("valid", "embedded")
    assert (refused["validation_status"], refused["sql_query"]) == ("invalid", "DROP TABLE orders")
    assert refused["validation_errors"][0]["severity"] == "error"
    assert request["query"]["query"] == shown["sql_query"]


def test_a_request_to_change_data_is_refused_and_asks_nothing_back(owner: Asker) -> None:
    error = one(owner.ask("delete all orders"), "error")
    assert error["error"]["code"] == "refused" and not error.get("clarification")


def test_an_expired_session_opens_a_linked_one_that_remembers(owner: Asker, shop_folder: Path) -> None:
    first = owner.ask("total revenue in 2024")
    owner.confirm(first)
    old = one(first, "session")["session_id"]
    _make_idle(shop_folder, old)
    second = owner.ask("and by month?", session_id=old)
    session = one(second, "session")
    assert session["resumed_from"] == old and session["session_id"] != old
    assert owner.confirm(second)["result"]["returned_row_count"] == 12
    assert owner.get(f"/api/sessions/{old}")["status"] == "expired"


def test_a_terminated_session_is_over(owner: Asker) -> None:
    told = owner.ask(COUNT)
    session = one(told, "session")["session_id"]
    assert owner.client.delete(f"/api/sessions/{session}").json()["status"] == "terminated"
    assert owner.status(told) == "cancelled"
    asked = owner.client.post("/api/chat", json={"message": COUNT, "session_id": session})
    assert asked.status_code == 404 and asked.json()["error"]["code"] == "session_not_found"
    confirmed = owner.client.post("/api/chat/confirm", json=owner.decision(told, True))
    assert confirmed.status_code == 404


def test_a_question_may_be_asked_in_korean(owner: Asker) -> None:
    told = owner.ask("고객은 몇 명인가요?", lang="ko")
    assert any("\uac00" <= character <= "\ud7a3" for character in one(told, "query_preview")["explanation"])


def test_a_provider_that_is_not_set_up_gives_way_to_the_embedded_engine(owner: Asker) -> None:
    told = owner.ask(COUNT, llm_provider="openai")
    remarks = [event["message"] for event in told if event["type"] == "status"]
    assert any("embedded engine" in remark for remark in remarks)
    assert kinds(told)[-2] == "confirm_required"


def test_results_are_read_by_page_in_any_order(owner: Asker) -> None:
    confirmed = owner.confirm(owner.ask(COUNT), edited_sql="SELECT id, name FROM customers ORDER BY id")
    result = confirmed["result"]
    assert len(result["rows"]) == 100 < result["returned_row_count"]
    page = owner.get(f"/api/results/{result['result_id']}", page=2, page_size=50)
    assert [row["id"] for row in page["rows"]] == [row["id"] for row in result["rows"][50:]]
    assert (page["page"], page["page_size"]) == (2, 50) and page["pages"] == -(-page["total_row_count"] // 50)
    last = owner.get(f"/api/results/{result['result_id']}", sort="id", descending=True, page_size=1)
    assert last["rows"][0]["id"] == max(row["id"] for row in _all_rows(owner, result["result_id"]))
    for wrong in ({"page": 0}, {"page_size": 1001}, {"sort": "nothing"}):
        answer = owner.client.get(f"/api/results/{result['result_id']}", params=wrong)
        assert answer.status_code in (400, 422) and answer.json()["error"]["message"]


@pytest.mark.parametrize("kind", ["csv", "parquet", "xlsx"])
def test_results_are_downloaded_whole(owner: Asker, kind: str) -> None:
    confirmed = owner.confirm(owner.ask("total revenue by month in 2024"))
    result = confirmed["result"]
    answer = owner.client.get(f"/api/results/{result['result_id']}/download", params={"format": kind})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith(f'.{kind}"')
    assert _rows_in(answer.content, kind) == result["returned_row_count"]


def test_a_session_reads_again_as_it_was_told(owner: Asker) -> None:
    told = owner.ask("total revenue by month in 2024")
    confirmed = owner.confirm(told)
    asked = one(told, "session")
    given = {"request_id": asked["request_id"], "rating": "down", "comment": "wrong year"}
    assert owner.client.post("/api/feedback", json=given).json() == given
    given["rating"] = "up"
    owner.client.post("/api/feedback", json=given).raise_for_status()
    detail = owner.get(f"/api/sessions/{asked['session_id']}")
    (request,) = detail["requests"]
    assert request["query"]["query"] == one(told, "query_preview")["query"]
    assert request["result"]["data"] == confirmed["result"] and request["error"] is None
    assert request["feedback"] == {"rating": "up", "comment": "wrong year"}
    assert [message["role"] for message in detail["messages"]] == ["user", "assistant"]
    assert [source["name"] for source in detail["sources"]]
    listed = {session["session_id"]: session for session in owner.get("/api/sessions")}
    assert listed[asked["session_id"]]["message_count"] == 2
    assert listed[asked["session_id"]]["title"] == "total revenue by month in 2024"


def test_sessions_are_listed_latest_first_from_any_place(owner: Asker) -> None:
    for _ in range(2):
        owner.ask(COUNT)
    first, second = owner.get("/api/sessions", limit=2)
    (after,) = owner.get("/api/sessions", limit=1, before=first["last_activity_at"])
    assert after == second


def test_a_waiting_request_is_cancelled_for_good(owner: Asker) -> None:
    told = owner.ask(COUNT)
    cancelled = owner.client.post(f"/api/requests/{one(told, 'session')['request_id']}/cancel").json()
    assert cancelled["status"] == "cancelled" and cancelled["cancelled"]
    assert owner.client.post("/api/chat/confirm", json=owner.decision(told, True)).status_code == 409
    again = owner.client.post(f"/api/requests/{one(told, 'session')['request_id']}/cancel").json()
    assert not again["cancelled"]


def test_a_running_query_is_cancelled_from_elsewhere(owner: Asker) -> None:
    told = owner.ask(COUNT)
    request = one(told, "session")["request_id"]
    with owner.confirming(told, edited_sql=SLOW) as events:
        gone_on = []
        for event in events:
            gone_on.append(event)
            if event.get("status") == "executing" and len(gone_on) == 1:
                owner.client.post(f"/api/requests/{request}/cancel").raise_for_status()
    assert gone_on[-2]["status"] == "cancelled"
    assert owner.status(told) == "cancelled"


def test_whoever_leaves_the_stream_cancels_the_query(owner: Asker) -> None:
    told = owner.ask(COUNT)
    with owner.confirming(told, edited_sql=SLOW) as events:
        assert next(events)["type"] == "status"
    wait_until(lambda: owner.status(told) == "cancelled")
    assert owner.confirm(owner.ask(COUNT))["success"]


@pytest.mark.parametrize(
    "body",
    [
        {"message": "x"},
        {"message": "x" * 1001},
        {"message": "?!"},
        {"message": COUNT, "llm_provider": "oracle"},
        {"message": COUNT, "session_id": "not-an-id"},
        {"message": COUNT, "source_ids": ["00000000-0000-4000-8000-000000000000"]},
        {"message": COUNT, "session_id": "00000000-0000-4000-8000-000000000000"},
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_streamed(owner: Asker, body: dict[str, object]) -> None:
    before = len(owner.get("/api/sessions", limit=200))
    answer = owner.client.post("/api/chat", json=body)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["error"]["message"] and answer.headers["content-type"] == "application/json"
    assert len(owner.get("/api/sessions", limit=200)) == before


def _rows_in(data: bytes, kind: str) -> int:
    if kind == "csv":
        return len(data.decode().strip().splitlines()) - 1
    if kind == "parquet":
        return int(parquet.read_table(io.BytesIO(data)).num_rows)
    return len(list(openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].iter_rows())) - 1


def _all_rows(owner: Asker, result_id: str) -> list[dict[str, int]]:
    pages = owner.get(f"/api/results/{result_id}", page_size=1000)["pages"]
    found = [owner.get(f"/api/results/{result_id}", page_size=1000, page=page)["rows"] for page in range(1, pages + 1)]
    return [row for rows in found for row in rows]


def _make_idle(folder: Path, session_id: str) -> None:
    with closing(sqlite3.connect(folder / ".answerable" / "answerable.db", timeout=PATIENCE)) as database, database:
        changed = database.execute(
            "UPDATE conversations_session SET last_activity_at = datetime('now', '-31 minutes') WHERE id = ?",
            [session_id.replace("-", "")],
        )
        assert changed.rowcount == 1
