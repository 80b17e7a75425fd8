"""What a request of a conversation runs with: the session's sources, under the settings that hold for the asker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.agent.context.open_sources import open_translator
from answerable.conversations.models import Provider
from answerable.kernel.errors import AnswerableError, BadSource
from answerable.kernel.messages import msg
from answerable.projects.effective_settings import settings_of
from answerable.projects.server_pool import pooled_run_context

if TYPE_CHECKING:
    from answerable.conversations.models import Session
    from answerable.conversations.services.answer_request import OpenContext
    from answerable.kernel.settings import Settings
    from answerable.projects.models import Role

__all__ = ["context_opener", "settings_for"]


def context_opener(session: Session, settings: Settings) -> OpenContext:
    specs = [source.spec for source in session.sources.all()]
    if not specs:
        raise BadSource(msg("conversations.no_source"), hint=msg("conversations.connect_one"))

    return lambda stop: pooled_run_context(specs, settings, session.project, stop, session.user_id)


def settings_for(session: Session, role: Role) -> tuple[Settings, str]:
    """What holds for this asker, and what to tell them where the provider they chose is not set up."""
    settings = replace(settings_of(session.project, role), language=session.lang or "auto")
    engine, remark = _engine(session.provider, settings)
    return replace(settings, engine=engine), remark


def _engine(provider: str, settings: Settings) -> tuple[str, str]:
    if provider == Provider.EMBEDDED:
        return Provider.EMBEDDED, ""
    wanted = settings.engine if settings.engine.startswith(f"{provider}:") else provider
    try:
        open_translator(wanted, settings.reading_seconds)
    except AnswerableError:
        return Provider.EMBEDDED, f"'{provider}' is not set up here; the embedded engine answers."
    return wanted, ""
