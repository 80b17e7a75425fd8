"""Giving a conversation another name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from answerable.audit.event_types import EventType
from answerable.kernel.errors import AskerError
from answerable.kernel.messages import msg
from answerable.projects.project_trail import name_of, record

if TYPE_CHECKING:
    from answerable.conversations.models import Session

__all__ = ["LONGEST_TITLE", "rename_session"]

LONGEST_TITLE = 80


@transaction.atomic
def rename_session(session: Session, title: str) -> None:
    """Whatever its state; blank names are refused."""
    cleaned = " ".join(title.split())
    if not cleaned:
        raise AskerError(msg("conversations.title_needed"), hint=msg("conversations.send_title"))
    session.title = cleaned[:LONGEST_TITLE]
    session.save(update_fields=["title"])
    told = {"session_id": str(session.pk), "project": session.project.slug}
    record(EventType.SESSION_RENAMED, told, by=name_of(session.user))
