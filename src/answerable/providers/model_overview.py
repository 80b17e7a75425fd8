"""Which models there are: files here and to be had, providers with and without a key, what is in use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.secret_store import SecretStore
from answerable.providers.chat_model import TokenUsage
from answerable.providers.files.find_model_file import model_folder
from answerable.providers.files.model_catalogue import file_in, model_catalogue
from answerable.providers.model_keys import KeyFinder, key_name
from answerable.providers.model_spec import PROVIDERS
from answerable.providers.spend.usage_ledger import UsageLedger

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings
    from answerable.kernel.workspace import Workspace
    from answerable.providers.model_settings import ModelSettings

__all__ = ["LocalModel", "ModelOverview", "ProviderState", "model_overview"]

_PACKAGES = {"openai": "langchain_openai", "anthropic": "langchain_anthropic", "google": "langchain_google_genai"}


@dataclass(frozen=True, slots=True)
class LocalModel:
    name: str
    megabytes: int
    memory_gb: float
    licence: str
    path: str
    """Empty where it is not here."""


@dataclass(frozen=True, slots=True)
class ProviderState:
    name: str
    is_installed: bool
    has_key: bool
    """Or needs none."""
    has_stored_key: bool
    """Among the project's secrets."""
    address: str


@dataclass(frozen=True, slots=True)
class ModelOverview:
    engine: str
    fallback: tuple[str, ...]
    folder: str
    local: tuple[LocalModel, ...]
    providers: tuple[ProviderState, ...]
    today: TokenUsage
    """What the project's models took."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def model_overview(
    settings: Settings,
    models: ModelSettings,
    workspace: Workspace,
    environ: Mapping[str, str] | None = None,
    project: str = "default",
) -> ModelOverview:
    environ = os.environ if environ is None else environ
    folder = model_folder(models, environ)
    local = [
        LocalModel(name, round(one.size / 1e6), one.memory_gb, one.licence, str(file_in(folder, one) or ""))
        for name, one in model_catalogue().items()
    ]
    providers = [
        _state(name, models, KeyFinder(environ, SecretStore.of(workspace), project))
        for name in PROVIDERS
        if name != "local"
    ]
    today = UsageLedger.of(workspace).of_day(project)
    return ModelOverview(settings.engine, models.fallback_specs, str(folder), tuple(local), tuple(providers), today)


def _state(name: str, models: ModelSettings, keys: KeyFinder) -> ProviderState:
    facts, endpoint = PROVIDERS[name], models.endpoint(name)
    variables = (endpoint.key_variable,) if endpoint.key_variable else facts.key_variables
    is_stored = bool(keys.store and keys.store.has(keys.project, key_name(name)))
    has_key = is_stored or any(keys.environ.get(variable) for variable in variables)
    return ProviderState(
        name,
        find_spec(_PACKAGES[facts.extra]) is not None,
        has_key or not (facts.needs_key or endpoint.key_variable),
        is_stored,
        endpoint.base_url or facts.base_url,
    )
