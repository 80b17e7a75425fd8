"""Who came in, by which way, and who was not let in: in the record by name. What they showed for it never is."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from answerable.audit.event_types import EventType
from answerable.kernel.errors import AuditUnavailable, TooManyAttempts
from answerable.projects.project_trail import record
from answerable.projects.sign_in_throttle import count_attempt

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

__all__ = ["How", "note_arrival", "note_refusal"]

How = Literal["password", "link", "single sign-on"]


def note_arrival(user: AbstractBaseUser, how: How) -> None:
    """Before they are let in. Raises AuditUnavailable: who cannot be recorded stays outside."""
    record(EventType.SIGNED_IN, {"how": how}, by=user.get_username())


def note_refusal(how: How, reason: str, *, name: str = "", address: str = "") -> None:
    """A name that no account has is left out: people type passwords into the wrong field. With an `address`, who tries
    many times is not given a line of the record for each."""
    told = {"how": how, "reason": reason}
    with suppress(AuditUnavailable, TooManyAttempts):  # they stay outside anyway
        if address:
            count_attempt([f"{how} from {address}"])
        record(EventType.SIGN_IN_REFUSED, {**told, "account": name if _is_account(name) else None})


def _is_account(name: str) -> bool:
    from django.contrib.auth.models import User

    return bool(name) and User.objects.filter(username=name).exists()
