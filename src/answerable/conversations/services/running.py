"""The runs of this process that can still be stopped: at once from here, soon from any other process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import DatabaseError, connections

from answerable.conversations.services.requests import cancelled_among

if TYPE_CHECKING:
    from answerable.agent.stopping import Stop

__all__ = ["keep_watch", "stop_running", "stoppable", "watch"]

EVERY_SECONDS = 0.5
"""How often a process looks whether one of its runs was cancelled in another."""

_stops: dict[UUID, Stop] = {}
_log = logging.getLogger(__name__)


@contextmanager
def stoppable(request_id: UUID, stop: Stop) -> Iterator[None]:
    _stops[request_id] = stop
    try:
        yield
    finally:
        _stops.pop(request_id, None)


def stop_running(request_id: UUID) -> None:
    """At once where it runs in this process; another process sees that the request was cancelled."""
    if stop := _stops.get(request_id):
        stop.stop()


def watch() -> None:
    """One look for all runs of this process."""
    for request_id in cancelled_among(list(_stops)):
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
