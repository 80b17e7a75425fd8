"""From PROVIDER:MODEL to a model that can be asked: its budget of the day and those that stand in for it around it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.secret_store import SecretStore
from answerable.providers.clients.anthropic_client import AnthropicClient
from answerable.providers.clients.google_client import GoogleClient
from answerable.providers.clients.library import Address, ClientLibrary
from answerable.providers.clients.local_server import LocalServer, local_server
from answerable.providers.clients.openai_client import OpenAIClient
from answerable.providers.clients.prompt_prefixes import PrefixKeepingModel
from answerable.providers.clients.remote_model import CallSettings, RemoteModel
from answerable.providers.clients.reply_reader import ReplyReader
from answerable.providers.fallback_chain import FallbackChain
from answerable.providers.files.find_model_file import find_model_file
from answerable.providers.model_failures import failure
from answerable.providers.model_keys import KeyFinder, is_on_this_machine
from answerable.providers.model_spec import PROVIDERS, is_model_spec, split_spec
from answerable.providers.spend.day_budget import DayBudgetModel
from answerable.providers.spend.price_table import price_of
from answerable.providers.spend.usage_ledger import UsageLedger

if TYPE_CHECKING:
    from answerable.kernel.workspace import Workspace
    from answerable.providers.chat_model import CallLimits, ChatModel
    from answerable.providers.model_settings import Endpoint, ModelSettings

__all__ = ["is_model_spec", "open_model"]


def open_model(
    spec: str,
    settings: ModelSettings,
    *,
    workspace: Workspace | None = None,
    project: str = "default",
    environ: Mapping[str, str] | None = None,
) -> ChatModel:
    """Nothing is loaded or reached yet: what is missing or wrong shows at the first call. Threads may share it. Without
    a workspace there are no stored keys, and no budget of the day. Raises BadSetting for what names no model."""
    store = SecretStore.of(workspace) if workspace else None
    keys = KeyFinder(os.environ if environ is None else environ, store, project)
    specs = dict.fromkeys((spec, *settings.fallback_specs))
    states = workspace.root / "cache" / "prompts" if workspace else None
    models = [_open(one, settings, keys, states) for one in specs]
    if workspace:
        ledger = UsageLedger.of(workspace)
        models = [DayBudgetModel(model, ledger, project, settings) for model in models]
    return models[0] if len(models) == 1 else FallbackChain(_allowed(models))


def _open(spec: str, settings: ModelSettings, keys: KeyFinder, states: Path | None) -> ChatModel:
    provider, name = split_spec(spec)
    spec = f"{provider}:{name}"
    return _local(spec, settings, states) if provider == "local" else _elsewhere(spec, settings, keys)


def _allowed(models: list[ChatModel]) -> tuple[ChatModel, ...]:
    """What was written for a model on this machine goes to no other one."""
    return tuple(model for model in models if models[0].is_remote or not model.is_remote)


def _local(spec: str, settings: ModelSettings, states: Path | None) -> ChatModel:
    """Its file is looked for at the first call."""

    def server() -> LocalServer:
        return local_server(find_model_file(spec, settings), settings, states)

    model = _model(spec, settings, lambda limits: server().address(spec, limits))
    return PrefixKeepingModel(model, server)


def _elsewhere(spec: str, settings: ModelSettings, keys: KeyFinder) -> ChatModel:
    provider, name = split_spec(spec)
    endpoint = settings.endpoint(provider)

    def find(_limits: CallLimits) -> Address:
        base_url = endpoint.base_url or PROVIDERS[provider].base_url
        if not base_url:
            raise failure("no_base_url", spec)
        return Address(name, base_url, keys.key(spec, endpoint, base_url), endpoint.stream)

    return _model(spec, settings, find)


def _model(spec: str, settings: ModelSettings, find_address: Callable[[CallLimits], Address]) -> RemoteModel:
    provider, _ = split_spec(spec)
    endpoint = settings.endpoint(provider)
    return RemoteModel(
        provider,
        _library(provider),
        find_address,
        ReplyReader(spec, price_of(spec, settings.prices)),
        CallSettings(
            attempts=settings.call_attempts,
            attempt_seconds=settings.call_seconds,
            is_remote=_is_remote(provider, endpoint),
            has_structured_output=_has_structured_output(provider, endpoint),
        ),
    )


def _library(provider: str) -> ClientLibrary:
    if provider == "anthropic":
        return AnthropicClient()
    if provider == "google":
        return GoogleClient()
    return OpenAIClient(is_compatible=provider != "openai")


def _is_remote(provider: str, endpoint: Endpoint) -> bool:
    if endpoint.remote != "auto":
        return endpoint.remote == "yes"
    if provider in ("local", "openai-compatible"):
        return provider != "local" and not is_on_this_machine(endpoint.base_url)
    return True


def _has_structured_output(provider: str, endpoint: Endpoint) -> bool:
    """Small models on this machine write better SQL when it is all they write."""
    return endpoint.structured_output == "yes" or (endpoint.structured_output == "auto" and provider != "local")
