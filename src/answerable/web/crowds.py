"""How many requests a process works on at once. Who comes when it is full is told so at once, and when to come again.

A stream takes a place for as long as it is open; with the places, threads and connections of the store are bounded too.
"""

from __future__ import annotations

from typing import Any

from answerable.web.limits import Application, Receive, Send

__all__ = ["MOST_CONVERSING", "MOST_OTHERS", "CrowdLimit"]

MOST_CONVERSING = 200
"""Open questions and approvals, those that wait for their turn included."""
MOST_OTHERS = 50
"""Everything else: pages, files, lists. Short, and never behind those who wait for an answer."""
RETRY_SECONDS = 5
CONVERSING = "/api/chat"

_REFUSAL = (
    b'{"error": {"code": "busy", "message": "Too many people are asking at the moment.",'
    b' "hint": "Ask again in a few seconds."}}'
)


class CrowdLimit:
    def __init__(
        self, application: Application, most_conversing: int = MOST_CONVERSING, most_others: int = MOST_OTHERS
    ) -> None:
        self._application = application
        self._free = {True: most_conversing, False: most_others}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        conversing = scope["path"].startswith(CONVERSING)
        if not self._free[conversing]:
            await _refuse(send)
            return
        self._free[conversing] -= 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._free[conversing] += 1


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"retry-after", str(RETRY_SECONDS).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": _REFUSAL})
