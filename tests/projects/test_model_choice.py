"""A project's own model: what its admins may choose, what stays as the server has it, and what sessions may name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from answerable.conversations.models import Session
from answerable.conversations.services.manage_sessions import open_session
from answerable.conversations.services.session_context import provider_in_use, settings_for
from answerable.kernel.errors import AnswerableError, BadSetting, Refused
from answerable.kernel.secret_store import SecretStore
from answerable.kernel.workspace import Workspace
from answerable.projects.effective_settings import settings_of
from answerable.projects.model_choice import project_environ, project_models, project_seat, set_choice
from answerable.projects.model_state import try_model_in_use
from answerable.projects.models import Project, Role
from answerable.projects.provider_keys import forget_key, store_key
from answerable.providers import ModelUnavailable
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.narrowed_settings import COMPATIBLE, checked_choice, environ_for, narrowed
from tests.providers.scripted_server import ScriptedServer
from tests.providers.wire import OpenAIWire
from tests.web.people import default_project, member

pytestmark = pytest.mark.django_db
OTHER = {"base_url": "https://models.example.org/v1"}
KEY = "sk-CANARY-0123456789abcdef"


@pytest.fixture(autouse=True)
def own_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "WORKSPACE", Workspace(tmp_path / "state").make())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OPENAI_COMPATIBLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def chosen(engine: str = "", **choice: Any) -> Project:
    project = default_project()
    set_choice(project, engine, choice, by="root")
    return project


def entries() -> list[dict[str, Any]]:
    log = Path(settings.WORKSPACE.root) / "logs" / "data_agent_runs.jsonl"
    return [json.loads(line)["event_data"] for line in log.read_text().splitlines()] if log.exists() else []


@pytest.mark.parametrize(
    ("base", "own", "held"),
    [
        ("auto", "rows", "rows"),
        ("auto", "auto", "auto"),
        ("schema", "rows", "schema"),
        ("values", "schema", "schema"),
        ("values", "auto", "values"),
        ("rows", "values", "values"),
    ],
)
def test_what_models_see_is_only_narrowed_where_the_server_says_something(base: str, own: str, held: str) -> None:
    assert narrowed(ModelSettings(sees=base), {"sees": own}).sees == held


def test_limits_only_go_down_and_blindness_stays() -> None:
    base = ModelSettings(question_cost=0.5, day_calls=100, blind=True)
    held = narrowed(base, {"question_cost": 9.0, "day_calls": 7, "blind": False})
    assert (held.question_cost, held.day_calls, held.blind) == (0.5, 7, True)


def test_an_address_of_its_own_gets_no_key_of_the_servers() -> None:
    base = ModelSettings(endpoints={COMPATIBLE: Endpoint("https://ours.example.org/v1", key_variable="OURS")})
    held = narrowed(base, OTHER)
    assert held.endpoint(COMPATIBLE) == Endpoint(OTHER["base_url"])
    environ = {"OPENAI_COMPATIBLE_API_KEY": "theirs", "PATH": "/bin"}
    assert (environ_for(environ, OTHER), environ_for(environ, {})) == ({"PATH": "/bin"}, environ)


@pytest.mark.parametrize(
    "given",
    [
        {"base_url": "file:///etc/passwd"},
        {"base_url": "http://me:secret@host/v1"},
        {"base_url": "http://[::1"},
        {"base_url": "nowhere"},
        {"fallback": "gemini:pro"},
        {"day_cost": -1},
        {"question_calls": "many"},
        {"sees": "everything"},
        {"mirror": "http://host/"},
    ],
)
def test_what_cannot_be_is_refused_in_one_line(given: dict[str, Any]) -> None:
    with pytest.raises(BadSetting) as caught:
        checked_choice(given)
    assert caught.value.hint and "\n" not in caught.value.line()
    assert caught.value.line("ko") != caught.value.line("en")


@pytest.mark.parametrize(
    ("engine", "error"),
    [
        ("local:/etc/passwd", Refused),
        ("local:qwen2.5-coder-0.5b", ModelUnavailable),
        ("replay:x.jsonl", BadSetting),
        ("openai", BadSetting),
    ],
)
def test_an_engine_that_cannot_be_changes_nothing(engine: str, error: type[AnswerableError]) -> None:
    with pytest.raises(error):
        chosen(engine)
    assert default_project().settings == {}


def test_a_choice_holds_and_is_on_the_record() -> None:
    project = chosen("openai:gpt-5-mini", sees="values", day_cost=1.5)
    assert settings_of(project).engine == "openai:gpt-5-mini"
    assert (project_models(project).sees, project_models(project).day_cost) == ("values", 1.5)
    changed = entries()[-1]["changed"]
    assert changed["engine"] == {"before": None, "after": "openai:gpt-5-mini"}
    assert (entries()[-1]["by"], changed["models"]["after"]["day_cost"]) == ("root", 1.5)
    chosen()
    assert default_project().settings == {}


def test_a_key_is_kept_used_and_nowhere_to_be_read() -> None:
    with ScriptedServer([OpenAIWire().text("SELECT 1")]) as server:
        project = chosen("openai-compatible:big", base_url=f"{server.url}/v1")
        store_key(project, COMPATIBLE, f" {KEY}\n", by="root")
        seat = project_seat(project, settings_of(project))
        assert seat is not None
        assert try_model_in_use(project).text == "SELECT 1"
    assert f"Bearer {KEY}" in server.requests[0].headers.values()
    files = [path for path in Path(settings.WORKSPACE.root).rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    told = {"project": "default", "provider": COMPATIBLE, "change": "stored", "by": "root"}
    assert any(told.items() <= entry.items() for entry in entries())


def test_another_address_forgets_the_key_of_the_one_before() -> None:
    project = chosen("openai-compatible:big", **OTHER)
    store_key(project, COMPATIBLE, KEY, by="root")
    chosen("openai-compatible:big", **OTHER, day_calls=3)
    assert SecretStore.of(settings.WORKSPACE).get("default", "models.openai-compatible") == KEY
    chosen("openai-compatible:big", base_url="https://elsewhere.example.org/v1")
    assert SecretStore.of(settings.WORKSPACE).get("default", "models.openai-compatible") == ""
    assert entries()[-1]["change"] == "forgotten"


@pytest.mark.parametrize("key", ["", "  ", "two words", "k\nl", "열쇠", "x" * 1_001])
def test_what_is_no_key_is_not_stored(key: str) -> None:
    with pytest.raises(BadSetting):
        store_key(default_project(), "openai", key, by="root")


def test_keys_belong_to_one_project() -> None:
    store_key(default_project(), "openai", KEY, by="root")
    other = Project.objects.create(slug="other", name="Other")
    assert SecretStore.of(settings.WORKSPACE).get("other", "models.openai") == ""
    forget_key(other, "openai", by="root")
    assert SecretStore.of(settings.WORKSPACE).get("default", "models.openai") == KEY


def session(provider: str = "") -> Session:
    who = member("ada", Role.VIEWER)
    return open_session(who.user, who.project, (), provider=provider)


def test_a_session_that_names_no_provider_follows_the_project() -> None:
    asked = session()
    assert provider_in_use(asked) == "embedded"
    asked.project.settings = {"engine": "openai-compatible:big"}
    held, remark = settings_for(asked, Role.VIEWER)
    assert (held.engine, remark, provider_in_use(asked)) == ("openai-compatible:big", None, "openai-compatible")


@pytest.mark.parametrize(
    ("provider", "engine"),
    [
        ("embedded", "embedded"),
        ("openai", "openai:gpt-5"),
        ("anthropic", "anthropic:claude-haiku-4-5"),
        ("google", "google:gemini-2.5-flash"),
    ],
)
def test_a_session_has_the_model_of_the_provider_it_names(provider: str, engine: str) -> None:
    project = chosen("openai:gpt-5", fallback="anthropic:claude-haiku-4-5")
    store_key(project, "google", KEY, by="root")
    held, remark = settings_for(session(provider), Role.VIEWER)
    assert (held.engine, remark) == (engine, None)


def test_a_provider_that_the_project_has_not_set_up_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    held, remark = settings_for(session("openai"), Role.VIEWER)
    assert held.engine == "embedded" and remark is not None
    assert "openai" in remark.render("en") and "내장" in remark.render("ko")
    assert project_seat(default_project(), replace(held, engine="embedded")) is None


def test_the_servers_key_is_found_where_the_address_is_the_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_COMPATIBLE_API_KEY", KEY)
    assert "OPENAI_COMPATIBLE_API_KEY" in project_environ(chosen())
    assert "OPENAI_COMPATIBLE_API_KEY" not in project_environ(chosen(**OTHER))
