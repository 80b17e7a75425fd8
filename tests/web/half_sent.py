"""Clients that begin a request and do not go on, over real sockets."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

__all__ = ["HALF_SENT", "closed_by_server", "held"]

HALF_SENT = {
    "nothing": b"",
    "half a line": b"GET /sign",
    "no end of headers": b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\nX-More: ",
    "no body": b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
    "half a body": b"POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 1000\r\n\r\n{"message": "how',
    "chunks without end": b"POST /api/chat HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
    b"\r\n5\r\nhello\r\n",
    "nobody reads": b"GET /assets/VEGA HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@contextmanager
def held(url: str, sent: bytes, count: int) -> Iterator[list[socket.socket]]:
    """So many connections that each sent this and wait."""
    place = urlsplit(url)
    with ExitStack() as stack:
        sockets = []
        for _ in range(count):
            connection = stack.enter_context(socket.create_connection((place.hostname, place.port), timeout=30))
            connection.sendall(sent)
            sockets.append(connection)
        yield sockets


def closed_by_server(connection: socket.socket) -> bool:
    """Reads until the end; False where it does not come within the socket's time-out."""
    try:
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
