"""The work on a request in one thread, its events streamed to the reader; a reader who leaves stops the work."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from django.db import connections
from django.http import StreamingHttpResponse

from answerable.agent.translators import TurnQueue
from answerable.answers import dumps
from answerable.conversations.chat_events import ChatEvent, RequestFailed, SendEvent, StreamEnded
from answerable.kernel.errors import CouldNotAnswer, disk_full
from answerable.kernel.messages import msg
from answerable.web.api.event_json import confirmation, frames

if TYPE_CHECKING:
    from answerable.agent.context.cancellation import Stop

__all__ = ["EventStream", "as_event_stream", "as_json", "sse_chunks"]

MOST_RUNS = 16
"""Requests a process works on at once; others wait for their turn."""
MOST_RUNS_EACH = 3
"""Of one person: fewer than there are connections to a source, so that somebody else finds one."""
HEARTBEAT_SECONDS = 10.0
"""How often something is sent at least, so that nothing between here and the reader gives up."""

MOST_AT_ONCE = 1024
"""Events that leave in one piece where many came together."""
STILL_HERE = b": still here\n\n"

_log = logging.getLogger(__name__)
_runs = ThreadPoolExecutor(MOST_RUNS, thread_name_prefix="answering")
_turns = TurnQueue(MOST_RUNS, MOST_RUNS_EACH)


class EventStream:
    """The events of one request, from the thread that does the work to the one reader. The work begins when it is the
    person's turn; where no person is named, it takes turns with everybody."""

    def __init__(self, work: Callable[[SendEvent], None], stop: Stop, person: Hashable = None) -> None:
        self._person = object() if person is None else person
        self._stop = stop
        self._pending: deque[ChatEvent] = deque()
        self._ended = False
        self._wake: Callable[[], object] | None = None
        """Set while the reader sleeps until there is more. It is set before the reader looks for the last time and
        looked at after an event was added, so that none is missed."""
        _turns.join(self._person, lambda: _runs.submit(self._run, work))

    async def events(self, silence: float = HEARTBEAT_SECONDS) -> AsyncIterator[list[ChatEvent]]:
        """What was added since the last time; an empty list after so many seconds of silence."""
        try:
            while not (self._ended and not self._pending):
                if not self._pending:
                    await self._sleep(silence)
                yield [self._pending.popleft() for _ in range(min(len(self._pending), MOST_AT_ONCE))]
        finally:
            self._stop.stop()

    async def _sleep(self, seconds: float) -> None:
        awake, loop = asyncio.Event(), asyncio.get_running_loop()
        self._wake = lambda: loop.call_soon_threadsafe(awake.set)
        if not (self._pending or self._ended):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await awake.wait()
        self._wake = None

    def _run(self, work: Callable[[SendEvent], None]) -> None:
        try:
            work(self._send)
        except Exception as error:  # noqa: BLE001 - the database may be gone; the reader is told that much
            full = disk_full(error)
            _log.error("A request could not be finished", exc_info=None if full else error)
            self._pending.extend((RequestFailed(None, full or _InternalError()), StreamEnded()))
        finally:
            connections.close_all()
            self._ended = True
            self._wake_reader()
            _turns.leave(self._person)

    def _send(self, event: ChatEvent) -> None:
        self._pending.append(event)
        self._wake_reader()

    def _wake_reader(self) -> None:
        if wake := self._wake:
            self._wake = None
            with suppress(RuntimeError):  # the listener's loop may be gone
                wake()


class _InternalError(CouldNotAnswer):
    code = "internal"

    def __init__(self) -> None:
        super().__init__(msg("common.internal_error"), hint=msg("common.see_log"))


def as_event_stream(stream: EventStream) -> StreamingHttpResponse:
    response = _streamed(sse_chunks(stream), "text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def as_json(stream: EventStream, approved: bool) -> StreamingHttpResponse:
    """One object, sent when all is done."""
    return _streamed(_json_object(stream, approved), "application/json")


def _streamed(content: AsyncIterator[bytes], content_type: str) -> StreamingHttpResponse:
    """The caller's connection to the store is given back: a stream may be open for long and needs none."""
    connections.close_all()
    return StreamingHttpResponse(content, content_type=content_type)


async def sse_chunks(stream: EventStream, silence: float = HEARTBEAT_SECONDS) -> AsyncIterator[bytes]:
    """Events as they come, those that came together in one piece, and a comment where none comes for long."""
    async for events in stream.events(silence):
        yield frames(events) or STILL_HERE


async def _json_object(stream: EventStream, approved: bool) -> AsyncIterator[bytes]:
    events = [event async for some in stream.events() for event in some]
    yield dumps(confirmation(approved, events)).encode()
