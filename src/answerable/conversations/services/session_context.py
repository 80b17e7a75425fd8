"""What a request of a conversation runs with: the session's sources, under the settings that hold for the asker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.conversations.models import Provider
from answerable.kernel.errors import BadSource
from answerable.kernel.messages import CodedMessage, msg
from answerable.projects.effective_settings import settings_of
from answerable.projects.server_pool import pooled_run_context
from answerable.projects.session_engine import engine_of_provider

if TYPE_CHECKING:
    from answerable.conversations.models import Session
    from answerable.conversations.services.answer_request import OpenContext
    from answerable.kernel.settings import Settings
    from answerable.projects.models import Role

__all__ = ["context_opener", "provider_in_use", "settings_for"]


def context_opener(session: Session, settings: Settings) -> OpenContext:
    specs = [source.spec for source in session.sources.all()]
    if not specs:
        raise BadSource(msg("conversations.no_source"), hint=msg("conversations.connect_one"))

    return lambda stop: pooled_run_context(specs, settings, session.project, stop, session.user_id)


def settings_for(session: Session, role: Role) -> tuple[Settings, CodedMessage | None]:
    """What holds for this asker, and what to tell them where the provider they chose is not set up."""
    settings = replace(settings_of(session.project, role), language=session.lang or "auto")
    if not session.provider:
        return settings, None
    if engine := engine_of_provider(session.provider, session.project, settings):
        return replace(settings, engine=engine), None
    remark = msg("conversations.provider_not_set_up", provider=session.provider)
    return replace(settings, engine=Provider.EMBEDDED), remark


def provider_in_use(session: Session) -> str:
    """That the session chose, else the project's."""
    own = settings_of(session.project).engine.partition(":")[0]
    return str(session.provider or (own if own in Provider.values else Provider.EMBEDDED))
