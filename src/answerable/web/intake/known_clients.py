"""Which clients have shown who they are, by a hash of their cookie or token: some places are kept for them.

Only a memory of this process: it opens nothing. Who is not in it is served as a stranger, which is slower only while
strangers fill the server.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from typing import Any

from answerable.kernel.cache import BoundedCache

__all__ = ["address_of", "note_client", "person_of"]

_MOST = 10_000
_SECONDS = 3_600.0
_people: BoundedCache[bytes, tuple[str, float]] = BoundedCache(_MOST)


def person_of(scope: Mapping[str, Any], cookie_name: str) -> str | None:
    """Who sent the same cookie or token within the last hour and was let in."""
    key = _key(dict(scope.get("headers", ())), cookie_name)
    person, since = (_people.peek(key) if key else None) or ("", 0.0)
    return person if person and time.monotonic() - since < _SECONDS else None


def note_client(headers: Mapping[bytes, bytes], cookie_name: str, person: str | None) -> None:
    """`person` is who the request turned out to be from; None forgets what was known."""
    key = _key(headers, cookie_name)
    if key is None:
        return
    if person:
        _people.put(key, (person, time.monotonic()))
    else:
        _people.remove(key)


def address_of(scope: Mapping[str, Any]) -> str:
    """The client's; behind a proxy that is believed, the one it forwarded."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _key(headers: Mapping[bytes, bytes], cookie_name: str) -> bytes | None:
    shown = headers.get(b"authorization") or _cookie(headers.get(b"cookie", b""), cookie_name.encode())
    return hashlib.sha256(shown).digest() if shown else None


def _cookie(header: bytes, name: bytes) -> bytes:
    pairs = (part.strip().partition(b"=") for part in header.split(b";"))
    return next((value for key, _, value in pairs if key == name), b"")
