"""Variables in the URL of a source: only those allowed, escaped, and never in clear text to another machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from answerable.kernel.errors import AnswerableError, Refused
from answerable.kernel.settings import Settings, mask
from answerable.sources import open_source
from answerable.sources.access.encrypted_hosts import require_tls
from answerable.sources.access.url_account import escape_account
from answerable.sources.access.url_variables import fill_variables
from tests.sources.servers import PASSWORD, Server

ALLOWED = Settings().source_variables


@pytest.mark.parametrize("name", ["SECRET_KEY", "HOME", "AWS_SECRET_ACCESS_KEY", "XSOURCE_A", "ANSWERABLE_DATABASE"])
def test_other_variables_are_refused_be_they_set_or_not(name: str) -> None:
    said = set()
    for environ in ({}, {name: "CANARY-value"}):
        with pytest.raises(Refused) as caught:
            fill_variables(f"postgresql://u:${{{name}}}@h/d", ALLOWED, environ)
        said.add(caught.value.line())
    assert len(said) == 1 and name in said.pop()


@pytest.mark.parametrize("name", ["SOURCE_PASSWORD", "ANSWERABLE_SOURCE_X", "PGPASS", "PGPASSWORD", "MYPASS"])
@pytest.mark.parametrize("password", ["p@ss", "a/b:c#d%e?f&g=h", "spaced out", "p%40", "ünï", "[x]"])
def test_any_password_comes_through(name: str, password: str) -> None:
    full = fill_variables(f"postgresql://u:${{{name}}}@h:5432/d", ALLOWED, {name: password})
    parts = urlsplit(full)
    assert (unquote(parts.password or ""), parts.hostname, parts.port) == (password, "h", 5432)


def test_a_star_alone_allows_nothing() -> None:
    with pytest.raises(Refused):
        fill_variables("mysql://u:${HOME}@h/d", "*", {"HOME": "CANARY-home"})


@pytest.mark.parametrize(
    ("url", "becomes"),
    [
        ("postgresql://u:p@db.example/d", "postgresql://u:p@db.example/d?sslmode=require"),
        ("postgresql://u:p@db.example/d?sslmode=verify-full", None),
        ("postgresql://u:p@localhost/d", None),
        ("postgresql://u:p@127.0.0.1:5432/d", None),
        ("postgresql://u:p@[::1]/d", None),
        ("postgresql://u:p@/d?host=/run/pg", None),
        ("postgresql://u:p@localhost/d?host=evil.example", "…?host=evil.example&sslmode=require"),
        ("postgresql://u:p@localhost/d?hostaddr=203.0.113.9", "…?hostaddr=203.0.113.9&sslmode=require"),
        ("postgresql://u:p@localhost,evil.example/d", "…?sslmode=require"),
        ("mysql://u:p@db.example/d", "mysql://u:p@db.example/d?require_tls=true"),
        ("mysql://u:p@db.example/d?require_tls=false", "…?require_tls=true"),
        ("mysql://u:p@db.example/d?unix_socket=/run/m.sock", None),
    ],
)
def test_tls_is_asked_for_beyond_this_machine(url: str, becomes: str | None) -> None:
    made = require_tls(urlsplit(url).scheme, url, "")
    wanted = becomes or url
    assert made.endswith(wanted.removeprefix("…"))
    assert require_tls(urlsplit(url).scheme, url, "db.example, evil.example,203.0.113.9") == url


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:p@db.example/d?sslmode=disable",
        "postgresql://u:p@db.example/d?sslmode=prefer",
        "postgresql://u:p@localhost/d?service=x&sslmode=allow",
        "oracle://u:p@db.example/d",
    ],
)
def test_clear_text_is_refused(url: str) -> None:
    with pytest.raises(Refused, match=r"not sent to .* in clear text"):
        require_tls(urlsplit(url).scheme, url, "")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:CANARY/pa@ss@h/d",
        "mysql://u:CANARY#p@h/d",
        "postgresql://u:CANARY@x?y@h:port/d",
        "postgresql://u@server:CANARY@h:port/d",
        "mysql://u:CANARY[@h:port/d",
        "mssql+pyodbc://u:CANARY@x@h:port/d",
    ],
)
def test_a_password_written_out_never_shows(url: str) -> None:
    assert "CANARY" not in mask(url)
    with pytest.raises(AnswerableError) as caught:
        open_source(url, Settings(connect_seconds=0.5))
    assert "CANARY" not in caught.value.line()


@pytest.mark.parametrize("url", ["postgresql://u:a b CANARY@h:port/d", "mysql://u:x /CANARY@h:port/d"])
def test_nor_does_one_with_blanks(url: str) -> None:
    with pytest.raises(AnswerableError) as caught:
        open_source(url, Settings(connect_seconds=0.5))
    assert "CANARY" not in caught.value.line()


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("postgresql://u:p@ss@h/d", ("u", "p@ss")),
        ("postgresql://u@server:p@h/d", ("u@server", "p")),
        ("postgresql://u:a:b%zz%40@h/d?x=c@d", ("u", "a:b%zz@")),
        ("postgresql://u:[x] y@h/d", ("u", "[x] y")),
        ("postgresql://u@h/d", ("u", "")),
        ("postgresql://h/d?x=a@b", ("", "")),
    ],
)
def test_what_was_typed_is_what_is_meant(typed: str, means: tuple[str, str]) -> None:
    parts = urlsplit(escape_account(typed))
    assert (unquote(parts.username or ""), unquote(parts.password or "")) == means
    assert parts.hostname == "h" and escape_account(escape_account(typed)) == escape_account(typed)


def test_references_are_filled_in_after_that() -> None:
    assert escape_account("mysql://${SOURCE_U}:${SOURCE_P}@h/d") == "mysql://${SOURCE_U}:${SOURCE_P}@h/d"


@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_server_without_tls_is_given_no_password(
    scheme: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that speaks the protocol as far as TLS is asked for, and says that it has none."""
    monkeypatch.setenv("SOURCE_P", "CANARY@:/#%x")
    heard = _heard_from(scheme, Settings(workspace=str(tmp_path)))
    assert b"known-user" not in heard and b"CANARY" not in heard
    assert b"known-user" in _heard_from(scheme, Settings(workspace=str(tmp_path), plaintext_hosts=FAR))


FAR = "127.1"
"""Leads here, but nobody sees by its name that it does."""


def _heard_from(scheme: str, settings: Settings) -> bytes:
    with _server_without_tls(scheme) as (port, heard), pytest.raises(AnswerableError) as caught:
        open_source(f"{scheme}://known-user:${{SOURCE_P}}@{FAR}:{port}/d", settings)
    assert "CANARY" not in caught.value.line()
    return b"".join(heard)


@contextmanager
def _server_without_tls(scheme: str) -> Iterator[tuple[int, list[bytes]]]:
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_converse, args=(listening, scheme, heard), daemon=True)
        thread.start()
        yield listening.getsockname()[1], heard
        listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def _converse(listening: socket.socket, scheme: str, heard: list[bytes]) -> None:
    with suppress(OSError):
        while True:
            peer, _address = listening.accept()
            with peer, suppress(OSError):
                peer.settimeout(5)
                if scheme == "mysql":
                    peer.sendall(_MYSQL_WITHOUT_TLS)
                while said := peer.recv(4096):
                    heard.append(said)
                    peer.sendall(b"N")


_CAPABILITIES = 0x00FFF7FF & ~0x0800
"""All but TLS."""
_MYSQL_GREETING = (
    b"\x0a8.0.30\0" + (7).to_bytes(4, "little") + b"saltsalt\0"
    + (_CAPABILITIES & 0xFFFF).to_bytes(2, "little") + b"\x21\x02\x00" + (_CAPABILITIES >> 16).to_bytes(2, "little")
    + b"\x15" + bytes(10) + b"saltsaltsalt\0" + b"mysql_native_password\0"
)  # fmt: skip
_MYSQL_WITHOUT_TLS = len(_MYSQL_GREETING).to_bytes(3, "little") + b"\0" + _MYSQL_GREETING


@pytest.mark.parametrize("engine", ["postgres", "mariadb"])
@pytest.mark.parametrize("scheme", ["", "sqlalchemy"])
def test_a_password_with_an_at_sign_may_be_typed_as_it_is(
    engine: str, scheme: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server: Server = request.getfixturevalue(f"{engine}_server")
    name, password = f"typed_{scheme or 'plain'}", "CANARY@p@:%zz"
    where = "" if engine == "postgres" else "@'%'"
    given = f"LOGIN PASSWORD '{password}'" if engine == "postgres" else f"IDENTIFIED BY '{password}'"
    server.execute(f"CREATE USER {name}{where} {given}", database=server.home)
    grant = "SELECT 1" if engine == "postgres" else f"GRANT SELECT ON *.* TO {name}{where}"
    server.execute(grant, database=server.home)
    database = server.home
    url = server.url(database, user=name, password=password)
    if scheme:
        url = url.replace("postgresql://", "postgresql+psycopg://").replace("mysql://", "mysql+pymysql://")
    with open_source(url, Settings(workspace=str(tmp_path))) as source:
        assert "CANARY" not in f"{source.name} {source.specs}"
    with pytest.raises(AnswerableError) as caught:
        open_source(url.replace("@p@", "@q@"), Settings(workspace=str(tmp_path)))
    assert "CANARY" not in caught.value.line() and "@q@" not in caught.value.line()


def test_a_real_server_takes_a_password_of_any_signs(
    postgres_server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setenv("SOURCE_PASSWORD", PASSWORD)
    url = postgres_server.url(postgres_server.home, password="${SOURCE_PASSWORD}")
    with open_source(url, Settings()) as source:
        assert source.dialect == "postgres"
    monkeypatch.setenv("SOURCE_PASSWORD", f"{PASSWORD}@wrong")
    with pytest.raises(AnswerableError) as caught:
        open_source(url, Settings())
    assert "CANARY" not in caught.value.line()
