"""PROVIDER:MODEL, as `--engine` and the settings name a model."""

from __future__ import annotations

from types import MappingProxyType

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["PROVIDERS", "ProviderFacts", "is_model_spec", "split_spec"]


@dataclass(frozen=True, slots=True)
class ProviderFacts:
    title: str
    extra: str
    """Of the package: what to install."""
    base_url: str = ""
    """Where it is reached unless a setting says otherwise."""
    key_variables: tuple[str, ...] = ()
    """The first that is set holds the key."""
    needs_key: bool = True
    usual_model: str = ""
    """Which one is meant where only the provider is named."""


PROVIDERS = MappingProxyType(
    {
        "openai": ProviderFacts(
            "OpenAI", "openai", "https://api.openai.com/v1", ("OPENAI_API_KEY",), usual_model="gpt-5-mini"
        ),
        "anthropic": ProviderFacts(
            "Anthropic",
            "anthropic",
            "https://api.anthropic.com",
            ("ANTHROPIC_API_KEY",),
            usual_model="claude-haiku-4-5",
        ),
        "google": ProviderFacts(
            "Google",
            "google",
            "https://generativelanguage.googleapis.com",
            ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
            usual_model="gemini-2.5-flash",
        ),
        "openai-compatible": ProviderFacts(
            "OpenAI-compatible", "openai", "", ("OPENAI_COMPATIBLE_API_KEY",), needs_key=False
        ),
        "local": ProviderFacts("this machine", "local", "", (), needs_key=False),
    }
)


def is_model_spec(engine: str) -> bool:
    """Whether an engine's name is that of a model; `embedded` is not."""
    return engine.partition(":")[0] in PROVIDERS


def split_spec(spec: str) -> tuple[str, str]:
    """Provider and model. Raises BadSetting."""
    provider, _, model = spec.partition(":")
    if provider not in PROVIDERS:
        raise BadSetting(
            msg("models.unknown_provider", spec=spec, provider=provider),
            hint=msg("models.write_provider_model", known=tuple(PROVIDERS)),
        )
    if not model.strip():
        raise BadSetting(msg("models.no_model_named", spec=spec), hint=msg("models.name_a_model", provider=provider))
    return provider, model.strip()
