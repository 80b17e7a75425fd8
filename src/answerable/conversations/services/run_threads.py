"""The runs of this process that can still be stopped: at once from here, soon from any other process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import DatabaseError, connections

from answerable.conversations.services.open_requests import cancelled_among

if TYPE_CHECKING:
    from answerable.agent.context.cancellation import Stop

__all__ = ["keep_watch", "stop_running", "stoppable", "watch"]

EVERY_SECONDS = 0.5
"""How often a process looks whether one of its runs was cancelled in another."""

_running: dict[Stop, UUID] = {}
"""Whose request each of them ends. A request has two for a moment: it is approved before its question's run is over."""
_log = logging.getLogger(__name__)


@contextmanager
def stoppable(request_id: UUID, stop: Stop) -> Iterator[None]:
    _running[stop] = request_id
    try:
        yield
    finally:
        _running.pop(stop, None)


def stop_running(request_id: UUID) -> None:
    """At once where it runs in this process; another process sees that the request was cancelled."""
    for stop in [stop for stop, running in list(_running.items()) if running == request_id]:
        stop.stop()


def watch() -> None:
    """One look for all runs of this process."""
    for request_id in cancelled_among(list(_running.values())):
        stop_running(request_id)


def keep_watch() -> None:
    """For as long as the process lives."""
    pause = threading.Event()
    while not pause.wait(EVERY_SECONDS):
        try:
            watch()
        except DatabaseError:
            _log.exception("Looking for cancelled requests failed; it is tried again")
            connections.close_all()
