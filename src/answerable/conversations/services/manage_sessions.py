"""Opening, going on with and ending conversations."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from answerable.conversations.models import Session, SessionStatus
from answerable.kernel.errors import SessionNotFound
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser
    from django.db.models import QuerySet

    from answerable.projects.models import Project, Source

__all__ = ["IDLE", "awake_session", "continue_session", "expire_idle", "open_session", "own_session", "terminate"]

IDLE = timedelta(minutes=30)
"""How long nobody may ask before a session is over."""


@transaction.atomic
def open_session(
    user: AbstractBaseUser,
    project: Project,
    sources: Iterable[Source],
    lang: str = "en",
    provider: str = "",
    resumed_from: Session | None = None,
) -> Session:
    session = Session.objects.create(
        user_id=user.pk, project=project, lang=lang, provider=provider, resumed_from=resumed_from
    )
    session.sources.set(sources)
    return session


def continue_session(session_id: uuid.UUID | str, user: AbstractBaseUser) -> Session:
    """The session, its clock set back; a new one that links back where it had expired."""
    session = own_session(session_id, user)
    if _awake(session.pk).update(last_activity_at=timezone.now()):
        return Session.objects.get(pk=session.pk)
    _asleep().filter(pk=session.pk).update(status=SessionStatus.EXPIRED)
    session.refresh_from_db()
    if session.status == SessionStatus.TERMINATED:
        raise SessionNotFound(msg("conversations.conversation_ended"), hint=msg("conversations.start_another"))
    return _resumed(session, user)


def awake_session(session_id: uuid.UUID | str, user: AbstractBaseUser) -> Session:
    """The session, its clock set back; for what belongs to it and cannot be gone on with in another one."""
    session = own_session(session_id, user)
    if not _awake(session.pk).update(last_activity_at=timezone.now()):
        raise SessionNotFound(msg("conversations.conversation_over"), hint=msg("common.ask_the_question_again"))
    return session


def own_session(session_id: uuid.UUID | str, user: AbstractBaseUser) -> Session:
    """Whatever its state; somebody else's is as if there were none, so is one of a project one is in no more."""
    try:
        return Session.objects.select_related("project").get(
            pk=session_id, user_id=user.pk, project__members__user_id=user.pk
        )
    except (Session.DoesNotExist, ValidationError):
        raise SessionNotFound(msg("common.no_conversation"), hint=msg("common.leave_out_session_id")) from None


def terminate(session: Session) -> bool:
    """For good. False where it was over already."""
    won = _active().filter(pk=session.pk).update(status=SessionStatus.TERMINATED) == 1
    session.refresh_from_db()
    return won


def expire_idle() -> int:
    """How many went to sleep."""
    return _asleep().update(status=SessionStatus.EXPIRED)


def _resumed(session: Session, user: AbstractBaseUser) -> Session:
    opened = open_session(user, session.project, session.sources.all(), session.lang, session.provider, session)
    Session.objects.filter(pk=opened.pk).update(title=session.title)
    opened.title = session.title
    return opened


def _active() -> QuerySet[Session]:
    return Session.objects.filter(status=SessionStatus.ACTIVE)


def _awake(pk: uuid.UUID) -> QuerySet[Session]:
    return _active().filter(pk=pk, last_activity_at__gt=timezone.now() - IDLE)


def _asleep() -> QuerySet[Session]:
    return _active().filter(last_activity_at__lte=timezone.now() - IDLE)
