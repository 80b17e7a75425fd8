"""Keys of providers among a project's secrets: stored encrypted, used, forgotten; never shown to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from answerable.audit.event_types import EventType
from answerable.kernel.errors import BadSetting, NotFound
from answerable.kernel.messages import msg
from answerable.kernel.secret_store import SecretStore
from answerable.projects.project_trail import record
from answerable.providers.model_keys import key_name
from answerable.providers.model_spec import PROVIDERS

if TYPE_CHECKING:
    from answerable.projects.models import Project

__all__ = ["forget_key", "store_key"]

_LONGEST = 1_000


def store_key(project: Project, provider: str, key: str, *, by: str) -> None:
    """In place of an older one. What changed is recorded, the key is not."""
    _demand_provider(provider)
    given = key.strip()
    if not given or len(given) > _LONGEST or not (given.isascii() and given.isprintable()) or " " in given:
        raise BadSetting(msg("models.bad_key"), hint=msg("models.paste_key"))
    record(EventType.MODEL_KEY_CHANGED, _told(project, provider, "stored"), by=by)
    SecretStore.of(settings.WORKSPACE).put(project.slug, key_name(provider), given)


def forget_key(project: Project, provider: str, *, by: str) -> None:
    _demand_provider(provider)
    store = SecretStore.of(settings.WORKSPACE)
    if not store.has(project.slug, key_name(provider)):
        return
    record(EventType.MODEL_KEY_CHANGED, _told(project, provider, "forgotten"), by=by)
    store.remove(project.slug, key_name(provider))


def _demand_provider(provider: str) -> None:
    if provider not in PROVIDERS or provider == "local":
        raise NotFound(
            msg("models.no_such_provider", provider=provider),
            hint=msg("models.pull_one_of", known=tuple(name for name in PROVIDERS if name != "local")),
        )


def _told(project: Project, provider: str, change: str) -> dict[str, str]:
    return {"project": project.slug, "provider": provider, "change": change}
