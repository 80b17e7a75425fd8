"""A server that is full says so at once and when to come again; what is short is served beside what is long."""

from __future__ import annotations

import asyncio
from typing import Any

from answerable.web.concurrency_limit import CrowdLimit

Sent = list[dict[str, Any]]


class _Door:
    """Keeps everybody in until the end."""

    def __init__(self) -> None:
        self.inside = 0
        self.over = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.inside += 1
        await self.over.wait()
        await send({"type": "http.response.start", "status": 200})


async def _come(limit: CrowdLimit, path: str) -> Sent:
    sent: Sent = []

    async def send(message: Any) -> None:
        sent.append(message)

    await limit({"type": "http", "path": path}, lambda: asyncio.sleep(0, {}), send)
    return sent


async def _crowd(*paths: str) -> tuple[list[Sent], int]:
    door = _Door()
    limit = CrowdLimit(door, most_conversing=2, most_others=1)
    coming = [asyncio.create_task(_come(limit, path)) for path in paths]
    await asyncio.sleep(0)
    inside = door.inside
    door.over.set()
    first = await asyncio.gather(*coming)
    await _come(limit, paths[0])  # the places are free again
    return first, inside


def test_who_comes_when_it_is_full_is_told_when_to_come_again() -> None:
    sent, inside = asyncio.run(_crowd("/api/chat", "/api/chat/confirm", "/api/chat"))
    assert inside == 2
    assert [told[0]["status"] for told in sent] == [200, 200, 503]
    assert dict(sent[2][0]["headers"])[b"retry-after"] == b"5"
    assert b'"code": "busy"' in sent[2][1]["body"]


def test_many_questions_keep_nobody_from_looking() -> None:
    sent, inside = asyncio.run(_crowd("/api/chat", "/api/chat", "/api/health", "/"))
    assert inside == 3
    assert [told[0]["status"] for told in sent] == [200, 200, 200, 503]


class _Unread:
    """An answer that is made, and whose client does not read it."""

    def __init__(self, length: list[tuple[bytes, bytes]]) -> None:
        self.length = length

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.length})
        await asyncio.Event().wait()


async def _status_beside(length: list[tuple[bytes, bytes]]) -> int:
    limit = CrowdLimit(_Unread(length), most_others=1)
    unread = asyncio.create_task(_come(limit, "/"))
    await asyncio.sleep(0)
    own = asyncio.create_task(_come(limit, "/sign-in/"))
    await asyncio.sleep(0.01)
    own.cancel(), unread.cancel()
    return 503 if own.done() and not own.cancelled() else 200


def test_an_answer_that_nobody_reads_takes_no_place() -> None:
    assert asyncio.run(_status_beside([(b"Content-Length", b"800000")])) == 200


def test_a_stream_takes_its_place_until_it_ends() -> None:
    assert asyncio.run(_status_beside([])) == 503
