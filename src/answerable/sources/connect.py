"""Reaching a server within a bound, and saying in one line, without its secrets, why it could not be reached."""

from __future__ import annotations

import importlib
import re
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Generic, Protocol, TypeVar
from urllib.parse import unquote

from answerable.kernel.errors import MissingExtra, QueryFailed, SourceUnavailable, one_line
from answerable.kernel.messages import msg

__all__ = ["BACKUP_SECONDS", "becomes_true", "import_driver", "sendable", "server_at", "within", "without_secret"]

BACKUP_SECONDS = 0.5
"""How long after our own limit a server stops a query by itself, should nobody be left to tell it."""


_LOOK_SECONDS = 0.1


class _Closable(Protocol):
    def close(self) -> None: ...


Opened = TypeVar("Opened", bound=_Closable)


def within(seconds: float, server: str, connect: Callable[[], Opened]) -> Opened:
    """What `connect` gives or raises; names that resolve slowly and servers that accept and then say nothing included.

    A connection that comes too late is closed by the thread that made it."""
    attempt = _Attempt(connect)
    attempt.start()
    attempt.join(seconds)
    made = attempt.outcome()
    if made is None:
        raise SourceUnavailable(
            msg("sources.server_timed_out", server=server, seconds=seconds), hint=msg("sources.check_host")
        )
    return made


def becomes_true(look: Callable[[], bool], seconds: float) -> bool:
    """Whether it does within so many seconds; looked at again and again."""
    ends = time.monotonic() + seconds
    while not look():
        if time.monotonic() >= ends:
            return False
        time.sleep(_LOOK_SECONDS)
    return True


class _Attempt(threading.Thread, Generic[Opened]):
    def __init__(self, connect: Callable[[], Opened]) -> None:
        super().__init__(daemon=True)
        self._connect = connect
        self._handing_over = threading.Lock()
        self._given_up = False
        self._made: Opened | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            made = self._connect()
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self._error = error
            return
        with self._handing_over:
            self._made = made
            is_late = self._given_up
        if is_late:
            made.close()

    def outcome(self) -> Opened | None:
        with self._handing_over:
            self._given_up = True
            if self._error is not None:
                raise self._error
            return self._made


def server_at(product: str, url: str) -> str:
    """`PostgreSQL at host:port`, the name by which messages speak of a server. Any text is a URL here."""
    authority = re.split("[/?#]", url.partition("://")[2].rpartition("@")[2])[0]
    return f"{product} at {authority or 'the local socket'}"


def without_secret(text: str, url: str) -> str:
    """A driver's message as one line without its full stop, the URL's password gone from it in either spelling."""
    found = re.search(r"://[^:/@]*:(.*)@", url)
    secret = found.group(1) if found else ""
    for spelling in {secret, unquote(secret)} - {""}:
        text = text.replace(spelling, "***")
    return one_line(text).rstrip(".")


def import_driver(module: str, extra: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtra(
            msg("sources.driver_missing", module=module), hint=msg("sources.run_pip_install_extra", extra=extra)
        ) from None


def sendable(sql: str) -> str:
    """The text itself, if a driver sends exactly it: one cuts at a NUL, and half a surrogate pair has no bytes."""
    if "\0" in sql:
        raise QueryFailed(
            msg("sources.nul_byte_in_sql", position=sql.index(chr(0))),
            category="sql_syntax",
            hint=msg("sources.remove_it"),
        )
    if any("\ud800" <= character <= "\udfff" for character in sql):
        raise QueryFailed(msg("sources.invalid_unicode_in_sql"), category="sql_syntax", hint=msg("sources.remove_it"))
    return sql
