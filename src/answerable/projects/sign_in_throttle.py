"""Guessing passwords gets slower: after five failures in a row a wait that doubles, for an account at one address, and
for an address whatever accounts it tries.

An account alone never has to wait: a stranger elsewhere could otherwise keep its owner out. Where it is tried from very
many addresses, each of them has one attempt before it waits instead of five.

An attempt is counted before the password is looked at, so that many at once are no way round.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from answerable.kernel.errors import TooManyAttempts
from answerable.kernel.messages import msg
from answerable.projects.models import SignInFailures

__all__ = ["FREE_FAILURES", "count_attempt", "count_sign_in", "forget_failures"]

FREE_FAILURES = 5
_FIRST_WAIT = timedelta(seconds=30)
_LONGEST_WAIT = timedelta(minutes=15)
_FORGOTTEN_AFTER = timedelta(hours=1)
_BESIEGED = 100
"""Failures of one account, from wherever, after which an address has fewer attempts."""
_FREE_WHEN_BESIEGED = 1
_LONGEST_NAME = 100


def count_attempt(keys: Sequence[str], free: int = FREE_FAILURES) -> None:
    """Raises TooManyAttempts while one of the keys has to wait; then nothing is counted."""
    now = timezone.now()
    with transaction.atomic():
        rows = [_row(key, now) for key in sorted(keys)]
        if waiting := [row for row in rows if row.blocked_until > now]:
            raise _wait(max(row.blocked_until for row in waiting) - now)
        for row in rows:
            row.count += 1
            row.blocked_until = now + _wait_after(row.count, free)
            row.save()


@transaction.atomic
def count_sign_in(account: str, address: str) -> None:
    """An attempt with a password. Raises TooManyAttempts while this address has to wait, for this account or at all."""
    now = timezone.now()
    everywhere = _row(_everywhere(account), now)
    is_besieged = everywhere.count >= _BESIEGED
    count_attempt((_at(account, address),), _FREE_WHEN_BESIEGED if is_besieged else FREE_FAILURES)
    count_attempt((_from(address),))
    everywhere.count += 1
    everywhere.blocked_until = now
    everywhere.save()


def forget_failures(account: str, address: str) -> None:
    """After the right password: the account at this address starts anew, the others are given this attempt back."""
    SignInFailures.objects.filter(key=_at(account, address)).delete()
    past = timezone.now() - timedelta(seconds=1)
    others = SignInFailures.objects.filter(key__in=[_from(address), _everywhere(account)], count__gt=0)
    others.update(count=F("count") - 1, blocked_until=past)


def _at(account: str, address: str) -> str:
    return f"{_network(address)} for {_short(account)}"


def _from(address: str) -> str:
    return f"address {_network(address)}"


def _everywhere(account: str) -> str:
    return f"account {_short(account)}"


def _short(account: str) -> str:
    """Long names are told apart by their hash."""
    name = account.casefold()
    return name if len(name) <= _LONGEST_NAME else hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()


def _network(address: str) -> str:
    """One household or company has a whole network of IPv6 addresses."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:_LONGEST_NAME]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _row(key: str, now: datetime) -> SignInFailures:
    """All that is old enough goes, whoever's it is: nobody fills the table."""
    SignInFailures.objects.filter(blocked_until__lt=now - _FORGOTTEN_AFTER).delete()
    SignInFailures.objects.get_or_create(key=key, defaults={"blocked_until": now - timedelta(seconds=1)})
    return SignInFailures.objects.select_for_update().get(key=key)


def _wait_after(failures: int, free: int) -> timedelta:
    if failures < free:
        return timedelta()
    return min(_LONGEST_WAIT, _FIRST_WAIT * (1 << min(failures - free, 10)))


def _wait(left: timedelta) -> TooManyAttempts:
    seconds = math.ceil(left.total_seconds())
    return TooManyAttempts(
        msg("projects.too_many_wrong_passwords"),
        seconds=seconds,
        hint=msg("projects.wait_or_use_link", seconds=seconds),
    )
