"""What people change and how they came in, in the audit trail of the workspace.

Call it in the transaction that changes something, as its last step: where nothing can be recorded nothing changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings

from answerable.agent.recording import open_trail

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

__all__ = ["OPERATOR", "name_of", "record"]

OPERATOR = ""
"""Whoever works at the server's own terminal."""


def record(event_type: str, event_data: dict[str, Any], *, by: str = OPERATOR, request_id: str = "system") -> None:
    """Raises AuditUnavailable. `by` is an account's name."""
    told = {**event_data, "by": by} if by else event_data
    open_trail(settings.WORKSPACE, settings.ANSWERABLE).append(request_id, event_type, told, "user" if by else "system")


def name_of(user: AbstractBaseUser | None) -> str:
    return user.get_username() if user else OPERATOR
