"""Runs in threads, told to whoever listens; whoever stops listening stops the run."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse

from answerable.conversations.services.requests import is_cancelled
from answerable.web.api.events import confirmation, frame

if TYPE_CHECKING:
    from uuid import UUID

    from answerable.agent.stopping import Stop

__all__ = ["Story", "as_event_stream", "as_json", "frames"]

Event = dict[str, Any]
MOST_RUNS = 16
"""Requests a process works on at once; others wait for their turn."""
LOOK_SECONDS = 0.5
"""How often a run looks whether it was cancelled in another process."""
HEARTBEAT_LOOKS = 20
"""Every ten seconds something is sent, so that nothing between here and the reader gives up."""

_log = logging.getLogger(__name__)
_runs = ThreadPoolExecutor(MOST_RUNS, thread_name_prefix="answering")


class Story:
    """The events of one request, from the thread that makes them to the one listener. The run begins at once."""

    def __init__(self, request_id: UUID, events: Iterator[Event], stop: Stop) -> None:
        self._request_id = request_id
        self._stop = stop
        self._told: deque[Event] = deque()
        self._ended = False
        self._lock = threading.Lock()
        self._wake: Callable[[], object] | None = None
        _runs.submit(self._run, events)

    async def events(self) -> AsyncIterator[Event | None]:
        """None now and then while nothing happens."""
        awake = self._listen()
        try:
            while True:
                awake.clear()
                while self._told:
                    yield self._told.popleft()
                if self._ended and not self._told:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(awake.wait(), LOOK_SECONDS)
                    continue
                await self._look()
                yield None
        finally:
            self._stop.stop()

    def _listen(self) -> asyncio.Event:
        awake, loop = asyncio.Event(), asyncio.get_running_loop()
        with self._lock:
            self._wake = lambda: loop.call_soon_threadsafe(awake.set)
        return awake

    async def _look(self) -> None:
        if await sync_to_async(is_cancelled)(self._request_id):
            self._stop.stop()

    def _run(self, events: Iterator[Event]) -> None:
        try:
            for event in events:
                self._told.append(event)
                self._tell()
        except Exception:  # noqa: BLE001 - the database may be gone; whoever listens is told that much
            _log.exception("Request %s could not be told to its end", self._request_id)
            self._told.extend((_broken(self._request_id), {"type": "done"}))
        finally:
            connections.close_all()
            self._ended = True
            self._tell()

    def _tell(self) -> None:
        with self._lock, suppress(RuntimeError):  # the listener's loop may be gone
            if self._wake:
                self._wake()


def _broken(request_id: UUID) -> Event:
    message, hint = "Something went wrong inside Answerable.", "The server's log has the details."
    error = {"code": "internal", "message": message, "user_message": f"{message} {hint}", "hint": hint}
    return {"type": "error", "request_id": str(request_id), "error": error}


def as_event_stream(story: Story) -> StreamingHttpResponse:
    response = StreamingHttpResponse(frames(story), content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def as_json(story: Story, approved: bool) -> StreamingHttpResponse:
    """One object, sent when the story is over."""
    return StreamingHttpResponse(_object(story, approved), content_type="application/json")


async def frames(story: Story, heartbeat_looks: int = HEARTBEAT_LOOKS) -> AsyncIterator[bytes]:
    """Each event, and a comment now and then where none comes."""
    silent = 0
    async for event in story.events():
        if event is not None:
            silent = 0
            yield frame(event)
            continue
        silent += 1
        if silent % heartbeat_looks == 0:
            yield b": still here\n\n"


async def _object(story: Story, approved: bool) -> AsyncIterator[bytes]:
    from answerable.answers import dumps

    told = [event async for event in story.events() if event is not None]
    yield dumps(confirmation(approved, told)).encode()
