"""Which language model a project asks, what it may see and what it may take: chosen by its admins.

The choice is stored in the project's settings: `engine`, and the rest under `models`. Where it says nothing, the
settings of the folder that the server runs in hold.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings as django_settings
from django.db import transaction

from answerable.agent.context.model_seat import open_seat
from answerable.kernel.errors import Refused
from answerable.kernel.messages import msg
from answerable.projects.models import Project
from answerable.projects.provider_keys import forget_key
from answerable.projects.settings_audit import note_settings
from answerable.providers.files.find_model_file import find_model_file
from answerable.providers.files.model_catalogue import model_catalogue
from answerable.providers.model_settings import load_model_settings
from answerable.providers.model_spec import split_spec
from answerable.providers.narrowed_settings import COMPATIBLE, checked_choice, environ_for, narrowed

if TYPE_CHECKING:
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.kernel.settings import Settings
    from answerable.kernel.workspace import Workspace
    from answerable.providers.model_settings import ModelSettings

__all__ = ["EMBEDDED", "own_choice", "own_engine", "project_environ", "project_models", "project_seat", "set_choice"]

EMBEDDED = "embedded"
_KEY, _ENGINE = "models", "engine"


def own_engine(project: Project) -> str:
    """Empty where the server's holds."""
    return str(project.settings.get(_ENGINE, ""))


def own_choice(project: Project) -> dict[str, Any]:
    """What the project says besides: see `checked_choice`."""
    found: dict[str, Any] = project.settings.get(_KEY, {})
    return dict(found)


def project_models(project: Project) -> ModelSettings:
    """As they hold in the project."""
    return narrowed(load_model_settings(), own_choice(project))


def project_environ(project: Project) -> Mapping[str, str]:
    """Where keys of the server are looked for."""
    return environ_for(os.environ, own_choice(project))


def project_seat(project: Project, settings: Settings) -> ModelSeat | None:
    """For the engine in `settings`; None where the embedded engine reads alone. Nothing is reached yet."""
    if settings.engine == EMBEDDED:
        return None
    workspace: Workspace = django_settings.WORKSPACE
    return open_seat(
        settings, workspace, project=project.slug, models=project_models(project), environ=project_environ(project)
    )


def set_choice(project: Project, engine: str, choice: Mapping[str, Any], *, by: str) -> None:
    """Holds from the next question on; an empty `engine` is the server's. The key of an address goes with the address.
    Raises BadSetting, Refused or ModelUnavailable for what cannot be, AuditUnavailable where the change cannot be
    recorded; then nothing changes."""
    chosen = checked_choice(choice)
    models = narrowed(load_model_settings(), chosen)
    for spec in (engine, *models.fallback_specs) if chosen.get("fallback") else (engine,):
        _demand_choosable(spec, models)
    with transaction.atomic():
        held = Project.objects.select_for_update().get(pk=project.pk)
        before = dict(held.settings)
        after = {name: value for name, value in before.items() if name not in (_KEY, _ENGINE)}
        after |= {_ENGINE: engine} if engine else {}
        after |= {_KEY: chosen} if chosen else {}
        Project.objects.filter(pk=project.pk).update(settings=after)
        if before != after:
            note_settings(project.slug, before, after, by=by)
    if before.get(_KEY, {}).get("base_url") != chosen.get("base_url"):
        forget_key(project, COMPATIBLE, by=by)
    project.settings = after


def _demand_choosable(spec: str, models: ModelSettings) -> None:
    """Of the files on the server, only those that the catalogue names: a path tells what else is there."""
    base: Settings = django_settings.ANSWERABLE
    if spec in ("", EMBEDDED, base.engine):
        return
    provider, name = split_spec(spec)
    if provider != "local":
        return
    if name not in model_catalogue():
        raise Refused(msg("models.only_of_catalogue", name=name), hint=msg("models.pull_one_of", known=_pullable()))
    find_model_file(spec, models)


def _pullable() -> tuple[str, ...]:
    return tuple(model_catalogue())
