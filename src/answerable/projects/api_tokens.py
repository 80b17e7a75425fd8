"""API tokens: shown once, recognised by their prefix, gone when revoked or expired."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from answerable.audit.event_types import EventType
from answerable.projects.membership import Identity, identify
from answerable.projects.models import ApiToken
from answerable.projects.project_trail import record
from answerable.projects.stored_secrets import digest_of, new_secret

__all__ = ["bearer", "issue_token", "revoke_token"]

_MARK = "ans_"
_PREFIX_LENGTH = len(_MARK) + 8
_USE_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def issue_token(identity: Identity, name: str, days: int) -> tuple[ApiToken, str]:
    """The token and its secret, which nobody can be shown again."""
    secret = new_secret(_MARK)
    token = ApiToken.objects.create(
        project=identity.project,
        user=identity.user,
        name=name,
        prefix=secret[:_PREFIX_LENGTH],
        digest=digest_of(secret),
        expires_at=timezone.now() + timedelta(days=days),
    )
    _record("issued", token)
    return token, secret


@transaction.atomic
def revoke_token(identity: Identity, pk: UUID) -> bool:
    """False where it is not theirs."""
    token = ApiToken.objects.filter(pk=pk, user=identity.user, project=identity.project).first()
    if token is None:
        return False
    _record("revoked", token)
    token.delete()
    return True


def bearer(secret: str) -> Identity | None:
    """Whoever the secret belongs to, with the role they have now."""
    now = timezone.now()
    found = ApiToken.objects.filter(digest=digest_of(secret), expires_at__gt=now)
    token = found.select_related("user", "project").first()
    if token is None:
        return None
    if token.last_used_at is None or token.last_used_at < now - _USE_NOTED_EVERY:
        found.update(last_used_at=now)
    return identify(token.user, token.project.slug)


def _record(change: str, token: ApiToken) -> None:
    told = {"change": change, "token_id": str(token.pk), "name": token.name, "project": token.project.slug}
    told["expires_at"] = token.expires_at.isoformat()
    record(EventType.TOKEN_CHANGED, told, by=token.user.get_username())
