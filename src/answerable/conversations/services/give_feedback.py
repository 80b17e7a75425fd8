"""An asker's word on an answer."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.db import transaction

from answerable.audit.event_types import EventType
from answerable.conversations.models import Feedback
from answerable.conversations.services.open_requests import own_request
from answerable.projects.project_trail import name_of, record

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

__all__ = ["give_feedback"]


def give_feedback(request_id: uuid.UUID | str, user: AbstractBaseUser, rating: str, comment: str = "") -> Feedback:
    """On a request of one's own; the last word counts."""
    request = own_request(request_id, user)
    with transaction.atomic():
        given, _made = Feedback.objects.update_or_create(
            request=request, user_id=user.pk, defaults={"rating": rating, "comment": comment}
        )
        told = {"rating": rating, "has_comment": bool(comment)}
        record(EventType.FEEDBACK_GIVEN, told, by=name_of(user), request_id=str(request.pk))
    return given
