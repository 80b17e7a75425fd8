"""How often one person may ask, counted where every process sees it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.utils import timezone

from answerable.conversations.models import QueryRequest
from answerable.kernel.errors import TooManyAttempts
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

__all__ = ["demand_pace"]

_MINUTE = timedelta(minutes=1)


def demand_pace(user: AbstractBaseUser, most: int) -> None:
    """Raises where `most` questions were asked within the last minute.

    Call it in the transaction that writes the next one: others of the same person wait for that."""
    list(get_user_model().objects.select_for_update().filter(pk=user.pk).values_list("pk"))
    now = timezone.now()
    recent = QueryRequest.objects.filter(session__user_id=user.pk, requested_at__gt=now - _MINUTE)
    times = list(recent.order_by("-requested_at").values_list("requested_at", flat=True)[:most])
    if len(times) < most:
        return
    seconds = max(1, round((times[-1] + _MINUTE - now).total_seconds()))
    raise TooManyAttempts(
        msg("conversations.too_many_questions", most=most),
        seconds=seconds,
        hint=msg("conversations.ask_again_in", seconds=seconds),
    )
