"""A server on this machine that answers each request with the next scripted reply and keeps what it was sent.

The replies of OpenAI, Anthropic and Gemini are made by `wire.py`. Real sockets and threads: what client libraries do
over the wire is what is tested.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

__all__ = ["Received", "ScriptedReply", "ScriptedServer", "cut", "failing", "slow"]


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    seconds: float = 0.0
    """Before anything is sent."""
    cut_at: float = 1.0
    """Share of the body after which the connection breaks off."""


@dataclass(frozen=True, slots=True)
class Received:
    path: str
    headers: Mapping[str, str]
    body: Any
    """The JSON that was sent."""
    at: float
    """By the monotonic clock."""

    @property
    def text(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)


Script = Callable[[Received], ScriptedReply]


class ScriptedServer:
    """`replies` one after the other, the last again and again; or a function of the request."""

    def __init__(self, replies: Iterable[ScriptedReply] | Script) -> None:
        self.requests: list[Received] = []
        self.most_at_once = 0
        self._script = replies if callable(replies) else None
        self._replies = [] if callable(replies) else list(replies)
        self._lock = threading.Lock()
        self._running = 0
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def bodies(self) -> list[Any]:
        return [request.body for request in self.requests]

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next_reply(self, received: Received) -> ScriptedReply:
        with self._lock:
            self.requests.append(received)
            if self._script is None:
                return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        return self._script(received)

    def count(self, change: int) -> None:
        with self._lock:
            self._running += change
            self.most_at_once = max(self.most_at_once, self._running)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error here."""


def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length) or b"null")
            received = Received(self.path, dict(self.headers.items()), body, time.monotonic())
            server.count(1)
            try:
                self._send(server.next_reply(received))
            finally:
                server.count(-1)

        def _send(self, reply: ScriptedReply) -> None:
            time.sleep(reply.seconds)
            self.send_response(reply.status)
            headers = {"Content-Type": reply.content_type, "Content-Length": str(len(reply.body)), **reply.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body[: int(len(reply.body) * reply.cut_at)])
            if reply.cut_at < 1:
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: tests read what was received."""

    return Handler


def failing(status: int, message: str = "busy", retry_after: str | None = None, code: str = "") -> ScriptedReply:
    """An error in the shape that all three wire formats can be read from."""
    error = {"message": message, "type": "error", "code": code or status, "status": "ERROR"}
    headers = {"Retry-After": retry_after} if retry_after is not None else {}
    return ScriptedReply(json.dumps({"type": "error", "error": error}).encode(), status, headers)


def slow(seconds: float, reply: ScriptedReply) -> ScriptedReply:
    return replace(reply, seconds=seconds)


def cut(reply: ScriptedReply, at: float = 0.5) -> ScriptedReply:
    """The connection breaks off after that share of the body."""
    return replace(reply, cut_at=at)
