"""A request is passed on once its body is here, so that one that never comes takes no place.

Bodies are bounded in time, each in bytes, and all together in bytes; larger ones wait in a temporary file.
"""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from answerable.web.intake.known_clients import person_of
from answerable.web.intake.refused_requests import Application, Message, Receive, Send, refuse

__all__ = ["WholeBodies"]

SILENT_SECONDS = 10.0
"""Without a single byte."""
FIRST_SECONDS = 20.0
"""For any body; a large one has longer, by its size."""
BYTES_PER_SECOND = 16 << 10
"""Slower clients are given up."""
IN_MEMORY = 1 << 20
UNCOUNTED = 64 << 10
"""Of each body: so small that the bound on connections bounds them too."""
MOST_OF_STRANGERS = 128 << 20
MOST_OF_ALL = 512 << 20
_PIECE = 256 << 10


class _Gone(Exception):
    """The client has gone; nobody is left to be answered."""


class _Refused(Exception):
    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class WholeBodies:
    def __init__(self, application: Application, most_bytes: int, cookie_name: str = "") -> None:
        self._application = application
        self._most = most_bytes
        self._cookie_name = cookie_name
        self._waiting = {True: 0, False: 0}
        """Bytes that are held, of known people and of strangers."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        announced = _announced(scope)
        if announced is None:
            await self._application(scope, receive, send)
            return
        if announced > self._most:
            await refuse(scope, send, 413, receive)
            return
        known = person_of(scope, self._cookie_name) is not None
        with SpooledTemporaryFile(IN_MEMORY) as body, self._counting(known) as count:
            try:
                await self._fill(body, receive, count)
                body.seek(0)
            except _Gone:
                return
            except _Refused as refused:
                await refuse(scope, send, refused.status, receive)
                return
            await self._application(scope, _replayed(body, receive), send)

    async def _fill(self, body: IO[bytes], receive: Receive, count: Callable[[int], None]) -> None:
        size = 0
        try:
            async for piece in _pieces(receive):
                size += len(piece)
                if size > self._most:
                    raise _Refused(413)
                count(size)
                body.write(piece)
        except OSError as error:
            raise _Refused(507 if error.errno == errno.ENOSPC else 503) from None

    @contextmanager
    def _counting(self, known: bool) -> Iterator[Callable[[int], None]]:
        """Takes the size of one body as it grows; it counts until the request has been answered."""
        counted = 0

        def count(size: int) -> None:
            nonlocal counted
            self._waiting[known] += _counted(size) - counted
            counted = _counted(size)
            if not self._has_room(known):
                raise _Refused(503)

        try:
            yield count
        finally:
            self._waiting[known] -= counted

    def _has_room(self, known: bool) -> bool:
        everything = self._waiting[True] + self._waiting[False]
        return everything <= MOST_OF_ALL and (known or self._waiting[False] <= MOST_OF_STRANGERS)


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    began, size, more = time.monotonic(), 0, True
    while more:
        left = began + FIRST_SECONDS + size / BYTES_PER_SECOND - time.monotonic()
        try:
            async with asyncio.timeout(max(0.0, min(SILENT_SECONDS, left))):
                message = await receive()
        except TimeoutError:
            raise _Refused(408) from None
        if message["type"] == "http.disconnect":
            raise _Gone
        piece = message.get("body", b"")
        more = message.get("more_body", False)
        size += len(piece)
        yield piece


def _replayed(body: IO[bytes], receive: Receive) -> Receive:
    """The body from where it is kept, then what the connection has to say: that the client has gone."""
    is_over = False

    async def replay() -> Message:
        nonlocal is_over
        if is_over:
            return await receive()
        piece = body.read(_PIECE)
        is_over = len(piece) < _PIECE
        return {"type": "http.request", "body": piece, "more_body": not is_over}

    return replay


def _announced(scope: Message) -> int | None:
    """The body's length as far as it was said, 0 where it comes in chunks; None where there is no body."""
    headers = dict(scope.get("headers", ()))
    if b"transfer-encoding" in headers:
        return 0
    length = headers.get(b"content-length", b"")
    return (int(length) or None) if length.isdigit() and len(length) < 20 else None


def _counted(size: int) -> int:
    return max(0, size - UNCOUNTED)
