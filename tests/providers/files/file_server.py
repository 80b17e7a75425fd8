"""A server of one file: whole or from a byte on, as its script says."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["FileServer", "serve_file"]


@dataclass
class FileServer:
    data: bytes
    cuts: list[float]
    """One a request: the share of what is left after which the connection breaks off; then no more cuts."""
    heeds_ranges: bool = True
    status: int = 0
    """Of every reply, where it is an error."""
    url: str = ""
    ranges: list[str] = field(default_factory=list)
    """That were asked for."""

    def reply(self, handler: BaseHTTPRequestHandler) -> None:
        asked = handler.headers.get("Range", "")
        self.ranges.append(asked)
        if self.status:
            handler.send_error(self.status)
            return
        begin = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and self.heeds_ranges else 0
        body = self.data[begin:]
        handler.send_response(206 if begin else 200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        share = self.cuts.pop(0) if self.cuts else 1.0
        handler.wfile.write(body[: int(len(body) * share)])
        if share < 1:
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no error here."""


@contextmanager
def serve_file(
    data: bytes, cuts: Iterable[float] = (), *, heeds_ranges: bool = True, status: int = 0
) -> Iterator[FileServer]:
    served = FileServer(data, list(cuts), heeds_ranges, status)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.reply(self)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_address[1]}/model.gguf"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
