"""No request may be larger than the largest upload: it is refused before it fills the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

__all__ = ["Application", "BodyLimit", "Receive", "Send"]

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

_REFUSAL = b'{"error": {"code": "too_large", "message": "The request is too large.", "hint": "Send at most 50 MB."}}'


class BodyLimit:
    def __init__(self, application: Application, most_bytes: int) -> None:
        self._application = application
        self._most = most_bytes

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if _announced(scope) > self._most:
            await _refuse(send)
            return
        await self._application(scope, self._counting(receive), send)

    def _counting(self, receive: Receive) -> Receive:
        """A body whose length was not told ends, as if its sender had gone, where it grows too long."""
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            return message if received <= self._most else {"type": "http.disconnect"}

        return counted


def _announced(scope: Message) -> int:
    told = dict(scope.get("headers", ())).get(b"content-length", b"0")
    return int(told) if told.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": _REFUSAL})
