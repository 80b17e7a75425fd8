"""The runs of this process that can still be stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from answerable.agent.stopping import Stop

__all__ = ["stop_running", "stoppable"]

_stops: dict[UUID, Stop] = {}


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
