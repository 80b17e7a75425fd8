"""An asker's word on an answer."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from answerable.conversations.models import Feedback
from answerable.conversations.services.requests import own_request

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

__all__ = ["give_feedback"]


def give_feedback(request_id: uuid.UUID | str, user: AbstractBaseUser, rating: str, comment: str = "") -> Feedback:
    """On a request of one's own; the last word counts."""
    request = own_request(request_id, user)
    given, _made = Feedback.objects.update_or_create(
        request=request, user_id=user.pk, defaults={"rating": rating, "comment": comment}
    )
    return given
