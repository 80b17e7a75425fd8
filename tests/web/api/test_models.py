"""A project's language model over HTTP: for admins alone; keys go in and never come out."""

from __future__ import annotations

import fcntl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from answerable.kernel.workspace import Workspace
from answerable.projects.models import Role
from answerable.providers import TokenUsage
from answerable.providers.files.model_catalogue import model_catalogue
from answerable.providers.spend.usage_ledger import UsageLedger
from tests.providers.files.file_server import serve_file
from tests.providers.scripted_server import ScriptedServer, failing
from tests.providers.wire import PROMPT_TOKENS, OpenAIWire
from tests.waiting import wait_until
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db
JSON: dict[str, Any] = {"content_type": "application/json"}
KEY = "sk-CANARY-abcdef-9876543210"
SMALL = "qwen2.5-coder-0.5b"


@pytest.fixture(autouse=True)
def own_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "WORKSPACE", Workspace(tmp_path / "state").make())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OPENAI_COMPATIBLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def client() -> Client:
    return client_of(member("root", Role.ADMIN))


def put(client: Client, expected: int = 200, **choice: Any) -> Any:
    response = client.put("/api/models", choice, **JSON)
    assert response.status_code == expected, response.content
    return response.json()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ANALYST, Role.CURATOR])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/api/models"),
        ("put", "/api/models"),
        ("delete", "/api/models"),
        ("get", "/api/models/usage"),
        ("post", "/api/models/test"),
        ("post", "/api/models/pull"),
        ("put", "/api/models/keys/openai"),
        ("delete", "/api/models/keys/openai"),
    ],
)
def test_it_is_the_admins_matter(role: Role, method: str, path: str) -> None:
    given = {} if method == "get" else JSON
    assert getattr(client_of(member("someone", role)), method)(path, **given).status_code == 403
    assert getattr(Client(), method)(path, **given).status_code == 401


def test_without_a_choice_it_says_what_there_is(client: Client) -> None:
    told = client.get("/api/models").json()
    assert (told["engine"], told["server_engine"], told["today"]["calls"]) == ("embedded", "embedded", 0)
    assert not any(told["own"].values())
    assert {one["name"] for one in told["files"]} == set(model_catalogue())
    assert not any(one["is_here"] or one["is_pulling"] or one["problem"] for one in told["files"])
    by_name = {one["name"]: one for one in told["providers"]}
    assert by_name["openai"]["usual_model"] in by_name["openai"]["models"]
    assert not by_name["openai"]["has_key"]


def test_a_choice_is_kept_and_given_up(client: Client) -> None:
    told = put(client, engine="anthropic:claude-haiku-4-5", sees="values", blind=True, day_cost=1, question_calls=3)
    assert (told["engine"], told["own"]["day_cost"], told["held"]["question_calls"]) == (
        "anthropic:claude-haiku-4-5",
        1,
        3,
    )
    assert told["held"]["blind"] and told["held"]["question_cost"] == told["server"]["question_cost"]
    gone = client.delete("/api/models").json()
    assert gone["engine"] == "embedded" and not any(gone["own"].values())


@pytest.mark.parametrize(
    ("choice", "status"),
    [
        ({"engine": "gemini:pro"}, 400),
        ({"engine": "local:/etc/passwd"}, 422),
        ({"engine": f"local:{SMALL}"}, 422),
        ({"base_url": "ftp://x"}, 400),
        ({"sees": "everything"}, 422),
        ({"day_cost": 0}, 422),
        ({"mirror": "x"}, 422),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(client: Client, choice: dict[str, Any], status: int) -> None:
    told = put(client, status, **choice)
    assert told["error"]["message"]
    assert client.get("/api/models").json()["engine"] == "embedded"


def test_a_key_is_never_shown(client: Client) -> None:
    assert client.put("/api/models/keys/openai", {"key": KEY}, **JSON).status_code == 204
    told = client.get("/api/models")
    openai = next(one for one in told.json()["providers"] if one["name"] == "openai")
    assert openai["has_key"] and openai["has_stored_key"] and KEY not in told.content.decode()
    bad = client.put("/api/models/keys/openai", {"key": f"{KEY} {KEY}"}, **JSON)
    assert bad.status_code == 400 and KEY not in bad.content.decode()
    assert client.put("/api/models/keys/nobody", {"key": KEY}, **JSON).status_code == 404
    assert client.delete("/api/models/keys/openai").status_code == 204
    providers = client.get("/api/models").json()["providers"]
    assert not any(one["has_stored_key"] for one in providers)


def test_a_trial_says_what_it_took_and_counts(client: Client) -> None:
    with ScriptedServer([OpenAIWire().text("ready")]) as server:
        put(client, engine="openai-compatible:big", base_url=f"{server.url}/v1")
        told = client.post("/api/models/test", **JSON).json()
    assert (told["model"], told["reply"], told["usage"]["prompt_tokens"]) == (
        "openai-compatible:big",
        "ready",
        PROMPT_TOKENS,
    )
    usage = client.get("/api/models/usage").json()
    assert [(one["model"], one["calls"]) for one in usage["days"]] == [("openai-compatible:big", 1)]
    assert usage["total"]["prompt_tokens"] == PROMPT_TOKENS


def test_a_trial_that_fails_says_why(client: Client) -> None:
    assert client.post("/api/models/test", **JSON).status_code == 400
    with ScriptedServer([failing(401, f"bad key {KEY}")]) as server:
        put(client, engine="openai-compatible:big", base_url=f"{server.url}/v1")
        client.put("/api/models/keys/openai-compatible", {"key": KEY}, **JSON)
        failed = client.post("/api/models/test", **JSON)
    assert failed.status_code == 422 and "does not accept the key" in failed.json()["error"]["message"]
    assert KEY not in failed.content.decode()


def test_usage_is_of_this_project_and_as_many_days(client: Client) -> None:
    ledger, today = UsageLedger.of(settings.WORKSPACE), datetime.now(UTC).date()
    for days, project in ((0, "default"), (1, "default"), (40, "default"), (0, "other")):
        ledger.add(project, "openai:gpt-5", TokenUsage(1, 10, 5, 0.5, 0.25), today - timedelta(days=days))
    told = client.get("/api/models/usage").json()
    assert [one["day"] for one in told["days"]] == [str(today), str(today - timedelta(days=1))]
    assert (told["total"]["calls"], told["total"]["cost"]) == (2, 0.5)
    assert client.get("/api/models/usage?days=0").status_code == 422


def test_a_pull_that_cannot_be_says_so(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.post("/api/models/pull", {"name": "gpt-4"}, **JSON).status_code == 400
    with serve_file(b"x") as server:
        server.status = 404
        monkeypatch.setenv("ANSWERABLE_MODELS_MIRROR", server.url)
        begun = client.post("/api/models/pull", {"name": SMALL}, **JSON)
        assert begun.status_code == 202
        wait_until(lambda: any(one["problem"] for one in _files(client)))
    small = _files(client)[0]
    assert small["name"] == SMALL and "Not Found" in small["problem"] and not small["is_pulling"]


def test_how_far_a_file_is_shows_whoever_fetches_it(client: Client, tmp_path: Path) -> None:
    entry = model_catalogue()[SMALL]
    partial = tmp_path / "data" / "answerable" / "models" / f"{entry.file}.part"
    partial.parent.mkdir(parents=True)
    with partial.open("wb") as file:
        file.truncate(entry.size // 2)
        fcntl.flock(file, fcntl.LOCK_EX)
        held = _files(client)[0]
    left = _files(client)[0]
    assert (held["is_pulling"], left["is_pulling"]) == (True, False)
    assert held["bytes_here"] == left["bytes_here"] == entry.size // 2


def test_a_file_that_is_here_may_be_chosen(client: Client, tmp_path: Path) -> None:
    entry = model_catalogue()[SMALL]
    path = tmp_path / "data" / "answerable" / "models" / entry.file
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.write(b"GGUF")
        file.truncate(entry.size)
    assert _files(client)[0]["is_here"]
    assert put(client, engine=f"local:{SMALL}")["engine"] == f"local:{SMALL}"


def _files(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/models").json()["files"]
    return found
