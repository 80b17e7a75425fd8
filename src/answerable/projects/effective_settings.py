"""Settings as they hold in a project: those of the folder, with what the project says in their place.

A limit may only be lowered. People approve every query unless the project says otherwise; `never` needs the
operator's own word for it in answerable.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from django.conf import settings as django_settings

from answerable.kernel.settings import Settings

if TYPE_CHECKING:
    from answerable.projects.models import Project, Role

__all__ = ["POLICY_ROLES", "settings_of"]

_OWN = frozenset({"language", "engine", "confidence_threshold", "fiscal_year_start", "role"})
"""What a project may choose freely."""
POLICY_ROLES = "policy_roles"
"""Key of a project's settings: a member's role → the role of [policy.roles] that holds for them."""


def settings_of(project: Project, role: Role | None = None) -> Settings:
    base: Settings = django_settings.ANSWERABLE
    given: Mapping[str, Any] = project.settings
    chosen = {name: given[name] for name in _OWN & given.keys()}
    limits = {item.name: _lower(getattr(base, item.name), given[item.name]) for item in _limits() if item.name in given}
    held = replace(base, **{**chosen, **limits}, confirm=_confirm(base, given.get("confirm", "always")))
    policy_role = given.get(POLICY_ROLES, {}).get(str(role)) if role else None
    return replace(held, role=policy_role) if policy_role else held


def _limits() -> list[Any]:
    return [item for item in fields(Settings) if item.metadata["most"] is not None and item.name not in _OWN]


def _lower(base: float, given: float) -> float:
    return min(base, given) if given > 0 else base


def _confirm(base: Settings, given: str) -> str:
    return given if given != "never" or base.confirm == "never" else "always"
