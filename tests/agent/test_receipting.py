"""Every answer has a receipt: whole, bound to the audit trail, and never a reason to have no answer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.agent import Agent, Question, answer_of
from answerable.agent.approval_rules import say_yes
from answerable.agent.context.open_context import open_run_context
from answerable.answers import to_dict
from answerable.answers.answer import Answer
from answerable.audit import checkpoint_place
from answerable.audit.sign.signing_key import verify_signature
from answerable.kernel.errors import Refused
from answerable.kernel.settings import Settings
from answerable.receipts import Receipt, place_of, read_receipt
from tests.agent.shop import Fixed, make_shop, shop_context
from tests.waiting import wait_until


def ask(folder: Path, text: str = "how many orders are there?", **changes: Any) -> Answer:
    if not (folder / "shop.db").exists():
        make_shop(folder)
    with shop_context(folder, **changes) as run_context:
        return answer_of(Agent(run_context).ask(Question(text)))


def test_who_said_yes_beforehand_has_seen_nothing(tmp_path: Path) -> None:
    receipt = receipt_of(ask(tmp_path, confirm="always", approve=say_yes))
    assert receipt.confirm["by"] == "beforehand" and receipt.origin and receipt.origin["shown_hash"] == ""
    given = [one["event_data"] for one in entries(tmp_path) if one["event_type"] == "confirmation_given"]
    assert [one["is_beforehand"] for one in given] == [True]


def test_a_kept_result_says_when_its_data_was_read(tmp_path: Path) -> None:
    make_shop(tmp_path)
    wait_until(lambda: _asked_twice(tmp_path))


def _asked_twice(folder: Path) -> bool:
    """Whether the second was given from what the first had read: files that have only just been written are not."""
    with shop_context(folder) as run_context:
        first, second = (receipt_of(answer_of(Agent(run_context).ask(Question("how many orders?")))) for _ in range(2))
    assert first.origin and second.origin
    if not second.origin["is_from_cache"]:
        return False
    assert second.origin["read_at"] <= second.created_at
    return bool(first.receipt_id != second.receipt_id and second.origin["read_at"] < first.created_at)


def receipt_of(answer: Answer) -> Receipt:
    assert isinstance(answer.receipt, Receipt)
    return answer.receipt


def entries(folder: Path) -> list[dict[str, Any]]:
    log = folder / ".answerable" / "logs" / "data_agent_runs.jsonl"
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_it_lies_under_the_requests_name_and_reads_back(tmp_path: Path) -> None:
    receipt = receipt_of(ask(tmp_path))
    assert receipt.file == place_of(tmp_path / ".answerable", receipt.request_id)
    found = read_receipt(receipt.file, verify_signature)
    assert (found.receipt, found.tampered) == (receipt, None)
    assert receipt.file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in receipt.file.parent.iterdir()] == [receipt.file.name]


def test_it_says_what_ran_on_what_and_what_came_of_it(tmp_path: Path) -> None:
    answer = ask(tmp_path, "total amount by country")
    receipt = receipt_of(answer)
    assert (receipt.question, receipt.sql, receipt.answer["text"]) == (answer.question, answer.sql, answer.text)
    assert (receipt.path, receipt.model, receipt.trust) == (answer.path, "embedded", answer.trust.level)
    assert receipt.source == {
        "name": "shop.db",
        "kind": "sqlite",
        "dialect": "sqlite",
        "spec": [str(tmp_path / "shop.db")],
    }
    assert receipt.schema_fingerprint == answer.provenance.schema_fingerprint
    assert list(receipt.tables) == ["customers", "orders"]
    assert receipt.limits == {"rows": 10_000, "seconds": 30.0, "memory_mb": 2_048}
    assert receipt.confirm["by"] == "never"
    assert receipt.origin and receipt.origin["shown_hash"] == "" and not receipt.origin["is_edited"]
    assert (receipt.result["row_count"], receipt.result["is_ordered"]) == (2, True)
    assert {"column": "total_amount", "label": "Germany", "row": 0, "text": "76", "value": 76} in receipt.answer[
        "figures"
    ]
    assert receipt.versions["engine"].startswith("apsw ")


def test_it_names_the_entry_that_came_before_the_query_and_is_named_by_the_last(tmp_path: Path) -> None:
    receipt = receipt_of(ask(tmp_path))
    *_, called, observed, generated = entries(tmp_path)
    assert [one["event_type"] for one in (called, observed, generated)] == [
        "tool_called", "observation_recorded", "artifact_generated",
    ]  # fmt: skip
    assert receipt.chain == {
        "log": "data_agent_runs.jsonl",
        "sequence_number": called["sequence_number"],
        "entry_hash": called["hash"],
    }
    assert observed["event_data"]["result_hash"] == receipt.result["fingerprint"]
    data = generated["event_data"]
    assert (data["artifact_type"], data["receipt_hash"]) == ("receipt", receipt.receipt_hash)
    assert data["file"] == f"{receipt.request_id}.json"


def test_a_result_that_is_given_again_has_a_receipt_of_its_own(tmp_path: Path) -> None:
    make_shop(tmp_path)
    with shop_context(tmp_path) as run_context:
        first, second = (
            receipt_of(answer_of(Agent(run_context).ask(Question("how many orders are there?")))) for _ in range(2)
        )
    assert first.result["hash"] == second.result["hash"]
    assert first.receipt_hash != second.receipt_hash
    assert first.result["row_hashes"] != second.result["row_hashes"]
    places = {entry["sequence_number"]: entry["event_type"] for entry in entries(tmp_path)}
    assert places[second.chain["sequence_number"]] == "tool_called"


def test_where_it_cannot_be_written_the_answer_says_so(tmp_path: Path) -> None:
    make_shop(tmp_path)
    (tmp_path / ".answerable").mkdir()
    (tmp_path / ".answerable" / "receipts").write_text("in the way")
    answer = ask(tmp_path)
    assert answer.text == "Number of orders is 4."
    assert receipt_of(answer).file is None
    assert any("could not be written: Not a directory" in caveat for caveat in answer.provenance.caveats)
    assert to_dict(answer)["receipt"] is None
    assert entries(tmp_path)[-1]["event_data"]["file"] is None


def test_where_the_key_cannot_be_used_the_answer_says_so(tmp_path: Path) -> None:
    make_shop(tmp_path)
    with shop_context(tmp_path) as run_context:
        folder = checkpoint_place(run_context.workspace, run_context.settings).folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "signing.key").write_bytes(b"nonsense")
        answer = answer_of(Agent(run_context).ask(Question("how many orders are there?")))
    assert receipt_of(answer).signature == ""
    assert any("not signed" in caveat for caveat in answer.provenance.caveats)


def test_no_failure_leaves_a_receipt(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        ask(tmp_path, translator=Fixed("SELECT nothing FROM nowhere"))
    assert not (tmp_path / ".answerable" / "receipts").exists()


def test_json_has_the_path(tmp_path: Path) -> None:
    answer = ask(tmp_path)
    assert to_dict(answer)["receipt"] == str(receipt_of(answer).file)
    assert to_dict(replace(answer, receipt=None))["receipt"] is None


def test_a_notebook_shows_where_it_is(tmp_path: Path) -> None:
    answer = ask(tmp_path)
    assert f"answerable verify {receipt_of(answer).file}" in answer._repr_html_()


def test_a_secret_in_the_name_of_a_file_is_not_in_it(tmp_path: Path) -> None:
    path = make_shop(tmp_path).rename(tmp_path / "sk-CANARYabcdefghijklmnop.db")
    with open_run_context([str(path)], Settings(confirm="never"), folder=tmp_path) as run_context:
        receipt = receipt_of(answer_of(Agent(run_context).ask(Question("how many orders are there?"))))
    assert receipt.source["name"] == "[redacted: token].db"
    assert receipt.file is not None
    assert "CANARY" not in receipt.file.read_text()
