"""Events reach their reader as they happen, the line stays open, and the work ends when nobody reads."""

from __future__ import annotations

import asyncio
import threading

import pytest

from answerable.agent.context.cancellation import Stop
from answerable.conversations.chat_events import SendEvent, StatusReported, StreamEnded
from answerable.web.api.event_stream import EventStream, sse_chunks

pytestmark = pytest.mark.django_db(transaction=True)


def test_events_come_in_order_and_whole() -> None:
    def work(send: SendEvent) -> None:
        for number in range(100):
            send(StatusReported("executing", f"line\n{number}"))

    async def listen() -> list[bytes]:
        return [piece async for piece in sse_chunks(EventStream(work, Stop()))]

    heard = b"".join(asyncio.run(listen())).split(b"\n\n")
    assert len(heard) == 101 and heard[-1] == b""
    assert heard[7].startswith(b'event: status\ndata: {"type": "status", "status": "executing", "message": "line\\n7"')


def test_a_silent_stream_keeps_the_line_open() -> None:
    speak = threading.Event()

    def work(send: SendEvent) -> None:
        speak.wait()
        send(StreamEnded())

    async def listen() -> list[bytes]:
        heard = []
        async for piece in sse_chunks(EventStream(work, Stop()), silence=0.01):
            heard.append(piece)
            speak.set()
        return heard

    heard = asyncio.run(listen())
    assert heard[0] == b": still here\n\n" and heard[-1].startswith(b"event: done")


def test_work_that_breaks_off_is_said_so(caplog: pytest.LogCaptureFixture) -> None:
    def work(send: SendEvent) -> None:
        send(StatusReported("generating", ""))
        raise RuntimeError("secret: CANARY-hunter2")

    async def listen() -> bytes:
        return b"".join([piece async for piece in sse_chunks(EventStream(work, Stop()))])

    heard = asyncio.run(listen())
    assert b'"code": "internal"' in heard and heard.endswith(b'event: done\ndata: {"type": "done"}\n\n')
    assert b"CANARY-hunter2" not in heard and "CANARY-hunter2" in caplog.text


def test_whoever_stops_listening_stops_the_run() -> None:
    stop, ended = Stop(), threading.Event()

    def work(send: SendEvent) -> None:
        send(StatusReported("generating", ""))
        while not stop.is_set:
            ended.wait(0.01)
        ended.set()

    async def listen_once() -> None:
        heard = sse_chunks(EventStream(work, stop))
        await anext(heard)
        await heard.aclose()  # type: ignore[attr-defined]

    asyncio.run(listen_once())
    assert ended.wait(30)
