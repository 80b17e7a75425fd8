"""One-time links that sign a person in: made in the terminal by whoever runs the server."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from answerable.projects.models import SignInLink
from answerable.projects.stored_secrets import digest_of, new_secret

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.db.models import QuerySet

__all__ = ["is_open", "make_link", "use_link"]

LIFETIME = timedelta(minutes=15)


def make_link(user: User) -> str:
    """The link's secret. Links nobody can use any more are cleared away."""
    SignInLink.objects.filter(expires_at__lt=timezone.now()).delete()
    secret = new_secret()
    SignInLink.objects.create(user=user, digest=digest_of(secret), expires_at=timezone.now() + LIFETIME)
    return secret


def is_open(secret: str) -> bool:
    return _unused(secret).exists()


def use_link(secret: str) -> User | None:
    """Whom it signs in; None when it is unknown, old, or used: of several who try at once, one wins."""
    if not _unused(secret).update(used_at=timezone.now()):
        return None
    user: User = SignInLink.objects.select_related("user").get(digest=digest_of(secret)).user
    return user if user.is_active else None


def _unused(secret: str) -> QuerySet[SignInLink]:
    return SignInLink.objects.filter(digest=digest_of(secret), used_at=None, expires_at__gt=timezone.now())
