"""The two streams that `benchmarks.streaming` compares, as views of the web door. `uvicorn` serves `application`.

Ours makes each event's text and hands it from the run's thread to the stream; the bare one sends the same text, made
before, event by event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import path

from answerable.agent.stopping import Stop
from answerable.web.asgi import application

# isort: split
from answerable.web.api.events import frames  # Django has to be set up first
from answerable.web.api.streaming import Story, as_event_stream

__all__ = ["application"]

EVENTS = 20_000

_told: list[dict[str, Any]] = [
    {"type": "status", "status": "executing", "message": f"Reading rows, {number:,} so far", "share": number / EVENTS}
    for number in range(EVENTS)
]
_frames = [frames([event]) for event in _told]


def ours(request: HttpRequest) -> StreamingHttpResponse:
    return as_event_stream(Story(iter(_told), Stop()))


async def bare(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(_bare(), content_type="text/event-stream")


async def _bare() -> AsyncIterator[bytes]:
    for sent in _frames:
        yield sent


urlpatterns = [path("ours", ours), path("bare", bare)]
settings.ROOT_URLCONF = __name__
