"""The log of errors stays small, and what strangers send leaves at most a line in it."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import SuspiciousOperation

from answerable import sample
from answerable.web import rotating_log
from answerable.web.rotating_log import LINES_A_MINUTE, NoiseFilter, RotatingLog
from tests.web.serving import Server, serving

NOISE = [
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /wp-admin/setup.php HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%ff%fe%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 5\r\n\r\n\xff\xfe{{{",
    b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    b"Content-Length: 9\r\n\r\n--x\r\nabcd",
    b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\nab",
    b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Cookie: csrftoken=\xff\xfe; sessionid=\xff\r\nContent-Length: 6\r\n\r\n%ff=%0",
    b"BREW /pot HTCPCP/1.0\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


def test_what_strangers_send_is_never_a_traceback_and_rarely_a_line(tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    with serving(tmp_path, "--source", "shop.db") as server:
        for _ in range(10):
            for request in NOISE:
                _send(server, request)
    log = tmp_path / ".answerable" / "logs" / "errors.log"
    lines = log.read_text().splitlines() if log.exists() else []
    assert len(lines) <= LINES_A_MINUTE * 2
    assert not [line for line in lines if line.startswith((" ", "Traceback"))], lines


def _send(server: Server, request: bytes) -> None:
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=30) as connection:
        connection.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass


def test_the_log_is_rotated_and_old_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotating_log, "MOST_BYTES", 1_000)
    logs = [RotatingLog(tmp_path / "errors.log", delay=True) for _ in range(2)]  # as of two processes
    for number in range(400):
        logs[number % 2].emit(_record(f"line {number} " + "x" * 40))
    files = sorted(tmp_path.glob("errors.log*"))
    assert len(files) == 1 + rotating_log.OLD_FILES
    assert max(file.stat().st_size for file in files) < 1_100
    assert "line 399" in (tmp_path / "errors.log").read_text()
    for log in logs:
        log.close()


def test_noise_is_one_line_and_the_rest_is_counted() -> None:
    time = [0.0]
    noise = NoiseFilter(lambda: time[0])
    shown = [record for number in range(100) if noise.filter(record := _noise(f"bad\nthing {number}"))]
    assert len(shown) == LINES_A_MINUTE
    assert {record.exc_info for record in shown} == {None}
    assert "\n" not in shown[0].getMessage()
    time[0] = 61.0
    later = _noise("once more")
    assert noise.filter(later)
    assert later.getMessage() == f"once more ({100 - LINES_A_MINUTE} more were left out)"


def _noise(message: str) -> logging.LogRecord:
    error = SuspiciousOperation("x")
    return _record(message, (type(error), error, None))


def _record(message: str, exc_info: object = None) -> logging.LogRecord:
    return logging.LogRecord("django.request", logging.ERROR, "", 0, message, (), exc_info)  # type: ignore[arg-type]
