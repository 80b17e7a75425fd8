"""Keys: where they are found, how they are kept, and that nobody sees them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from answerable.kernel.errors import BadSetting
from answerable.kernel.secret_store import SecretStore
from answerable.kernel.secrets import hide
from answerable.kernel.workspace import Workspace
from answerable.providers.chat_model import ModelUnavailable
from answerable.providers.model_keys import KeyFinder
from answerable.providers.model_settings import Endpoint

KEY = "sk-proj-Ab12Cd34Ef56"
HTTPS = "https://api.example.com"


@pytest.fixture
def store(workspace: Workspace) -> SecretStore:
    return SecretStore.of(workspace)


def test_the_environment_goes_before_the_store(store: SecretStore) -> None:
    store.put("default", "models.openai", "from-the-store")
    assert KeyFinder({"OPENAI_API_KEY": KEY}, store).key("openai:x", Endpoint(), HTTPS) == KEY
    assert KeyFinder({}, store).key("openai:x", Endpoint(), HTTPS) == "from-the-store"
    named = Endpoint(key_variable="OURS")
    assert KeyFinder({"OURS": "own", "OPENAI_API_KEY": KEY}, None).key("openai:x", named, HTTPS) == "own"


def test_a_key_is_its_projects_own(store: SecretStore) -> None:
    store.put("sales", "models.openai", KEY)
    with pytest.raises(ModelUnavailable):
        KeyFinder({}, store, "other").key("openai:x", Endpoint(), HTTPS)


def test_a_found_key_is_hidden_from_then_on(store: SecretStore) -> None:
    KeyFinder({"OPENAI_API_KEY": "gsk_unseen-before-77"}, store).key("openai:x", Endpoint(), HTTPS)
    assert hide("Incorrect API key: gsk_unseen-before-77.", "***") == "Incorrect API key: ***."


def test_a_server_of_ones_own_needs_no_key() -> None:
    assert KeyFinder({}).key("openai-compatible:x", Endpoint(), "http://10.0.0.5:1234/v1") == ""


@pytest.mark.parametrize("url", ["http://models.example.com/v1", "http://10.0.0.5/v1", "ftp://x", "models.example.com"])
def test_a_key_does_not_travel_in_clear(url: str) -> None:
    keys = KeyFinder({"OPENAI_COMPATIBLE_API_KEY": KEY})
    with pytest.raises(ModelUnavailable, match="without encryption") as caught:
        keys.key("openai-compatible:x", Endpoint(), url)
    assert "plaintext = true in [models.openai-compatible]" in caught.value.hint
    assert keys.key("openai-compatible:x", Endpoint(plaintext=True), url) == KEY
    assert keys.key("openai-compatible:x", Endpoint(), "http://127.0.0.1:9/v1") == KEY


def test_the_store_holds_no_key_in_clear(store: SecretStore, workspace: Workspace) -> None:
    store.put("default", "models.openai", KEY)
    for path in workspace.root.iterdir():
        assert KEY not in path.read_text() and path.stat().st_mode & 0o077 == 0
    assert store.has("default", "models.openai")
    store.remove("default", "models.openai")
    assert store.get("default", "models.openai") == ""


def test_an_entry_moved_to_another_name_is_refused(store: SecretStore, workspace: Workspace) -> None:
    store.put("sales", "models.openai", KEY)
    path = workspace.root / "secrets.json"
    path.write_text(path.read_text().replace("sales/", "other/"))
    with pytest.raises(BadSetting, match="cannot be read"):
        store.get("other", "models.openai")


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"default/models.openai": "no base64"}'])
def test_a_damaged_store_is_told(store: SecretStore, workspace: Workspace, damage: str) -> None:
    store.put("default", "models.openai", KEY)
    (workspace.root / "secrets.json").write_text(damage)
    if damage == "[]":
        assert store.get("default", "models.openai") == ""
        return
    with pytest.raises(BadSetting):
        store.get("default", "models.openai")


def test_another_workspaces_key_opens_nothing(store: SecretStore, workspace: Workspace, tmp_path: Path) -> None:
    store.put("default", "models.openai", KEY)
    (workspace.root / "secret.key").write_text("another")
    with pytest.raises(BadSetting, match=r"secret\.key"):
        store.get("default", "models.openai")


def test_keys_that_are_stored_at_the_same_time_are_all_kept(workspace: Workspace) -> None:
    program = (
        "import sys; from pathlib import Path; from answerable.kernel.secret_store import SecretStore\n"
        f"for n in range(20): SecretStore(Path({str(workspace.root)!r})).put(sys.argv[1], f'name{{n}}', 'sk-secret-1')"
    )
    processes = [subprocess.Popen([sys.executable, "-c", program, project]) for project in ("one", "two")]
    assert [process.wait() for process in processes] == [0, 0]
    store = SecretStore.of(workspace)
    assert all(store.has(project, f"name{n}") for project in ("one", "two") for n in range(20))
