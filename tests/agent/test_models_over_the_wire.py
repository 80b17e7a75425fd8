"""Whole questions with a model behind each provider's wire format: whatever the server does, there is an answer or one
clear line, within the question's budget."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from answerable.agent import Agent, Question
from answerable.agent.context.model_seat import ModelSeat
from answerable.agent.context.source_pool import SourcePool
from answerable.agent.events import Answered, AskedBack, Event, Failed
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.open_model import open_model
from tests.agent.shop import TODAY, make_shop
from tests.hybrid.scripted_model import proposal
from tests.providers.scripted_server import Received, ScriptedReply, ScriptedServer, cut, failing, slow
from tests.providers.wire import WIRES, Wire

QUESTION = "customers ordered by how dear they are to Germany"
"""The engine is not sure of it, but has a reading."""
NATIONS = "which nations brought us how much from stuff that is still going"
RIGHT = (
    "SELECT c.country, SUM(o.amount) AS total FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.country"
)
SECONDS = 6.0
"""Budget of a question here."""
SPARE = 20.0
"""For all that is no model, on a busy machine."""
KEY = "key-CANARY-that-nobody-may-see"


@dataclass(frozen=True)
class House:
    """A shop with its sources open for all tests."""

    folder: Path
    pool: SourcePool

    def ask(self, wire: Wire, server: ScriptedServer, question: str = QUESTION, **models: Any) -> Event:
        with self.pool.open_context(
            [str(self.folder / "shop.db")],
            Settings(confirm="never", confidence_threshold=0.05),
            today=TODAY,
            seat=seat(wire, server, self.folder, **models),
        ) as context:
            return Agent(context).ask(Question(question))


def seat(wire: Wire, server: ScriptedServer, folder: Path, *, stream: bool = False, **given: Any) -> ModelSeat:
    provider = wire.spec.partition(":")[0]
    url = f"{server.url}/v1" if provider == "openai" else server.url
    settings = ModelSettings(
        endpoints={provider: Endpoint(base_url=url, stream=stream)},
        **{"call_attempts": 2, "question_seconds": SECONDS, **given},
    )
    workspace = Workspace(folder / ".answerable").make()
    return ModelSeat(open_model(wire.spec, settings, workspace=workspace, environ={wire.key_variable: KEY}), settings)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    import langchain_anthropic
    import langchain_google_genai
    import langchain_openai

    del langchain_anthropic, langchain_google_genai, langchain_openai  # loaded before anybody looks at the clock
    folder = tmp_path_factory.mktemp("house")
    make_shop(folder)
    pool = SourcePool(folder=folder)
    yield House(folder, pool)
    pool.close()


@pytest.fixture(params=WIRES, ids=lambda wire: wire.spec.partition(":")[0])
def wire(request: pytest.FixtureRequest) -> Wire:
    found: Wire = request.param
    return found


Make = Callable[[Wire], ScriptedReply]

WORKS: dict[str, Make] = {
    "structured output": lambda wire: wire.text(proposal(RIGHT)),
    "streamed": lambda wire: wire.stream(proposal(RIGHT)),
    "in a fence": lambda wire: wire.text(f"Sure!\n```json\n{proposal(RIGHT)}\n```"),
}
FAILS: dict[str, Make] = {
    "429 for a minute": lambda wire: failing(429, "slow down", retry_after="60"),
    "500": lambda wire: failing(500, "out of order"),
    "wrong key": lambda wire: failing(401, f"no such key {KEY}"),
    "time-out": lambda wire: slow(60, wire.text("late")),
    "cut stream": lambda wire: cut(wire.stream(proposal(RIGHT))),
    "malformed JSON": lambda wire: wire.text('{"sql": "SELECT'),
    "wrong schema": lambda wire: wire.structured({"query": 7}),
    "empty": lambda wire: wire.text(""),
    "refusal": lambda wire: wire.refusal(),
    "cut off": lambda wire: wire.cut_off(proposal(RIGHT)),
    "another language": lambda wire: wire.text("죄송하지만 도와드릴 수 없습니다."),
    "three statements": lambda wire: wire.text(proposal("SELECT 1; DROP TABLE orders; SELECT 2")),
    "a megabyte": lambda wire: wire.text(proposal("SELECT '" + "x" * 1_000_000 + "'")),
    "a tool for ever": lambda wire: wire.tool_call("describe", {"table": "orders"}),
    "a tool that is not there": lambda wire: wire.tool_call("shell", {"command": "rm -rf /"}),
}


@pytest.mark.parametrize("case", WORKS)
def test_a_reply_that_can_be_used_answers(house: House, wire: Wire, case: str) -> None:
    with ScriptedServer([WORKS[case](wire)]) as server:
        ended = house.ask(wire, server, NATIONS, stream=case == "streamed")
    assert isinstance(ended, Answered), ended
    use = ended.answer.provenance.model
    assert use is not None and use.failure == "" and use.cost > 0
    assert wire.spec in ended.answer.provenance.model_note


@pytest.mark.slow
@pytest.mark.parametrize("case", FAILS)
def test_whatever_a_server_does_there_is_an_answer_or_a_clear_line(house: House, wire: Wire, case: str) -> None:
    with ScriptedServer([FAILS[case](wire)]) as server:
        began = time.monotonic()
        ended = house.ask(wire, server, stream=case == "cut stream")
        took = time.monotonic() - began
    assert took < SECONDS + SPARE
    assert len(server.requests) <= 12
    if isinstance(ended, Answered):
        assert ended.answer.path == "embedded" and ended.answer.table.num_rows
        use = ended.answer.provenance.model
        assert use is not None
        told = " ".join(ended.answer.provenance.assumptions)
        assert (use.failure in told and "\n" not in use.failure) if use.failure else True
        assert KEY not in json.dumps(use.as_dict()) + told
    else:
        assert isinstance(ended, (AskedBack, Failed))
        assert not isinstance(ended, Failed) or ("\n" not in ended.error.line() and ended.error.hint)


@pytest.mark.slow
def test_a_model_that_always_errs_is_asked_three_times_at_most(house: House, wire: Wire) -> None:
    count = iter(range(100))
    with ScriptedServer(lambda _: wire.text(proposal(f"SELECT zzz{next(count)} FROM customers"))) as server:
        ended = house.ask(wire, server)
    assert len(server.requests) == 3
    assert not isinstance(ended, Answered) or ended.answer.path == "embedded"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("budget", "most"), [({"question_calls": 2}, 2), ({"question_cost": 1e-7}, 1), ({"question_tokens": 200}, 2)]
)
def test_what_always_errs_ends_with_its_budget(house: House, wire: Wire, budget: dict[str, Any], most: int) -> None:
    count = iter(range(100))
    with ScriptedServer(lambda _: wire.text(proposal(f"SELECT zzz{next(count)} FROM customers"))) as server:
        ended = house.ask(wire, server, **budget)
    assert len(server.requests) <= most
    if isinstance(ended, Answered):
        assert ended.answer.provenance.model is not None and "used up" in ended.answer.provenance.model.failure


@pytest.mark.slow
def test_fifty_questions_do_not_wait_for_each_others_models(house: House) -> None:
    wire = WIRES[0]
    ended: list[Event] = []
    with ScriptedServer([slow(2.0, wire.text(proposal(RIGHT)))]) as server:
        house.ask(wire, server, NATIONS)
        threads = [
            threading.Thread(target=lambda: ended.append(house.ask(wire, server, NATIONS, question_seconds=60)))
            for _ in range(50)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [type(one) for one in ended] == [Answered] * 50
    assert server.most_at_once >= 10, "they would take 100 seconds one after the other"


def plant(path: Path) -> list[str]:
    """Names and cells that mean something to nobody else."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE zorblax (zorb_key INTEGER PRIMARY KEY, quimble TEXT, vexatron REAL)")
        rows = [(n, ("Frobnitz", "Wibblewock", "Snargle")[n % 3], 7_345_221 + n) for n in range(30)]
        connection.executemany("INSERT INTO zorblax VALUES (?, ?, ?)", rows)
        connection.execute("CREATE TABLE glimmerfen (fen_key INTEGER PRIMARY KEY, zorb_key INTEGER REFERENCES zorblax)")
        connection.commit()
    return ["zorb", "quimble", "vexatron", "glimmer", "fen_key", "frobnitz", "wibblewock", "snargle", "73452"]


@pytest.mark.parametrize("sees", ["schema", "values", "rows"])
def test_a_recorder_on_the_wire_sees_nothing_of_the_data_in_blind_mode(
    tmp_path: Path, house: House, wire: Wire, sees: str
) -> None:
    planted = plant(tmp_path / "planted.db")
    count = iter(range(9))

    def reply(_: Received) -> ScriptedReply:
        """Wrong first, so that it is asked again."""
        return wire.text(proposal("SELECT nothing FROM t1" if next(count) == 0 else "SELECT COUNT(*) FROM t1"))

    pool = SourcePool(folder=tmp_path)
    with ScriptedServer(reply) as server:
        given = seat(wire, server, tmp_path, blind=True, sees=sees)
        settings = Settings(confirm="never", confidence_threshold=0.3)
        with pool.open_context([str(tmp_path / "planted.db")], settings, today=TODAY, seat=given) as context:
            Agent(context).ask(Question("how vexed was each quimble of ours like Frobnitz and the Snargle lately"))
    pool.close()
    assert len(server.requests) == 2
    sent = " ".join(request.text for request in server.requests).casefold()
    assert [name for name in planted if name in sent] == []
