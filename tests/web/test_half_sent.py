"""Who sends half a request, or does not read the answer, keeps nobody else from being served."""

from __future__ import annotations

import socket
import time
from contextlib import closing
from urllib.parse import urlsplit

import httpx
import pytest

from tests.web.asking import Asker
from tests.web.half_sent import HALF_SENT, closed_by_server, held
from tests.web.serving import Server

_SECOND = 1.0


@pytest.mark.parametrize("kind", HALF_SENT)
@pytest.mark.parametrize("count", [50, 200])
def test_the_site_answers_within_a_second_beside(kind: str, count: int, shop_server: Server, owner: Asker) -> None:
    sent = HALF_SENT[kind]
    if b"VEGA" in sent:
        sent = sent.replace(b"/assets/VEGA", _large_file(shop_server))
    with held(shop_server.url, sent, count), closing(shop_server.visitor()) as stranger:
        time.sleep(1 if b"/assets/" in sent else 0)
        for client, path in ((stranger, "/sign-in/"), (stranger, "/api/health"), (owner.client, "/api/sources")):
            began = time.monotonic()
            answer = client.get(path)
            took = time.monotonic() - began
            assert answer.status_code == 200, (path, answer.text)
            assert took < _SECOND, (path, took)


def test_the_oldest_half_sent_requests_of_an_address_are_closed(shop_server: Server) -> None:
    with held(shop_server.url, HALF_SENT["no body"], 80) as sockets:
        sockets[0].settimeout(5)
        assert closed_by_server(sockets[0])
        sockets[-1].settimeout(0.5)
        assert not closed_by_server(sockets[-1])


@pytest.mark.parametrize("kind", ["half a line", "no end of headers", "no body", "chunks without end"])
def test_a_request_that_does_not_go_on_is_ended(kind: str, shop_server: Server) -> None:
    with held(shop_server.url, HALF_SENT[kind], 1) as (one,):
        assert closed_by_server(one)


def test_a_body_that_comes_byte_by_byte_is_still_read(shop_server: Server, owner: Asker) -> None:
    body = b'{"name": "slow"}'
    with _connected(shop_server) as connection:
        head = "POST /api/tokens HTTP/1.1\r\nHost: localhost\r\n"
        head += f"Authorization: {owner.client.headers['Authorization']}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode())
        for byte in body:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 20")


def test_seventy_megabytes_are_too_many_at_once(shop_server: Server) -> None:
    with _connected(shop_server) as connection:
        connection.sendall(b"POST /api/sources/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 73400320\r\n\r\n")
        began = time.monotonic()
        said = connection.recv(65_536)
        while b"}}" not in said:
            said += connection.recv(65_536)
    assert said.startswith(b"HTTP/1.1 413") and b'"code": "too_large"' in said
    assert time.monotonic() - began < _SECOND


@pytest.mark.parametrize("path", ["/api/sources/upload", "/sign-in/"])
def test_seventy_megabytes_are_refused_however_they_are_sent(path: str, shop_server: Server) -> None:
    piece = b"x" * (1 << 20)
    with closing(shop_server.visitor()) as visitor:
        whole = visitor.post(path, content=piece * 70)
        in_chunks = visitor.post(path, content=(piece for _ in range(70)))
    assert (whole.status_code, in_chunks.status_code) == (413, 413)
    assert _is_json(whole) == _is_json(in_chunks) == path.startswith("/api")


def _large_file(server: Server) -> bytes:
    with closing(server.visitor()) as visitor:
        path = visitor.get("/assets/vega.js").headers["Location"]
        assert len(visitor.get(path).content) > 500_000  # made when it is first asked for
        return path.encode()


def _is_json(answer: httpx.Response) -> bool:
    return answer.headers["content-type"] == "application/json" and "error" in answer.json()


def _connected(server: Server) -> socket.socket:
    place = urlsplit(server.url)
    return socket.create_connection((place.hostname, place.port), timeout=30)
