"""Desks for conversations: the session's sources, under the settings that hold for whoever asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.agent.opening import open_translator
from answerable.conversations.models import Provider
from answerable.errors import AnswerableError, BadSource
from answerable.projects.held import settings_of
from answerable.projects.pooling import pooled_desk

if TYPE_CHECKING:
    from answerable.conversations.models import Session
    from answerable.conversations.services.conversing import Lease
    from answerable.projects.models import Role
    from answerable.settings import Settings

__all__ = ["lease_for", "settings_for"]


def lease_for(session: Session, settings: Settings) -> Lease:
    """A desk for one request at a time."""
    specs = [source.spec for source in session.sources.all()]
    if not specs:
        raise BadSource("This conversation has no source of data.", hint="Connect one, then ask again.")

    return lambda stop: pooled_desk(specs, settings, stop, session.user_id)


def settings_for(session: Session, role: Role) -> tuple[Settings, str]:
    """What holds for this asker, and what to tell them where the provider they chose is not set up."""
    settings = replace(settings_of(session.project, role), language=session.lang)
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
