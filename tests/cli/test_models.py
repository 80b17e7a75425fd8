"""`answerable models`: what there is, which is used, keys, and a trial of one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable.providers.files.model_catalogue import model_catalogue
from tests.cli.command import answerable
from tests.providers.scripted_server import ScriptedServer
from tests.providers.wire import OpenAIWire


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_everything_there_is_is_listed(tmp_path: Path) -> None:
    listed = json.loads(answerable("models", "list", "--json", cwd=tmp_path).stdout)
    assert listed["engine"] == "embedded"
    assert [one["name"] for one in listed["local"]] == list(model_catalogue())
    assert not any(one["path"] for one in listed["local"])
    keys = {one["name"]: one["has_key"] for one in listed["providers"]}
    assert keys == {"openai": False, "anthropic": False, "google": False, "openai-compatible": True}
    shown = answerable("models", "list", cwd=tmp_path)
    assert "qwen2.5-coder-1.5b" in shown.stdout and "In use: embedded" in shown.stdout
    assert not (tmp_path / ".answerable").exists()


def test_a_key_is_stored_and_forgotten_and_never_shown(tmp_path: Path) -> None:
    stored = answerable("models", "key", "openai", cwd=tmp_path, stdin="sk-abc-123456789\n")
    assert stored.returncode == 0
    listed = answerable("models", "list", "--json", cwd=tmp_path).stdout
    assert json.loads(listed)["providers"][0]["has_key"]
    kept = "".join(path.read_text() for path in (tmp_path / ".answerable").iterdir() if path.is_file())
    assert "sk-abc" not in stored.stdout + stored.stderr + listed + kept
    assert answerable("models", "key", "openai", "--remove", cwd=tmp_path).returncode == 0
    assert not json.loads(answerable("models", "list", "--json", cwd=tmp_path).stdout)["providers"][0]["has_key"]
    assert answerable("models", "key", "openai", cwd=tmp_path, stdin="\n").returncode == 2


def test_the_model_that_is_used_is_written_into_the_settings(tmp_path: Path) -> None:
    assert answerable("models", "use", "anthropic:claude-opus-5", cwd=tmp_path).returncode == 0
    assert (tmp_path / "answerable.toml").read_text() == '[models]\nengine = "anthropic:claude-opus-5"\n'
    listed = answerable("models", "list", cwd=tmp_path)
    assert "In use: anthropic:claude-opus-5; then embedded" in listed.stdout
    assert answerable("models", "use", "embedded", cwd=tmp_path).returncode == 0
    assert "embedded" in (tmp_path / "answerable.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "exit_code", "said"),
    [
        (("use", "gemini:pro"), 2, "there is no provider 'gemini'"),
        (("use", "openai:"), 2, "names no model"),
        (("use", "qwen2.5-coder-1.5b"), 5, "answerable models pull NAME"),
        (("use", "local:answerable.toml"), 5, "is not a GGUF file"),
        (("pull", "gpt-4"), 2, "is no model that can be pulled"),
        (("test",), 2, "No model is in use"),
        (("test", "openai:gpt-5"), 5, "There is no key for 'openai:gpt-5'"),
        (("test", "openai-compatible:x"), 5, "has no address"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], exit_code: int, said: str
) -> None:
    (tmp_path / "answerable.toml").write_text("chat_rows = 5\n")
    done = answerable("models", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (exit_code, "")
    assert said in done.stderr.splitlines()[-1]
    assert (tmp_path / "answerable.toml").read_text() == "chat_rows = 5\n"


def test_a_trial_calls_the_model_and_asks_three_questions(tmp_path: Path) -> None:
    with ScriptedServer([OpenAIWire().text("ready"), OpenAIWire().text("SELECT 1")]) as server:
        (tmp_path / "answerable.toml").write_text(f'[models]\nbase_url = "{server.url}/v1"\n')
        done = answerable("models", "test", "openai-compatible:tiny", "--json", cwd=tmp_path)
    trial = json.loads(done.stdout)
    assert (trial["model"], trial["reply"]) == ("openai-compatible:tiny", "ready")
    assert len(trial["questions"]) == 3
    assert trial["total"]["calls"] == len(server.requests) >= 1
    assert trial["total"]["prompt_tokens"] == 120 * len(server.requests)
