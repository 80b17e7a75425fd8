"""The table `[models]` of answerable.toml: which models, where they are, what they may see and what they may take.

Values come from the file, then `ANSWERABLE_MODELS_*` variables; the later wins. A subtable a provider says where it is
(`[models.openai-compatible]`); `[models.prices."PROVIDER:MODEL"]` says what it costs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import Field, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.settings import FILE_NAME, PREFIX, checked_setting, read_table, setting
from answerable.providers.model_spec import PROVIDERS, split_spec
from answerable.providers.spend.price_table import Price, price_from

if TYPE_CHECKING:
    from answerable.providers.chat_model import ChatModel

__all__ = ["Endpoint", "ModelSettings", "Sight", "load_model_settings"]

Sight = Literal["schema", "values", "rows"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where one provider is reached, and what its server can do."""

    base_url: str = setting("", "Address of the API, e.g. http://127.0.0.1:11434/v1; empty: the provider's own")
    key_variable: str = setting("", "Variable that holds the key; empty: the provider's usual one")
    structured_output: str = setting(
        "auto", "Whether replies are asked for by JSON schema", choices=("auto", "yes", "no")
    )
    stream: bool = setting(False, "Whether replies are read as they are written; for servers that do nothing else")
    plaintext: bool = setting(False, "Whether a key may travel to this address without TLS")
    remote: str = setting(
        "auto", "Whether prompts leave this machine; auto: unless the address is its own", choices=("auto", "yes", "no")
    )


@dataclass(frozen=True, slots=True)
class ModelSettings:
    fallback: str = setting("", "Models tried in turn after the first, separated by commas; then the embedded engine")
    sees: str = setting(
        "auto",
        "What a model may be shown: the schema, sample values, or rows; auto: values on this machine, else the schema",
        choices=("auto", "schema", "values", "rows"),
    )
    blind: bool = setting(False, "Whether names and values are replaced by neutral tokens before they leave")
    base_url: str = setting("", "Address of openai-compatible models, e.g. http://127.0.0.1:11434/v1")
    call_seconds: float = setting(60.0, "Seconds one call to a model may take before it is tried again", most=3_600)
    call_attempts: int = setting(4, "Attempts at one call where the server is busy or fails", most=10)
    reply_tokens: int = setting(2_000, "Tokens one reply may have", most=100_000)
    question_calls: int = setting(12, "Calls to models for one question", most=100)
    question_tokens: int = setting(200_000, "Tokens, prompts and replies, for one question", most=10_000_000)
    question_seconds: float = setting(60.0, "Seconds models may take for one question", most=3_600)
    question_cost: float = setting(0.5, "US dollars models may cost for one question", most=1_000)
    day_calls: int = setting(5_000, "Calls to models a project and day (UTC)", most=10_000_000)
    day_tokens: int = setting(20_000_000, "Tokens a project and day", most=100_000_000_000)
    day_cost: float = setting(20.0, "US dollars a project and day", most=1_000_000)
    mirror: str = setting("", "Address that model files are fetched from instead of their own; the file's name follows")
    folder: str = setting("", "Folder for model files; empty: your data folder")
    local_threads: int = setting(1, "Processor cores a local model uses", most=256)
    local_context: int = setting(8_192, "Tokens a local model's prompt and reply may have", most=1_000_000)
    local_load_seconds: float = setting(120.0, "Seconds to wait for a local model to be loaded", most=3_600)
    endpoints: Mapping[str, Endpoint] = field(
        default_factory=lambda: MappingProxyType({}), metadata={"help": "By provider"}
    )
    prices: Mapping[str, Price] = field(
        default_factory=lambda: MappingProxyType({}), metadata={"help": "US dollars by PROVIDER:MODEL"}
    )

    def endpoint(self, provider: str) -> Endpoint:
        found = self.endpoints.get(provider, Endpoint())
        own = self.base_url if provider == "openai-compatible" else ""
        return replace(found, base_url=found.base_url or own)

    @property
    def fallback_specs(self) -> tuple[str, ...]:
        return tuple(one for spec in self.fallback.split(",") if (one := spec.strip()) and one != "embedded")

    def may_see(self, model: ChatModel) -> Sight:
        """What may be in a prompt for this model."""
        if self.sees == "auto":
            return "schema" if model.is_remote else "values"
        return cast("Sight", self.sees)


def load_model_settings(folder: Path | None = None, environ: Mapping[str, str] | None = None) -> ModelSettings:
    """As they hold in `folder`, by default the one the command runs in."""
    environ = os.environ if environ is None else environ
    table = read_table("models", folder)
    _demand_known(table)
    given: dict[str, Any] = {name: table[name] for name in _FLAT.keys() & table.keys()}
    origins = dict.fromkeys(given, f"{FILE_NAME} [models]")
    for name in _FLAT:
        if (variable := f"{PREFIX}MODELS_{name.upper()}") in environ:
            given[name], origins[name] = environ[variable], variable
    checked = {name: checked_setting(_FLAT[name], _flat(value), origins[name]) for name, value in given.items()}
    settings = ModelSettings(**checked, endpoints=_endpoints(table), prices=_prices(table))
    for spec in settings.fallback_specs:
        split_spec(spec)
    return settings


_NESTED = frozenset({"endpoints", "prices"})
_FLAT: Mapping[str, Field[Any]] = {item.name: item for item in fields(ModelSettings) if item.name not in _NESTED}


def _flat(value: Any) -> Any:
    """A list may be written as one."""
    return ",".join(map(str, value)) if isinstance(value, list) else value


def _demand_known(table: Mapping[str, Any]) -> None:
    known = [*_FLAT, "engine", "prices", *PROVIDERS]
    if unknown := [name for name in table if name not in known]:
        raise BadSetting(
            msg("kernel.unknown_setting", file=f"{FILE_NAME} [models]", name=unknown[0]),
            hint=msg("common.known", known=", ".join(known)),
        )


def _endpoints(table: Mapping[str, Any]) -> Mapping[str, Endpoint]:
    return MappingProxyType(
        {name: Endpoint(**dict(_endpoint_fields(table, name))) for name in PROVIDERS.keys() & table.keys()}
    )


def _endpoint_fields(table: Mapping[str, Any], provider: str) -> Iterator[tuple[str, Any]]:
    origin = f"{FILE_NAME} [models.{provider}]"
    known = {item.name: item for item in fields(Endpoint)}
    for name, value in _subtable(table, provider).items():
        if name not in known:
            raise BadSetting(
                msg("kernel.unknown_setting", file=origin, name=name),
                hint=msg("common.known", known=", ".join(known)),
            )
        yield name, checked_setting(known[name], value, origin)


def _prices(table: Mapping[str, Any]) -> Mapping[str, Price]:
    given = _subtable(table, "prices")
    return MappingProxyType({name: price_from(price, f"{FILE_NAME} [models.prices]") for name, price in given.items()})


def _subtable(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    given = table.get(name, {})
    if not isinstance(given, Mapping):
        raise BadSetting(
            msg("kernel.setting_not_a_table", file=FILE_NAME, name=f"models.{name}"),
            hint=msg("kernel.write_table", name=f"models.{name}"),
        )
    return given
