"""What a local model has read of a schema is saved once and restored by the next process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from answerable.providers.chat_model import CallLimits, ChatTurn
from answerable.providers.clients import prompt_prefixes
from answerable.providers.clients.library import Address
from answerable.providers.clients.local_server import LocalServer
from answerable.providers.clients.prompt_prefixes import PrefixKeepingModel
from answerable.providers.model_settings import ModelSettings
from answerable.providers.open_model import open_model
from tests.providers.scripted_server import Received, ScriptedReply, ScriptedServer, failing
from tests.providers.wire import OpenAIWire

SCHEMA = "CREATE TABLE orders (id INTEGER);\n" * 100
LIMITS = CallLimits(seconds=20)


class RunningServer(LocalServer):
    """One that runs already, elsewhere."""

    def address(self, spec: str, limits: CallLimits) -> Address:
        return Address("model", self.url, self.key)


class Machine:
    """Chat completions, and slots that are saved into files."""

    def __init__(self, states: Path) -> None:
        self.states = states

    def __call__(self, received: Received) -> ScriptedReply:
        if received.path.startswith("/slots/0"):
            if "save" in received.path:
                (self.states / received.body["filename"]).write_bytes(b"state")
            return ScriptedReply(b"{}")
        return OpenAIWire().text("SELECT 1")


def model_over(server: ScriptedServer, folder: Path, states: Path | None) -> PrefixKeepingModel:
    path = folder / "model.gguf"
    path.write_bytes(b"GGUF")
    os.utime(path, (1, 1))
    running = RunningServer(path, 1, 4_096, 10.0, states)
    running.url = server.url
    inner = open_model("openai-compatible:x", ModelSettings(base_url=f"{server.url}/v1"), environ={})
    return PrefixKeepingModel(inner, lambda: running)


def turns(schema: str = SCHEMA, question: str = "how many?") -> tuple[ChatTurn, ...]:
    return ChatTurn("system", schema), ChatTurn("user", question)


@pytest.fixture
def states(tmp_path: Path) -> Path:
    folder = tmp_path / "states"
    folder.mkdir()
    return folder


def slots(server: ScriptedServer) -> list[str]:
    return [request.path.partition("action=")[2] for request in server.requests if request.path.startswith("/slots")]


@pytest.mark.slow
def test_it_is_saved_after_the_first_question_and_restored_by_another_process(tmp_path: Path, states: Path) -> None:
    with ScriptedServer(Machine(states)) as server:
        for question in ("how many?", "how much?"):
            model_over(server, tmp_path, states).complete(turns(question=question), LIMITS)
        one = model_over(server, tmp_path, states)
        for question in ("when?", "where?"):
            assert one.complete(turns(question=question), LIMITS).text == "SELECT 1"
    assert slots(server) == ["save", "restore", "restore"]
    (file,) = states.iterdir()
    assert file.suffix == ".slot"


def test_another_schema_has_a_file_of_its_own(tmp_path: Path, states: Path) -> None:
    with ScriptedServer(Machine(states)) as server:
        model = model_over(server, tmp_path, states)
        model.complete(turns(), LIMITS)
        model.complete(turns(SCHEMA.replace("orders", "customers")), LIMITS)
    assert slots(server) == ["save", "save"]
    assert len(list(states.iterdir())) == 2


def test_a_short_prompt_and_no_workspace_keep_nothing(tmp_path: Path, states: Path) -> None:
    with ScriptedServer(Machine(states)) as server:
        model_over(server, tmp_path, states).complete(turns("CREATE TABLE t (id INTEGER)"), LIMITS)
        model_over(server, tmp_path, None).complete(turns(), LIMITS)
    assert slots(server) == []


def test_a_server_that_keeps_nothing_answers_all_the_same(tmp_path: Path, states: Path) -> None:
    replies = [OpenAIWire().text("SELECT 1"), failing(501, "not supported")]
    with ScriptedServer(replies) as server:
        assert model_over(server, tmp_path, states).complete(turns(), LIMITS).text == "SELECT 1"
    assert list(states.iterdir()) == []


def test_the_oldest_files_go_first(tmp_path: Path, states: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt_prefixes, "_MOST_BYTES", 12)
    for number in range(3):
        path = states / f"{number}.slot"
        path.write_bytes(b"state")
        os.utime(path, (number, number))
    with ScriptedServer(Machine(states)) as server:
        model_over(server, tmp_path, states).complete(turns(), LIMITS)
    assert sorted(path.name for path in states.iterdir())[0] == "2.slot"
    assert len(list(states.iterdir())) == 2
