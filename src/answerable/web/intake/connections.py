"""Time-outs and limits of connections, below the application.

A client that sends half a request, sends nothing, or does not read what it asked for holds nothing but a socket, and
that not for long. One address holds at most so many unfinished requests; a newer one closes the oldest.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["GuardedProtocol", "raise_open_files"]

HEADER_SECONDS = 10.0
"""From the first byte of a request, or from the connection's start, until its headers are complete."""
STALLED_SECONDS = 30.0
"""How long a client may leave a full send buffer unread."""
MOST_UNFINISHED = 64
"""Connections of one address whose request is not complete. A complete request arrives within milliseconds."""
MOST_CONNECTIONS = 800
"""Of one process. The oldest unfinished connection makes room."""
_OPEN_FILES = 4096


class _Registry:
    """The unfinished connections of this process, oldest first."""

    def __init__(self) -> None:
        self._by_address: dict[str, OrderedDict[GuardedProtocol, None]] = {}
        self._all: OrderedDict[GuardedProtocol, None] = OrderedDict()

    def add(self, connection: GuardedProtocol, is_proxy: bool) -> None:
        own = self._by_address.setdefault(connection.address, OrderedDict())
        own[connection] = self._all[connection] = None
        if len(own) > MOST_UNFINISHED and not is_proxy:
            next(iter(own)).abandon()

    def drop_oldest(self) -> None:
        if self._all:
            next(iter(self._all)).abandon()

    def remove(self, connection: GuardedProtocol) -> None:
        self._all.pop(connection, None)
        own = self._by_address.get(connection.address)
        if own is not None:
            own.pop(connection, None)
            if not own:
                del self._by_address[connection.address]


_unfinished = _Registry()


class GuardedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with a time-out for headers, one for readers, and a bound on unfinished requests."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.address = ""
        self._headers_due: asyncio.TimerHandle | None = None
        self._reading_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._await_headers()
        _unfinished.add(self, self._is_proxy)
        if len(self.connections) > MOST_CONNECTIONS:
            _unfinished.drop_oldest()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look_at_state()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look_at_state()

    def connection_lost(self, exc: Exception | None) -> None:
        _unfinished.remove(self)
        self._headers_due = self._without(self._headers_due)
        self._reading_due = self._without(self._reading_due)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reading_due is None:
            self._reading_due = self.loop.call_later(STALLED_SECONDS, self.abandon)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading_due = self._without(self._reading_due)

    def abandon(self) -> None:
        """Close at once; whatever waits for the rest of the request sees that the client has gone."""
        _unfinished.remove(self)
        self.transport.abort()

    @property
    def _is_proxy(self) -> bool:
        """Where a proxy is believed, its one address stands for many people."""
        return bool(self.config.proxy_headers)

    def _look_at_state(self) -> None:
        """After each piece: are the headers here, is the body?"""
        state = self.conn.their_state
        is_between = state is h11.IDLE
        if not is_between:
            self._headers_due = self._without(self._headers_due)
        elif self._headers_due is None and self.timeout_keep_alive_task is None and not self.transport.is_closing():
            self._await_headers()
        if state is h11.SEND_BODY or (is_between and self._headers_due is not None):
            if not self.transport.is_closing() and self not in _unfinished._all:
                _unfinished.add(self, self._is_proxy)
        else:
            _unfinished.remove(self)

    @staticmethod
    def _without(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
        """What stands for the timer once it is cancelled: nothing."""
        if timer is not None:
            timer.cancel()
        return None

    def _await_headers(self) -> None:
        self._headers_due = self.loop.call_later(HEADER_SECONDS, self.abandon)


def raise_open_files() -> None:
    """Each connection is an open file; many systems allow 1,024 unless a process asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
