"""A conversation with a language model over HTTP: the project's, another provider's, none; and its wording."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable import sample
from tests.hybrid.scripted_model import proposal
from tests.providers.scripted_server import Received, ScriptedReply, ScriptedServer
from tests.providers.wire import OpenAIWire
from tests.web.asking import Asker, one, owners_token
from tests.web.serving import serving

VAGUE = "which nations brought us how much from stuff that is still going"
SQL = "SELECT country, COUNT(*) AS customers FROM customers GROUP BY country"


@pytest.fixture(scope="module")
def provider() -> Iterator[ScriptedServer]:
    wire = OpenAIWire()

    def reply(received: Received) -> ScriptedReply:
        asked = re.search(r"Sentence: <data>(.*?)</data>", received.text)
        return wire.text(json.dumps({"sentence": f"In short: {asked[1]}"}) if asked else proposal(SQL))

    with ScriptedServer(reply) as scripted:
        yield scripted


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory, provider: ScriptedServer) -> Iterator[Asker]:
    folder: Path = tmp_path_factory.mktemp("model-chat")
    sample.write_sqlite(folder / "shop.db")
    (folder / "answerable.toml").write_text("asks_per_minute = 600\n")
    with serving(folder, "--source", "shop.db") as server, Asker.with_token(server, owners_token(server)) as asker:
        choice = {"engine": "openai-compatible:big-70b", "base_url": f"{provider.url}/v1"}
        assert asker.client.put("/api/models", json=choice).status_code == 200
        yield asker


def test_a_conversation_asks_the_projects_model(asker: Asker, provider: ScriptedServer) -> None:
    told = asker.ask(VAGUE)
    assert one(told, "session")["llm_provider"] == "openai-compatible"
    model = asker.confirm(told)["provenance"]["model"]
    assert (model["model"], model["calls"], model["rows"]) == ("openai-compatible:big-70b", 1, 0)
    assert len(provider.requests) == 1


def test_a_conversation_may_do_without_it(asker: Asker, provider: ScriptedServer) -> None:
    before = len(provider.requests)
    told = asker.ask(VAGUE, llm_provider="embedded")
    session = one(told, "session")
    assert session["llm_provider"] == "embedded" and len(provider.requests) == before
    again = asker.ask(VAGUE, session_id=session["session_id"])
    assert one(again, "session")["llm_provider"] == "embedded" and len(provider.requests) == before


def test_a_provider_that_is_not_set_up_is_said_in_the_language_of_the_question(asker: Asker) -> None:
    told = asker.ask("고객은 몇 명인가요?", llm_provider="anthropic", lang="ko")
    remarks = [event["message"] for event in told if event["type"] == "status"]
    assert any("내장 엔진" in (remark or "") for remark in remarks)


def test_the_answer_is_worded_where_that_is_asked_for(asker: Asker, provider: ScriptedServer) -> None:
    told = asker.ask("how many customers are there?")
    plain = asker.confirm(told)
    worded = asker.confirm(asker.ask("how many customers are there?"), reword=True)
    assert worded["answer"] == f"In short: {plain['answer']}"
    assert worded["figures"] == plain["figures"]
    (asked,) = [request.text for request in provider.requests if "Sentence: <data>" in request.text]
    assert not any(figure["text"] in asked for figure in plain["figures"])
