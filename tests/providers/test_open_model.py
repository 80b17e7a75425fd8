"""What is missing on this machine is one clear line, and prompts go to nobody but the model."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from answerable.providers.chat_model import CallLimits, ChatTurn, ModelUnavailable
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.open_model import open_model
from tests.providers.scripted_server import ScriptedReply, ScriptedServer
from tests.providers.wire import OpenAIWire

TURNS = (ChatTurn("user", "how many orders are there?"),)
LIMITS = CallLimits(seconds=20)


@pytest.mark.parametrize(
    ("spec", "package", "extra"),
    [
        ("openai:gpt-5", "langchain_openai", "openai"),
        ("openai-compatible:x", "langchain_openai", "openai"),
        ("anthropic:claude-opus-5", "langchain_anthropic", "anthropic"),
        ("google:gemini-2.5-pro", "langchain_google_genai", "google"),
    ],
)
def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, spec: str, package: str, extra: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelUnavailable) as caught:
        open_model(spec, ModelSettings(), environ={}).complete(TURNS, LIMITS)
    assert (caught.value.reason, caught.value.hint) == ("missing_extra", f"Run: pip install 'answerable[{extra}]'.")


def test_a_local_model_without_its_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    with pytest.raises(ModelUnavailable) as caught:
        open_model(f"local:{tmp_path / 'model.gguf'}", ModelSettings()).complete(TURNS, LIMITS)
    assert caught.value.hint == "Run: pip install 'answerable[local]'."


@pytest.mark.parametrize("content", [None, b"", b"MZ\x90", b"GGUF" + bytes(100)])
def test_a_local_file_that_is_no_model_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelUnavailable) as caught:
        open_model(f"local:{path}", ModelSettings()).complete(TURNS, CallLimits(seconds=60))
    assert caught.value.reason in ("unknown_model", "unreachable", "missing_extra")
    assert str(path) in str(caught.value) or caught.value.reason == "missing_extra"


def test_no_tracing_service_gets_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        ScriptedServer([ScriptedReply(b"{}")]) as tracing,
        ScriptedServer([OpenAIWire().text("SELECT 1")]) as server,
    ):
        for prefix in ("LANGSMITH", "LANGCHAIN"):
            monkeypatch.setenv(f"{prefix}_TRACING_V2", "true")
            monkeypatch.setenv(f"{prefix}_ENDPOINT", tracing.url)
            monkeypatch.setenv(f"{prefix}_API_KEY", "lsv2-key")
        monkeypatch.setenv("LANGSMITH_TRACING", "true")
        settings = ModelSettings(endpoints={"openai": Endpoint(base_url=f"{server.url}/v1")})
        model = open_model("openai:gpt-4.1", settings, environ={"OPENAI_API_KEY": "some-key-1"})
        assert model.complete(TURNS, LIMITS).text == "SELECT 1"
    assert tracing.requests == []


def test_other_variables_of_the_libraries_do_not_redirect_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([OpenAIWire().text("no")]) as other, ScriptedServer([OpenAIWire().text("SELECT 1")]) as server:
        for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE", "LANGSMITH_GATEWAY", "LANGSMITH_GATEWAY_URL"):
            monkeypatch.setenv(name, f"{other.url}/v1")
        settings = ModelSettings(base_url=f"{server.url}/v1")
        assert open_model("openai-compatible:x", settings, environ={}).complete(TURNS, LIMITS).text == "SELECT 1"
    assert other.requests == []
