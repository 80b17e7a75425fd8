"""A story reaches its listener as it happens, keeps the line open, and ends when nobody listens."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from answerable.agent.stopping import Stop
from answerable.web.api.streaming import Story, pieces

pytestmark = pytest.mark.django_db(transaction=True)

Event = dict[str, Any]


def _story(events: Iterator[Event], stop: Stop | None = None) -> Story:
    return Story(events, stop or Stop())


def test_events_come_in_order_and_whole() -> None:
    async def listen() -> list[bytes]:
        told = ({"type": "status", "message": f"line\n{number}"} for number in range(100))
        return [piece async for piece in pieces(_story(told))]

    heard = b"".join(asyncio.run(listen())).split(b"\n\n")
    assert len(heard) == 101 and heard[-1] == b""
    assert heard[7] == b'event: status\ndata: {"type": "status", "message": "line\\n7"}'


def test_a_silent_story_keeps_the_line_open() -> None:
    speak = threading.Event()

    def events() -> Iterator[Event]:
        speak.wait()
        yield {"type": "done"}

    async def listen() -> list[bytes]:
        heard = []
        async for piece in pieces(_story(events()), silence=0.01):
            heard.append(piece)
            speak.set()
        return heard

    heard = asyncio.run(listen())
    assert heard[0] == b": still here\n\n" and heard[-1].startswith(b"event: done")


def test_a_story_that_breaks_off_is_told_so(caplog: pytest.LogCaptureFixture) -> None:
    def events() -> Iterator[Event]:
        yield {"type": "status"}
        raise RuntimeError("secret: CANARY-hunter2")

    async def listen() -> bytes:
        return b"".join([piece async for piece in pieces(_story(events()))])

    heard = asyncio.run(listen())
    assert b'"code": "internal"' in heard and heard.endswith(b'event: done\ndata: {"type": "done"}\n\n')
    assert b"CANARY-hunter2" not in heard and "CANARY-hunter2" in caplog.text


def test_whoever_stops_listening_stops_the_run() -> None:
    stop, ended = Stop(), threading.Event()

    def events() -> Iterator[Event]:
        yield {"type": "status"}
        while not stop.is_set:
            ended.wait(0.01)
        ended.set()

    async def listen_once() -> None:
        heard = pieces(_story(events(), stop))
        await anext(heard)
        await heard.aclose()  # type: ignore[attr-defined]

    asyncio.run(listen_once())
    assert ended.wait(30)
