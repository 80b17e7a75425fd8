"""The two streams that `benchmarks.streaming` compares, as views of the web interface. `uvicorn` serves `application`.

Ours makes each event's text and hands it from the run's thread to the stream; the bare one sends the same text, made
before, event by event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import path

from answerable.agent.context.cancellation import Stop
from answerable.web.asgi import application

# isort: split
from answerable.conversations.chat_events import SendEvent, StatusReported
from answerable.web.api.event_json import frames  # Django has to be set up first
from answerable.web.api.event_stream import EventStream, as_event_stream

__all__ = ["application"]

EVENTS = 20_000

_events = [StatusReported("executing", f"Reading rows, {number:,} so far", number / EVENTS) for number in range(EVENTS)]
_frames = [frames([event]) for event in _events]


def ours(request: HttpRequest) -> StreamingHttpResponse:
    return as_event_stream(EventStream(_send_all, Stop()))


def _send_all(send: SendEvent) -> None:
    for event in _events:
        send(event)


async def bare(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(_bare(), content_type="text/event-stream")


async def _bare() -> AsyncIterator[bytes]:
    for sent in _frames:
        yield sent


urlpatterns = [path("ours", ours), path("bare", bare)]
settings.ROOT_URLCONF = __name__
