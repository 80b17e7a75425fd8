"""What an admin sees of a project's models: what is in use and chosen, what there is, and what models took."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings as django_settings

from answerable.audit.event_types import EventType
from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.projects.effective_settings import settings_of
from answerable.projects.model_choice import project_environ, project_models, project_seat
from answerable.projects.project_trail import record
from answerable.providers.files.background_pull import FileState, file_states, start_pull
from answerable.providers.files.pull_model import demand_pullable
from answerable.providers.model_overview import ModelOverview, model_overview
from answerable.providers.model_settings import load_model_settings
from answerable.providers.spend.usage_ledger import DayUsage, UsageLedger
from answerable.providers.try_model_call import try_call

if TYPE_CHECKING:
    from answerable.projects.models import Project
    from answerable.providers.chat_model import ModelReply
    from answerable.providers.model_settings import ModelSettings

__all__ = ["ModelState", "model_state", "model_usage", "pull", "try_model_in_use"]

_TRIAL_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class ModelState:
    overview: ModelOverview
    held: ModelSettings
    """As they hold in the project."""
    base: ModelSettings
    """Of the server."""
    files: tuple[FileState, ...]
    server_engine: str


def model_state(project: Project) -> ModelState:
    settings, held = settings_of(project), project_models(project)
    overview = model_overview(settings, held, django_settings.WORKSPACE, project_environ(project), project.slug)
    return ModelState(overview, held, load_model_settings(), file_states(held), django_settings.ANSWERABLE.engine)


def model_usage(project: Project, days: int) -> tuple[DayUsage, ...]:
    """By day (UTC) and model, the latest first; today is one of the days."""
    since = datetime.now(UTC).date() - timedelta(days=days - 1)
    return UsageLedger.of(django_settings.WORKSPACE).history(project.slug, since)


def try_model_in_use(project: Project) -> ModelReply:
    """One short call, which counts like any. Raises ModelUnavailable."""
    seat = project_seat(project, settings_of(project))
    if seat is None:
        raise BadSetting(msg("models.none_in_use"), hint=msg("models.choose_one_first"))
    return try_call(seat.model, min(seat.settings.call_seconds, _TRIAL_SECONDS))


def pull(project: Project, name: str, *, by: str) -> None:
    """Begins to fetch a model's file, which all projects of the server may then use."""
    held = project_models(project)
    demand_pullable(name, held)
    record(EventType.MODEL_PULLED, {"project": project.slug, "model": name}, by=by)
    start_pull(name, held)
