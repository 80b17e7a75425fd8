"""Guessing passwords gets slower: after five failures in a row a wait that doubles, by account and by address.

An attempt is counted before the password is looked at, so that many at once are no way round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from answerable.errors import TooManyAttempts
from answerable.projects.models import SignInFailures

__all__ = ["FREE_FAILURES", "count_attempt", "forget_failures"]

FREE_FAILURES = 5
_FIRST_WAIT = timedelta(seconds=30)
_LONGEST_WAIT = timedelta(minutes=15)
_FORGOTTEN_AFTER = timedelta(hours=1)


def count_attempt(keys: Sequence[str]) -> None:
    """Raises TooManyAttempts while one of the keys has to wait; then nothing is counted."""
    now = timezone.now()
    with transaction.atomic():
        rows = [_row(key[:300], now) for key in sorted(keys)]
        if waiting := [row for row in rows if row.blocked_until > now]:
            raise _wait(max(row.blocked_until for row in waiting) - now)
        for row in rows:
            row.count += 1
            row.blocked_until = now + _wait_after(row.count)
            row.save()


def forget_failures(account: str, others: Sequence[str]) -> None:
    """After the right password: the account starts anew, the others are given this attempt back."""
    SignInFailures.objects.filter(key=account[:300]).delete()
    past = timezone.now() - timedelta(seconds=1)
    keys = [key[:300] for key in others]
    SignInFailures.objects.filter(key__in=keys, count__gt=0).update(count=F("count") - 1, blocked_until=past)


def _row(key: str, now: datetime) -> SignInFailures:
    SignInFailures.objects.filter(key=key, blocked_until__lt=now - _FORGOTTEN_AFTER).delete()
    SignInFailures.objects.get_or_create(key=key, defaults={"blocked_until": now - timedelta(seconds=1)})
    return SignInFailures.objects.select_for_update().get(key=key)


def _wait_after(failures: int) -> timedelta:
    if failures < FREE_FAILURES:
        return timedelta()
    return min(_LONGEST_WAIT, _FIRST_WAIT * (1 << min(failures - FREE_FAILURES, 10)))


def _wait(left: timedelta) -> TooManyAttempts:
    seconds = math.ceil(left.total_seconds())
    return TooManyAttempts(
        "Too many wrong passwords.", seconds=seconds, hint=f"Wait {seconds} seconds, or sign in by a link."
    )
