"""A language model beside the embedded engine: what it may do, what is on record, what an answer says of it."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from answerable.agent import Agent, Question, answer_of
from answerable.agent.context.model_seat import ModelSeat
from answerable.agent.context.run_context import RunContext
from answerable.agent.context.source_pool import SourcePool
from answerable.agent.events import StatusChanged
from answerable.answers import to_dict
from answerable.answers.answer import Answer
from answerable.guard import Policy
from answerable.kernel.errors import AnswerableError, BadSetting, NotInTheData
from answerable.kernel.messages import verbatim
from answerable.kernel.settings import Settings
from answerable.providers import ChatTurn, ModelUnavailable
from answerable.providers.model_settings import ModelSettings
from answerable.receipts import Receipt
from answerable.receipts.receipt_shape import problem
from tests.agent.shop import TODAY, make_shop
from tests.hybrid.scripted_model import ScriptedModel, proposal
from tests.providers.scripted_server import ScriptedServer
from tests.providers.wire import OpenAIWire

QUESTION = "which nations brought us how much from stuff that is still going"
RIGHT = (
    "SELECT c.country, SUM(o.amount) AS total FROM customers c JOIN orders o ON o.customer_id = c.id"
    " WHERE o.status = 'active' GROUP BY c.country"
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    make_shop(tmp_path)
    return tmp_path


@contextmanager
def context(
    folder: Path, model: ScriptedModel, confirm: str = "never", reword: bool = False, **models: Any
) -> Iterator[RunContext]:
    pool = SourcePool(folder=folder)
    settings = Settings(confirm=confirm, confidence_threshold=0.3, reword=reword)
    seat = ModelSeat(model, ModelSettings(**models))
    try:
        with pool.open_context([str(folder / "shop.db")], settings, today=TODAY, seat=seat) as opened:
            yield opened
    finally:
        pool.close()


def ask(folder: Path, model: ScriptedModel, text: str = QUESTION, **given: Any) -> Answer:
    with context(folder, model, **given) as opened:
        return answer_of(Agent(opened).ask(Question(text)))


def entries(folder: Path) -> list[dict[str, Any]]:
    log = folder / ".answerable" / "logs" / "data_agent_runs.jsonl"
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_a_model_answers_and_the_answer_says_so(shop: Path) -> None:
    answer = ask(shop, ScriptedModel(proposal(RIGHT)))

    assert (answer.path, answer.sql, answer.trust.level) == ("model:openai:scripted", RIGHT, "unverified")
    assert answer.provenance.model is not None and answer.provenance.model.calls == 1
    assert "10 column names" in answer.provenance.model_note
    assert to_dict(answer)["provenance"]["model"]["model"] == "openai:scripted"


def test_a_sure_engine_asks_no_model(shop: Path) -> None:
    model = ScriptedModel(proposal(RIGHT))

    assert ask(shop, model, "how many orders are there?").path == "embedded"
    assert model.asked == []


def test_the_question_is_on_the_disk_before_a_prompt_leaves(shop: Path) -> None:
    seen: list[list[str]] = []

    def reply(_: Sequence[ChatTurn]) -> str:
        seen.append([one["event_type"] for one in entries(shop)])
        return proposal(RIGHT)

    ask(shop, ScriptedModel(reply))

    assert seen == [["request_submitted", "tool_called"]]


def test_the_receipt_says_what_left(shop: Path) -> None:
    answer = ask(shop, ScriptedModel(proposal(RIGHT)))

    assert isinstance(answer.receipt, Receipt) and answer.receipt.model_use is not None
    assert answer.receipt.model_use["rows"] == 0
    assert len(answer.receipt.model_use["prompts"]) == 1


def test_a_receipt_of_a_models_answer_can_be_read_back(shop: Path) -> None:
    receipt = ask(shop, ScriptedModel(proposal(RIGHT))).receipt
    assert isinstance(receipt, Receipt) and receipt.file

    assert problem(json.loads(receipt.file.read_bytes())) is None


def test_a_model_that_is_down_leaves_the_answer_to_the_engine(shop: Path) -> None:
    model = ScriptedModel(ModelUnavailable(verbatim("nobody answers")))

    answer = ask(shop, model, "customers ordered by how dear they are to Germany")

    assert answer.path == "embedded"
    assert any("nobody answers" in one for one in answer.provenance.assumptions)


def test_what_must_be_approved_is_not_run_to_look_at(shop: Path) -> None:
    model = ScriptedModel(proposal(RIGHT))

    with context(shop, model, confirm="always") as opened, pytest.raises(AnswerableError):
        answer_of(Agent(opened).ask(Question(QUESTION)))

    assert model.offered[0] == ("describe", "relationships")
    assert "sql.run" not in [one["event_data"].get("tool_name") for one in entries(shop)]


def test_listeners_are_told_that_the_model_is_asked(shop: Path) -> None:
    told: list[str] = []
    with context(shop, ScriptedModel(proposal(RIGHT))) as opened:
        Agent(opened).ask(
            Question(QUESTION),
            listen=lambda event: told.append(event.message) if isinstance(event, StatusChanged) else None,
        )

    assert "Asking the language model" in told


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE customers",
        "SELECT 1; DELETE FROM customers",
        "SELECT load_extension('x')",
        "ATTACH DATABASE '/etc/passwd' AS x",
        "PRAGMA writable_schema = 1",
        "WITH x AS (DELETE FROM customers RETURNING *) SELECT * FROM x",
        "SELECT readfile('/etc/passwd')",
        "UPDATE customers SET name = 'x'",
        "SELECT * FROM sqlite_master",
    ],
)
def test_whatever_a_model_writes_the_guard_holds(shop: Path, sql: str) -> None:
    with context(shop, ScriptedModel(proposal(sql))) as opened:
        Agent(opened).ask(Question(QUESTION))

    run = [
        one["event_data"]["arguments"]["query"]
        for one in entries(shop)
        if one["event_data"].get("tool_name") == "sql.run"
    ]
    assert sql not in run


def test_prompts_do_not_grow_with_the_rows(shop: Path) -> None:
    model = ScriptedModel(proposal(RIGHT))
    ask(shop, model)
    few = model.asked[-1][0]

    with sqlite3.connect(shop / "shop.db") as connection:
        connection.executemany(
            "INSERT INTO orders VALUES (?, 1, 'active', 5, '2025-01-01')", ((n,) for n in range(100, 5_000))
        )
    connection.close()
    with suppress(NotInTheData):  # what comes of it is not the point here
        ask(shop, model)

    assert len(model.asked) == 2 and model.asked[-1][0] == few


def test_questions_do_not_wait_for_each_others_models(shop: Path) -> None:
    """More of them than there are sources."""
    model = ScriptedModel(proposal(RIGHT), seconds=1.0)
    pool = SourcePool(folder=shop, most_per_spec=2)
    seat = ModelSeat(model, ModelSettings())
    paths: list[str] = []

    def answered() -> None:
        settings = Settings(confirm="never", confidence_threshold=0.3)
        with pool.open_context([str(shop / "shop.db")], settings, today=TODAY, seat=seat) as opened:
            paths.append(answer_of(Agent(opened).ask(Question(QUESTION))).path)

    answered()
    threads = [threading.Thread(target=answered) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.close()

    assert paths == ["model:openai:scripted"] * 13
    assert model.most_at_once > 2, "while a model is asked, the source is somebody else's"


def test_over_the_wire_and_again_from_the_recording(shop: Path) -> None:
    recording = shop / "prompts.jsonl"
    with ScriptedServer([OpenAIWire().text(proposal(RIGHT))]) as server:
        (shop / "answerable.toml").write_text(f'[models]\nbase_url = "{server.url}/v1"\n', encoding="utf-8")
        first = ask_by_settings(shop, "openai-compatible:big-70b", str(recording))
        calls = len(server.requests)
    again = ask_by_settings(shop, f"replay:{recording}")

    assert (first.path, first.sql, calls) == ("model:openai-compatible:big-70b", RIGHT, 1)
    assert (again.path, again.sql, again.confidence) == (first.path, first.sql, first.confidence)


def test_a_server_that_is_down_is_said_in_one_line(shop: Path) -> None:
    (shop / "answerable.toml").write_text(
        '[models]\nbase_url = "http://127.0.0.1:9/v1"\ncall_attempts = 1\n', encoding="utf-8"
    )

    answer = ask_by_settings(
        shop, "openai-compatible:big-70b", text="customers ordered by how dear they are to Germany"
    )

    assert answer.path == "embedded"
    assert any("big-70b" in one for one in answer.provenance.assumptions)


@pytest.mark.parametrize("engine", ["openai", "nobody:model", "replay:nowhere.jsonl"])
def test_an_engine_that_cannot_be_is_refused(shop: Path, engine: str) -> None:
    with pytest.raises(BadSetting):
        ask_by_settings(shop, engine)


def ask_by_settings(folder: Path, engine: str, recording: str = "", text: str = QUESTION) -> Answer:
    settings = Settings(engine=engine, dump_prompts=recording, confirm="never", confidence_threshold=0.3)
    pool = SourcePool(folder=folder)
    try:
        with pool.open_context([str(folder / "shop.db")], settings, today=TODAY) as opened:
            return answer_of(Agent(opened).ask(Question(text)))
    finally:
        pool.close()


def test_a_prompt_names_nothing_that_the_policy_keeps_back(shop: Path) -> None:
    model = ScriptedModel(proposal("SELECT name, country FROM customers"))
    pool = SourcePool(folder=shop)
    settings = Settings(confirm="never", confidence_threshold=0.3)
    policy = Policy.from_dict({"blocked_columns": ["customers.country"]})
    seat = ModelSeat(model, ModelSettings())
    with pool.open_context([str(shop / "shop.db")], settings, today=TODAY, seat=seat, policy=policy) as opened:
        Agent(opened).ask(Question("who did what with the stuff lately"))
    pool.close()

    assert model.prompts
    assert not any("country" in text or "Germany" in text for text in (turns[0].text for turns in model.asked))
    assert not any(
        "country" in str(one["event_data"]["arguments"]["query"])
        for one in entries(shop)
        if one["event_data"].get("tool_name") == "sql.run"
    )


def test_the_sentence_is_worded_by_the_model_only_on_request(shop: Path) -> None:
    model = ScriptedModel(json.dumps({"sentence": "We count {1} orders in all."}))
    question = "how many orders are there?"
    plain = ask(shop, model, question)
    assert model.asked == [] and plain.provenance.model is None

    with context(shop, model, reword=True) as opened:
        worded = answer_of(Agent(opened).ask(Question(question)))

    (figure,) = worded.sentence.figures
    assert worded.text == f"We count {figure.text} orders in all." != plain.text
    assert figure == plain.sentence.figures[0] and figure.text not in model.prompts[0]
    assert (worded.path, worded.trust.level) == (plain.path, plain.trust.level), "a model's word is no evidence"
    assert worded.provenance.model is not None and worded.provenance.model.calls == 1
    assert isinstance(worded.receipt, Receipt) and worded.receipt.model_use is not None
    called = [one["event_data"] for one in entries(shop) if one["event_data"].get("tool_name") == "model.complete"]
    assert [one["arguments"]["purpose"] for one in called] == ["wording"]


def test_a_wording_with_another_number_leaves_the_sentence_and_says_so(shop: Path) -> None:
    model = ScriptedModel(json.dumps({"sentence": "We count {1} orders, 3 of them late."}))

    with context(shop, model, reword=True) as opened:
        answer = answer_of(Agent(opened).ask(Question("how many orders are there?")))

    assert "late" not in answer.text
    assert any("a number that is not in the result" in one for one in answer.provenance.assumptions)


def test_nothing_is_worded_in_blind_mode(shop: Path) -> None:
    model = ScriptedModel(json.dumps({"sentence": "We count {1} orders."}))

    with context(shop, model, reword=True, blind=True) as opened:
        answer_of(Agent(opened).ask(Question("how many orders are there?")))

    assert model.asked == []
