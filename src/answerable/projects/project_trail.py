"""What people change and how they came in, in the audit trail of the workspace.

Call it in the transaction that changes something, as its last step: where nothing can be recorded nothing changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings

from answerable.agent.context.folder_policy import kept_policy
from answerable.agent.proof.redacted_trail import open_trail, redactor_for
from answerable.audit.entry import new_id
from answerable.kernel.errors import BadSetting
from answerable.sensitive.redact import Redactor
from answerable.sensitive.spot_columns import SPOTTED

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

__all__ = ["OPERATOR", "name_of", "record"]

_WHO = frozenset({"account", "member"})
OPERATOR = ""
"""Whoever works at the server's own terminal."""


def record(event_type: str, event_data: dict[str, Any], *, by: str = OPERATOR, request_id: str = "") -> None:
    """Raises AuditUnavailable. `by` is an account's name. What belongs to no request gets a UUID of its own."""
    told = _allowed(event_data)
    told = {**told, "by": by} if by else told
    trail, actor = open_trail(settings.WORKSPACE, settings.ANSWERABLE), "user" if by else "system"
    trail.append(request_id or new_id(), event_type, told, actor)


def _allowed(event_data: dict[str, Any]) -> dict[str, Any]:
    """Without what the folder's policy keeps from everybody; but who it was is said, be their name an address."""
    try:
        redact = redactor_for(kept_policy(""))
    except BadSetting:  # nobody knows what it keeps from whom
        redact = Redactor.of(SPOTTED)
    return {**redact(event_data), **{name: held for name, held in event_data.items() if name in _WHO}}


def name_of(user: AbstractBaseUser | None) -> str:
    return user.get_username() if user else OPERATOR
