"""Answers of the intake itself: one line of JSON under /api and of plain text elsewhere, and the connection closes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from answerable.kernel.errors import DiskFull

__all__ = ["Application", "Message", "Receive", "Send", "refuse"]

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

RETRY_SECONDS = 5
_LINGER_SECONDS = 3.0
_FULL = DiskFull()
_WORDS = {
    408: ("too_slow", "The request did not arrive in time.", "Send it again."),
    413: ("too_large", "The request is too large.", "Send at most 50 MB."),
    503: ("busy", "Too many people are asking at the moment.", "Ask again in a few seconds."),
    507: (_FULL.code, _FULL.message, _FULL.hint),
}


async def refuse(scope: Message, send: Send, status: int, receive: Receive | None = None) -> None:
    """507 is said as 503: the disk is the server's, and it may be free later. With `receive`, what the client is still
    sending is thrown away for a short while: a connection closed at once would take the answer with it."""
    code, message, hint = _WORDS[status]
    if scope["path"].startswith("/api"):
        kind, body = "application/json", json.dumps({"error": {"code": code, "message": message, "hint": hint}})
    else:
        kind, body = "text/plain; charset=utf-8", f"{message} {hint}\n"
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body.encode())).encode()),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
    ]
    if status >= 500:
        status = 503
        headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode(), "more_body": True})
    if receive is not None and status == 413:
        await _discard(receive)
    await send({"type": "http.response.body", "body": b""})


async def _discard(receive: Receive) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_LINGER_SECONDS):
            message: Message = {"more_body": True}
            while message.get("more_body"):
                message = await receive()
