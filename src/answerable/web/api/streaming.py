"""Runs in threads, told to whoever listens; whoever stops listening stops the run."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.db import connections
from django.http import StreamingHttpResponse

from answerable.agent.translators import TurnQueue
from answerable.answers import dumps
from answerable.errors import DiskFull, disk_full
from answerable.web.api.events import confirmation, frames

if TYPE_CHECKING:
    from answerable.agent.stopping import Stop

__all__ = ["Story", "as_event_stream", "as_json", "pieces"]

Event = dict[str, Any]
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


class Story:
    """The events of one request, from the thread that makes them to the one listener. The run begins when it is the
    person's turn; where no person is named, it takes turns with everybody."""

    def __init__(self, events: Iterator[Event], stop: Stop, person: Hashable = None) -> None:
        self._person = object() if person is None else person
        self._stop = stop
        self._told: deque[Event] = deque()
        self._ended = False
        self._wake: Callable[[], object] | None = None
        """Set while somebody sleeps until there is more. It is set before they look for the last time and looked at
        after something was told, so that no word is missed."""
        _turns.join(self._person, lambda: _runs.submit(self._run, events))

    async def events(self, silence: float = HEARTBEAT_SECONDS) -> AsyncIterator[list[Event]]:
        """What was told since the last time; nothing after so many seconds of silence."""
        try:
            while not (self._ended and not self._told):
                if not self._told:
                    await self._sleep(silence)
                yield [self._told.popleft() for _ in range(min(len(self._told), MOST_AT_ONCE))]
        finally:
            self._stop.stop()

    async def _sleep(self, seconds: float) -> None:
        awake, loop = asyncio.Event(), asyncio.get_running_loop()
        self._wake = lambda: loop.call_soon_threadsafe(awake.set)
        if not (self._told or self._ended):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await awake.wait()
        self._wake = None

    def _run(self, events: Iterator[Event]) -> None:
        try:
            for event in events:
                self._told.append(event)
                self._tell()
        except Exception as error:  # noqa: BLE001 - the database may be gone; whoever listens is told that much
            full = disk_full(error)
            _log.error("A story could not be told to its end", exc_info=None if full else error)
            self._told.extend((_full(full) if full else _broken(), {"type": "done"}))
        finally:
            connections.close_all()
            self._ended = True
            self._tell()
            _turns.leave(self._person)

    def _tell(self) -> None:
        if wake := self._wake:
            self._wake = None
            with suppress(RuntimeError):  # the listener's loop may be gone
                wake()


def _broken() -> Event:
    return _error("internal", "Something went wrong inside Answerable.", "The server's log has the details.")


def _full(error: DiskFull) -> Event:
    return _error(error.code, error.message, error.hint)


def _error(code: str, message: str, hint: str) -> Event:
    error = {"code": code, "message": message, "user_message": f"{message} {hint}", "hint": hint}
    return {"type": "error", "error": error}


def as_event_stream(story: Story) -> StreamingHttpResponse:
    response = _streamed(pieces(story), "text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def as_json(story: Story, approved: bool) -> StreamingHttpResponse:
    """One object, sent when the story is over."""
    return _streamed(_object(story, approved), "application/json")


def _streamed(content: AsyncIterator[bytes], content_type: str) -> StreamingHttpResponse:
    """The caller's connection to the store is given back: a stream may be open for long and needs none."""
    connections.close_all()
    return StreamingHttpResponse(content, content_type=content_type)


async def pieces(story: Story, silence: float = HEARTBEAT_SECONDS) -> AsyncIterator[bytes]:
    """Events as they come, those that came together in one piece, and a comment where none comes for long."""
    async for told in story.events(silence):
        yield frames(told) or STILL_HERE


async def _object(story: Story, approved: bool) -> AsyncIterator[bytes]:
    told = [event async for some in story.events() for event in some]
    yield dumps(confirmation(approved, told)).encode()
