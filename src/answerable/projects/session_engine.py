"""Which model is meant where somebody names a provider alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings as django_settings

from answerable.kernel.secret_store import SecretStore
from answerable.projects.model_choice import EMBEDDED, project_models
from answerable.providers.model_keys import key_name
from answerable.providers.model_spec import PROVIDERS

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings
    from answerable.projects.models import Project

__all__ = ["engine_of_provider"]


def engine_of_provider(provider: str, project: Project, settings: Settings) -> str:
    """PROVIDER:MODEL: the project's own model of this provider, else the usual one where the project has stored a key
    for it. Empty where the project has not set the provider up: a key of the server alone lets nothing leave."""
    if provider == EMBEDDED:
        return EMBEDDED
    for spec in (settings.engine, *project_models(project).fallback_specs):
        if spec.startswith(f"{provider}:"):
            return spec
    facts = PROVIDERS.get(provider)
    has_key = SecretStore.of(django_settings.WORKSPACE).has(project.slug, key_name(provider))
    return f"{provider}:{facts.usual_model}" if facts and facts.usual_model and has_key else ""
