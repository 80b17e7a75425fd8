"""A MySQL or MariaDB server as its URL names it: connections, and why there is none."""

from __future__ import annotations

import re
import ssl
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pymysql
from pymysql.converters import encoders

from answerable.kernel.errors import BadSource, MissingExtra, SourceUnavailable
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import mask
from answerable.sources.access.encrypted_hosts import REQUIRE_TLS
from answerable.sources.connect import server_at, within, without_secret

if TYPE_CHECKING:
    from pymysql.cursors import SSCursor

    Connection = pymysql.Connection[SSCursor]

__all__ = ["DRIVER_ERRORS", "MySQLServer", "code_and_words", "is_working", "plain_mode", "product_of", "time_limit"]

DRIVER_ERRORS = (pymysql.err.MySQLError, OSError, struct.error, IndexError)
"""The last two are what PyMySQL makes of a server that speaks something else."""


_NO_DECODERS: Any = encoders
"""What PyMySQL is given as its converters: values stay the text they came as."""


def _is_yes(word: str) -> bool:
    return word.lower() in ("1", "true", "yes")


_URL_OPTIONS: dict[str, Callable[[str], object]] = {
    "unix_socket": str,
    "ssl_ca": str,
    "ssl_cert": str,
    "ssl_key": str,
    "ssl_verify_cert": _is_yes,
    "ssl_verify_identity": _is_yes,
}


class MySQLServer:
    def __init__(self, url: str) -> None:
        self._url = url
        self.name = server_at("MySQL or MariaDB", url)
        self._address = _address(url)
        self.database: str | None = self._address["database"]

    def connect(self, seconds: float) -> Connection:
        try:
            return within(seconds, self.name, lambda: self._dial(seconds))
        except DRIVER_ERRORS as error:
            raise self._unavailable(error) from None
        except RuntimeError:  # PyMySQL's way to say that a password scheme needs another package
            raise MissingExtra(msg("sources.cryptography_missing"), hint=msg("sources.run_pip_install_mysql")) from None

    def _dial(self, seconds: float) -> Connection:
        connection = pymysql.connect(
            **self._address,
            charset="utf8mb4",
            conv=_NO_DECODERS,
            cursorclass=pymysql.cursors.SSCursor,
            connect_timeout=max(1, round(seconds)),
            local_infile=False,
            autocommit=True,
            program_name="answerable",
        )
        self._settle_tls(connection)
        return connection

    def _settle_tls(self, connection: Any) -> None:
        """Later connections are encrypted as the first was, with its context: making one up anew costs 25 ms."""
        if connection.unix_socket or "ssl" in self._address or "ssl_disabled" in self._address:
            return
        is_encrypted = isinstance(connection._sock, ssl.SSLSocket)
        plain = {name: value for name, value in self._address.items() if not name.startswith("ssl_")}
        self._address = plain | ({"ssl": connection.ctx} if is_encrypted else {"ssl_disabled": True})

    def _unavailable(self, error: Exception) -> SourceUnavailable:
        code, said = code_and_words(error)
        return SourceUnavailable(
            msg("sources.server_not_opened", server=self.name, reason=without_secret(said, self._url)),
            hint=_advice(code, said),
        )


def _address(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        where = {"host": parts.hostname or "localhost", "port": parts.port or 3306}
    except ValueError:
        raise BadSource(msg("sources.url_unreadable", url=mask(url)), hint=msg("sources.write_mysql_url")) from None
    who = {"user": unquote(parts.username or ""), "password": unquote(parts.password or "").encode()}
    return where | who | {"database": unquote(parts.path.lstrip("/")) or None} | _options(parts.query)


def _options(query: str) -> dict[str, object]:
    """Where TLS is required, a server without it is given nothing. `charset` is let pass because other tools write it:
    ours is utf8mb4. Who names an authority wants it asked."""
    given = dict(parse_qsl(query))
    is_required = given.pop(REQUIRE_TLS, "") == "true"
    if unknown := sorted(given.keys() - _URL_OPTIONS.keys() - {"charset"}):
        known = ", ".join(sorted(_URL_OPTIONS))
        raise BadSource(msg("sources.unknown_url_option", option=unknown[0]), hint=msg("common.known", known=known))
    options = {name: _URL_OPTIONS[name](value) for name, value in given.items() if name in _URL_OPTIONS}
    if "ssl_ca" in options:
        return {"ssl_verify_cert": True} | options
    is_asked = any(options.get(name) for name in options if name.startswith("ssl_"))
    return options | {"ssl": {"verify_mode": False}} if is_required and not is_asked else options


def product_of(connection: Any) -> str:
    return "MariaDB" if "mariadb" in connection.get_server_info().lower() else "MySQL"


def time_limit(connection: Any, seconds: float) -> str:
    """The assignment by which the server stops a statement by itself."""
    if product_of(connection) == "MariaDB":
        return f"max_statement_time = {seconds:.3f}"
    return f"max_execution_time = {round(seconds * 1000)}"


_OTHER_GRAMMARS = frozenset(
    [
        "ANSI",
        "ANSI_QUOTES",
        "DB2",
        "HIGH_NOT_PRECEDENCE",
        "IGNORE_SPACE",
        "MAXDB",
        "MSSQL",
        "MYSQL323",
        "MYSQL40",
        "NO_BACKSLASH_ESCAPES",
        "ORACLE",
        "PIPES_AS_CONCAT",
        "POSTGRESQL",
        "REAL_AS_FLOAT",
    ]
)


def plain_mode(mode: str) -> str:
    """The server's sql_mode without the words by which the same text would be read in another way than it was judged.

    What makes the server strict, or lenient, stays as its operator set it."""
    return ",".join(word for word in mode.split(",") if re.fullmatch(r"\w+", word) and word not in _OTHER_GRAMMARS)


def is_working(cursor: Any, number: int) -> bool:
    """Whether the server still has a thread for that connection, killed or not."""
    cursor.execute(f"SELECT COUNT(*) FROM information_schema.processlist WHERE id = {number:d}")
    return bool(cursor.fetchall()[0][0])


def code_and_words(error: Exception) -> tuple[int, str]:
    """The server's or driver's number, 0 where there is none, and its message."""
    if len(error.args) >= 2 and isinstance(error.args[0], int):
        return error.args[0], str(error.args[1])
    return 0, str(error)


def _advice(code: int, said: str) -> CodedMessage:
    if code in (1045, 1698):
        return msg("sources.check_account")
    if code in (1044, 1049):
        return msg("sources.check_database_name")
    if "Name or service" in said or "getaddrinfo" in said or "resolution" in said:
        return msg("sources.check_host_name")
    return msg("sources.check_host_and_port")
