"""Deleting a conversation with everything in it. The audit trail and receipts stay: they are the record of what ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from answerable.audit.event_types import EventType
from answerable.conversations.models import Message
from answerable.conversations.services.cancel_request import end_session
from answerable.projects.project_trail import name_of, record

if TYPE_CHECKING:
    from answerable.conversations.models import Session

__all__ = ["delete_session"]


def delete_session(session: Session) -> None:
    """What is under way in it is cancelled first, wherever it runs."""
    end_session(session)
    with transaction.atomic():
        told = {
            "session_id": str(session.pk),
            "project": session.project.slug,
            "requests": session.requests.count(),
        }
        _delete_messages(session)
        session.requests.all().delete()
        session.delete()
        record(EventType.SESSION_DELETED, told, by=name_of(session.user))


def _delete_messages(session: Session) -> None:
    """Past the model, which refuses: a message never changes, but it goes with its conversation."""
    held = Message.objects.filter(session=session)
    held._raw_delete(held.db)
