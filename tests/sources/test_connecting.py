"""Reaching servers within a bound."""

from __future__ import annotations

import threading

import pytest

from answerable.kernel.errors import MissingExtra, QueryFailed, SourceUnavailable
from answerable.sources.connect import import_driver, sendable, server_at, within, without_secret


class Line:
    """A connection that says when it is closed."""

    def __init__(self) -> None:
        self.closed = threading.Event()

    def close(self) -> None:
        self.closed.set()


def test_quick_connection_is_given() -> None:
    line = Line()
    assert within(60.0, "it", lambda: line) is line and not line.closed.is_set()


def test_error_of_the_driver_is_raised() -> None:
    def refuse() -> Line:
        raise ConnectionRefusedError("no")

    with pytest.raises(ConnectionRefusedError):
        within(60.0, "it", refuse)


def test_late_connection_is_closed() -> None:
    line, go = Line(), threading.Event()

    def slow() -> Line:
        go.wait()
        return line

    with pytest.raises(SourceUnavailable, match=r"it did not answer within 0\.05 s"):
        within(0.05, "it", slow)
    go.set()
    assert line.closed.wait(60)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("x://me:p%40ss@host:5/db", "X at host:5"),
        ("x://me:p@ss/word@host/db?a=b", "X at host"),
        ("x:///db", "X at the local socket"),
        ("x://[::1/db", "X at [::1"),
    ],
)
def test_server_is_named_without_user_and_password(url: str, name: str) -> None:
    assert server_at("X", url) == name


@pytest.mark.parametrize("secret", ["CANARY-hunter2", "p%40ss", "p@ss/word"])
def test_secret_is_gone_in_either_spelling(secret: str) -> None:
    told = without_secret(f"no {secret}\nnor p@ss", f"x://me:{secret}@host/db")
    assert secret not in told and "\n" not in told


def test_missing_driver_names_its_extra() -> None:
    with pytest.raises(MissingExtra, match="'no_such_driver' is not installed") as missing:
        import_driver("no_such_driver", "postgres")
    assert "pip install 'answerable[postgres]'" in missing.value.hint


@pytest.mark.parametrize("sql", ["SELECT '\0'", "SELECT '\ud800'"])
def test_text_no_driver_sends_whole_is_refused(sql: str) -> None:
    with pytest.raises(QueryFailed):
        sendable(sql)
