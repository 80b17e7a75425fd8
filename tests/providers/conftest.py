"""Models over scripted servers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.workspace import Workspace
from answerable.providers.chat_model import ChatModel
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.open_model import open_model
from tests.providers.scripted_server import ScriptedServer
from tests.providers.wire import WIRES, Wire

Opened = Callable[..., ChatModel]


@pytest.fixture(scope="session", autouse=True)
def libraries() -> None:
    """Loaded before anybody looks at the clock."""
    import langchain_anthropic
    import langchain_google_genai
    import langchain_openai

    del langchain_anthropic, langchain_google_genai, langchain_openai


@pytest.fixture(params=WIRES, ids=lambda wire: wire.spec.partition(":")[0])
def wire(request: pytest.FixtureRequest) -> Wire:
    found: Wire = request.param
    return found


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "workspace").make()


@pytest.fixture
def opened(wire: Wire) -> Opened:
    """A model of the wire's provider whose server is the given one."""

    def open_at(
        server: ScriptedServer, *, stream: bool = False, environ: Mapping[str, str] | None = None, **given: Any
    ) -> ChatModel:
        provider = wire.spec.partition(":")[0]
        workspace = given.pop("workspace", None)
        endpoint = Endpoint(base_url=base_url(wire, server), stream=stream)
        settings = ModelSettings(endpoints={provider: endpoint}, **given)
        environ = {wire.key_variable: "key-that-nobody-may-see"} if environ is None else environ
        return open_model(wire.spec, settings, workspace=workspace, environ=environ)

    return open_at


def base_url(wire: Wire, server: ScriptedServer) -> str:
    return f"{server.url}/v1" if wire.spec.startswith("openai") else server.url
