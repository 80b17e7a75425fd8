"""A receipt says how its answer came to be, over HTTP with a real server: picked readings and edited SQL."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import answerable
from tests.web.asking import Asker, Event, one

COUNT = "how many customers are there?"
FORGED = "SELECT 999 AS number_of_customers"


def _asked_back(owner: Asker, question: str = "top customers") -> tuple[Event, list[dict[str, str]]]:
    told = owner.ask(question)
    return one(told, "session"), one(told, "error")["clarification"]["readings"]


def _body(asked: Event, **changes: Any) -> dict[str, Any]:
    picked = {"request_id": asked["request_id"], "index": 0}
    return {"message": "top customers", "session_id": asked["session_id"], "reading": picked, **changes}


def _refusal(owner: Asker, body: dict[str, Any], status: int) -> str:
    answer = owner.client.post("/api/chat", json=body)
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"]["message"])


def _receipt(owner: Asker, request_id: str) -> dict[str, Any]:
    found: dict[str, Any] = owner.get(f"/api/receipts/{request_id}")
    return found


def _entries(folder: Path, request_id: str, event_type: str) -> list[dict[str, Any]]:
    log = folder / ".answerable" / "logs" / "data_agent_runs.jsonl"
    lines = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    return [
        line["event_data"] for line in lines if (line["request_id"], line["event_type"]) == (request_id, event_type)
    ]


def test_the_receipt_of_a_picked_reading_has_its_question_and_the_pick(owner: Asker) -> None:
    asked, readings = _asked_back(owner)
    picked = {"request_id": asked["request_id"], "index": 1}
    told = owner.ask("top customers", session_id=asked["session_id"], reading=picked)
    confirmed = owner.confirm(told)
    receipt = _receipt(owner, confirmed["request_id"])
    assert receipt["question"] == "top customers" and receipt["path"] == "chosen_reading"
    assert receipt["sql"] == readings[1]["sql"] and not receipt["origin"]["is_edited"]
    named = {"request_id": asked["request_id"], "number": 2, "text": readings[1]["text"]}
    assert receipt["origin"]["reading"] == named
    assert receipt["origin"]["shown_hash"] == receipt["origin"]["ran_hash"] == receipt["confirm"]["hash"]
    (kept,) = [
        one
        for one in owner.get(f"/api/sessions/{asked['session_id']}")["requests"]
        if one["request_id"] == confirmed["request_id"]
    ]
    assert kept["question"] == "top customers" and kept["reading"]["text"] == readings[1]["text"]


def test_a_readings_own_words_stand_for_its_question(owner: Asker) -> None:
    asked, readings = _asked_back(owner)
    confirmed = owner.confirm(owner.ask(readings[0]["text"], reading=_body(asked)["reading"]))
    assert _receipt(owner, confirmed["request_id"])["question"] == "top customers"


def test_a_reading_under_another_question_is_refused_and_recorded(owner: Asker, shop_folder: Path) -> None:
    asked, _readings = _asked_back(owner)
    said = _refusal(owner, _body(asked, message="what is the total revenue of all time?"), 409)
    assert said == "This reading belongs to another question."
    (refused,) = _entries(shop_folder, asked["request_id"], "policy_decision")
    assert (refused["decision"], refused["rule"], refused["reason"]) == ("refused", "reading", said)
    assert refused["reading"] == {"request_id": asked["request_id"], "number": 1}


def test_a_reading_of_another_conversation_is_refused(owner: Asker) -> None:
    asked, _readings = _asked_back(owner)
    elsewhere = one(owner.ask(COUNT), "session")["session_id"]
    assert "another conversation" in _refusal(owner, _body(asked, session_id=elsewhere), 409)


def test_a_reading_counts_once(owner: Asker) -> None:
    asked, _readings = _asked_back(owner)
    owner.ask("top customers", session_id=asked["session_id"], reading=_body(asked)["reading"])
    assert "already picked" in _refusal(owner, _body(asked), 409)
    other = {"request_id": asked["request_id"], "index": 1}
    assert owner.confirm(owner.ask("top customers", session_id=asked["session_id"], reading=other))["success"]


def test_an_old_reading_is_refused(owner: Asker, shop_folder: Path) -> None:
    asked, _readings = _asked_back(owner)
    with closing(sqlite3.connect(shop_folder / ".answerable" / "answerable.db", timeout=30)) as store, store:
        request = asked["request_id"].replace("-", "")
        store.execute("UPDATE conversations_queryrequest SET moved_at = '2026-01-01 00:00' WHERE id = ?", [request])
    assert "is over" in _refusal(owner, _body(asked), 409)


@pytest.mark.parametrize(
    "reading",
    [
        {"request_id": "00000000-0000-4000-8000-000000000000", "index": 0},
        {"request_id": None, "index": 10},
    ],
)
def test_a_reading_that_was_never_offered_is_not_found(owner: Asker, reading: dict[str, Any]) -> None:
    asked, _readings = _asked_back(owner)
    given = {**reading, "request_id": reading["request_id"] or asked["request_id"]}
    assert "There is no such" in _refusal(owner, _body(asked, reading=given), 404)


def test_an_answered_request_offers_no_reading(owner: Asker) -> None:
    told = owner.ask(COUNT)
    owner.confirm(told)
    assert _refusal(owner, _body(one(told, "session"), message=COUNT), 404) == "There is no such reading."


@pytest.fixture
def edited(owner: Asker) -> Event:
    return owner.confirm(owner.ask(COUNT), edited_sql=FORGED)


def test_an_edited_query_does_not_read_as_an_answer(owner: Asker, edited: Event) -> None:
    assert edited["answer"] == "The edited query returned 1 row." and edited["figures"] == []
    assert edited["is_edited"] is True and edited["path"] == "edited"
    assert edited["confidence"] is None and edited["suggestions"] == []
    assert edited["trust"]["level"] == "unverified" and "A person edited the SQL" in edited["trust"]["reasons"][0]
    assert edited["provenance"]["applied"] == [] and edited["provenance"]["assumptions"] == []


def test_the_receipt_of_an_edited_query_says_so(owner: Asker, edited: Event) -> None:
    receipt = _receipt(owner, edited["request_id"])
    origin = receipt["origin"]
    assert origin["is_edited"] and origin["shown_hash"] != origin["ran_hash"] == receipt["confirm"]["hash"]
    assert (receipt["path"], receipt["trust"], receipt["confidence"]) == ("edited", "unverified", None)
    assert "999" not in receipt["answer"]["text"]
    checked = owner.client.post(f"/api/receipts/{edited['request_id']}/recheck").json()
    assert checked["verdict"] == "same"
    assert any(remark.startswith("The SQL was edited by a person") for remark in checked["remarks"])


def test_record_and_transcript_of_an_edited_query_say_so(owner: Asker, edited: Event, shop_folder: Path) -> None:
    request = edited["request_id"]
    (approved,) = _entries(shop_folder, request, "confirmation_given")
    assert approved["decision"] == "edited" and approved["shown_hash"] != approved["sql_hash"]
    assert _entries(shop_folder, request, "artifact_generated")[-1]["is_edited"] is True
    sessions = owner.get("/api/sessions", limit=1)
    kept = owner.get(f"/api/sessions/{sessions[0]['session_id']}")
    (asked,) = kept["requests"]
    assert asked["is_edited"] is True and asked["result"]["is_edited"] is True
    said = kept["messages"][-1]
    assert said["content"] == "The edited query returned 1 row." and said["metadata"] == {"is_edited": True}


def test_verify_diff_and_audit_show_say_that_sql_was_edited(owner: Asker, edited: Event, shop_folder: Path) -> None:
    plain = owner.confirm(owner.ask(COUNT))
    receipts = shop_folder / ".answerable" / "receipts"
    forged, honest = (str(receipts / f"{one['request_id']}.json") for one in (edited, plain))
    verified = answerable("verify", forged, cwd=shop_folder)
    assert verified.returncode == 0 and verified.stdout.startswith("same\n")
    assert "· SQL edited by a person" in verified.stdout and "The SQL was edited by a person" in verified.stdout
    assert json.loads(answerable("verify", forged, "--json", cwd=shop_folder).stdout)["is_edited"] is True
    honestly = answerable("verify", honest, cwd=shop_folder).stdout
    assert honestly.startswith("same\n") and "edited" not in honestly
    differing = answerable("diff", honest, forged, cwd=shop_folder).stdout
    assert "sql: The SQL of the second was edited by a person." in differing
    assert "SQL edited by a person" in answerable("audit", "show", "--request", forged, cwd=shop_folder).stdout


def test_an_edit_of_white_space_is_none(owner: Asker) -> None:
    told = owner.ask(COUNT)
    shown = one(told, "query_preview")["query"]
    confirmed = owner.confirm(told, edited_sql=f"  {shown.replace(' FROM', chr(10) + '  FROM')}\n")
    assert confirmed["sql"] == shown and not confirmed["is_edited"]
    assert confirmed["path"] == "embedded" and confirmed["confidence"] is not None


def test_a_question_that_builds_on_an_edited_query_says_so(owner: Asker) -> None:
    told = owner.ask("total revenue in 2024")
    session, sql = one(told, "session")["session_id"], one(told, "query_preview")["query"]
    owner.confirm(told, edited_sql=sql.replace("2024", "2023"))
    for question in ("and by month?", "only the top 3"):
        confirmed = owner.confirm(owner.ask(question, session_id=session))
        assert confirmed["builds_on_edit"] is True and not confirmed["is_edited"]
        assert confirmed["provenance"]["caveats"][0] == "It builds on a query that a person edited."
        assert confirmed["trust"]["level"] == "unverified"
        assert _receipt(owner, confirmed["request_id"])["origin"]["builds_on_edit"] is True
