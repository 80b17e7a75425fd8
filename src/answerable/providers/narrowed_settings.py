"""Settings of models as they hold in a project: the server's, with what the project chose in their place.

What models may take is only lowered. What they may see is only narrowed where the server's settings say something of
it; where they say nothing a project chooses. An address of its own has no key of the server's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg
from answerable.kernel.settings import checked_setting
from answerable.providers.model_settings import Endpoint, ModelSettings
from answerable.providers.model_spec import PROVIDERS, split_spec

__all__ = ["COMPATIBLE", "LIMITS", "checked_choice", "environ_for", "narrowed"]

COMPATIBLE = "openai-compatible"
LIMITS = (
    "question_calls",
    "question_tokens",
    "question_seconds",
    "question_cost",
    "day_calls",
    "day_tokens",
    "day_cost",
)
_CHOOSABLE = (*LIMITS, "base_url", "blind", "fallback", "sees")
_WIDER = ("schema", "values", "rows")
"""Each shows all that those before it do."""
_FIELDS = {item.name: item for item in fields(ModelSettings)}


def checked_choice(given: Mapping[str, Any]) -> dict[str, Any]:
    """What a project chooses, each of its kind and within its range; what is empty is left out. Raises BadSetting."""
    if unknown := sorted(given.keys() - set(_CHOOSABLE)):
        raise BadSetting(
            msg("models.not_a_projects", name=unknown[0]), hint=msg("common.known", known=", ".join(_CHOOSABLE))
        )
    chosen = {
        name: checked_setting(_FIELDS[name], value, name) for name, value in given.items() if value not in (None, "")
    }
    if "base_url" in chosen:
        _demand_address(chosen["base_url"])
    for spec in ModelSettings(fallback=chosen.get("fallback", "")).fallback_specs:
        split_spec(spec)
    return chosen


def narrowed(base: ModelSettings, chosen: Mapping[str, Any]) -> ModelSettings:
    """`chosen` as `checked_choice` gives it."""
    limits = {name: min(getattr(base, name), chosen[name]) for name in LIMITS if name in chosen}
    held = replace(
        base,
        **limits,
        sees=_narrower(base.sees, chosen.get("sees", "auto")),
        blind=base.blind or chosen.get("blind", False),
        fallback=chosen.get("fallback", base.fallback),
    )
    if not (address := chosen.get("base_url")):
        return held
    own = {**base.endpoints, COMPATIBLE: Endpoint(base_url=address)}
    return replace(held, base_url=address, endpoints=MappingProxyType(own))


def environ_for(environ: Mapping[str, str], chosen: Mapping[str, Any]) -> Mapping[str, str]:
    """Without the server's key where the project names an address of its own: nobody can have it sent to themselves."""
    if not chosen.get("base_url"):
        return environ
    return {name: value for name, value in environ.items() if name not in PROVIDERS[COMPATIBLE].key_variables}


def _narrower(base: str, own: str) -> str:
    if base == "auto" or own == "auto":
        return own if base == "auto" else base
    return min(base, own, key=_WIDER.index)


def _demand_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        fits = False
    if not fits or not address.isprintable():
        raise BadSetting(msg("models.bad_address", address=address), hint=msg("models.write_address"))
