"""Receipts, timelines and evidence over HTTP, of an answer that a real server gave."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from answerable.agent.proof.audit_queries import check_evidence_in
from tests.web.asking import Asker

ASKED = "how many customers are there?"


@pytest.fixture(scope="module")
def answered(owner: Asker) -> dict[str, Any]:
    """What a result event and the object of a confirmation have in common."""
    return owner.confirm(owner.ask(ASKED))


def test_the_receipt_is_the_file_that_was_kept(owner: Asker, answered: dict[str, Any], shop_folder: Path) -> None:
    name = f"{answered['request_id']}.json"
    got = owner.client.get(answered["receipt"]["url"])
    assert got.content == (shop_folder / ".answerable" / "receipts" / name).read_bytes()
    assert got.json()["receipt_hash"] == answered["receipt"]["hash"]
    assert got.headers["content-disposition"] == f'attachment; filename="receipt-{name}"'


def test_an_answer_that_still_holds_is_the_same(owner: Asker, answered: dict[str, Any]) -> None:
    found = owner.client.post(f"{answered['receipt']['url']}/recheck").json()
    assert (found["verdict"], found["exit_code"]) == ("same", 0)
    assert found["reasons"]


def test_a_receipt_that_was_changed_is_tampered(owner: Asker, shop_folder: Path) -> None:
    answer = owner.confirm(owner.ask(ASKED))
    kept = shop_folder / ".answerable" / "receipts" / f"{answer['request_id']}.json"
    kept.write_text(kept.read_text().replace(ASKED, "how many towns are there?"))
    found = owner.client.post(f"{answer['receipt']['url']}/recheck").json()
    assert (found["verdict"], found["exit_code"]) == ("tampered", 13)


def test_the_timeline_tells_what_was_done_by_whom(owner: Asker) -> None:
    answer = owner.confirm(owner.ask(ASKED))
    entries = owner.get(f"/api/audit/requests/{answer['request_id']}")["entries"]
    kinds = [entry["event_type"] for entry in entries]
    assert kinds[0] == "request_submitted" and kinds[-1] == "artifact_generated"
    (given,) = [entry for entry in entries if entry["event_type"] == "confirmation_given"]
    assert given["event_data"]["decision"] == "approved" and given["event_data"]["by"]
    assert kinds.index("confirmation_given") < kinds.index("tool_called")
    owner.client.post(f"{answer['receipt']['url']}/recheck")
    *before, last = owner.get(f"/api/audit/requests/{answer['request_id']}")["entries"]
    assert before == entries
    assert (last["event_type"], last["event_data"]["verdict"]) == ("answer_rechecked", "same")
    assert last["event_data"]["by"] == given["event_data"]["by"]


def test_evidence_proves_itself(owner: Asker, answered: dict[str, Any], tmp_path: Path) -> None:
    got = owner.client.get(f"/api/audit/requests/{answered['request_id']}/evidence")
    with zipfile.ZipFile(io.BytesIO(got.content)) as packed:
        packed.extractall(tmp_path)
    found = check_evidence_in(tmp_path / "evidence")
    assert found.ok and found.request_id == answered["request_id"], found.problem
    receipts = [path for path in (tmp_path / "evidence").glob("*.json") if "receipt_hash" in path.read_text()]
    assert any(json.loads(path.read_text()).get("receipt_hash") == answered["receipt"]["hash"] for path in receipts)


def test_the_trail_verifies(owner: Asker, answered: dict[str, Any]) -> None:
    found = owner.client.post("/api/audit/verify").json()
    assert found["ok"] and found["entries"] > 5, found
    assert "/" not in json.dumps({**found, "warnings": []}), "the server's folders are nobody's business"
