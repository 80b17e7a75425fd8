"""Where the value of a `${VARIABLE}` may be sent: to this machine, over TLS, or to a host the operator has named."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from answerable.kernel.errors import Refused
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["REQUIRE_TLS", "require_tls"]

_POSTGRES_TLS = frozenset({"require", "verify-ca", "verify-full"})
_POSTGRES_ELSEWHERE = ("service", "servicefile")
"""Options by which a file of the server says where to connect."""
_ALWAYS_TLS = frozenset({"bigquery", "databricks", "snowflake"})
"""SQLAlchemy dialects that speak HTTPS and nothing else."""
REQUIRE_TLS = "require_tls"
"""The option that our own MySQL engine takes for it."""


def require_tls(scheme: str, url: str, plaintext_hosts: str) -> str:
    """The URL, with TLS asked for where its value must not travel without; `scheme` is the engine's own name. Raises
    Refused where the URL itself turns TLS off, or where nobody can tell."""
    trusted = {host.strip().casefold() for host in plaintext_hosts.split(",")}
    strange = [host for host in _hosts(scheme, url) if not _is_near(host) and host.casefold() not in trusted]
    if not strange:
        return url
    if scheme in ("postgresql", "postgres"):
        return _with_postgres_tls(url, strange[0])
    if scheme in ("mysql", "mariadb"):
        return _with_option(url, REQUIRE_TLS, "true")
    if scheme in _ALWAYS_TLS:
        return url
    raise _refusal(strange[0], msg("sources.encryption_unknown"))


def _hosts(scheme: str, url: str) -> list[str]:
    """All that the URL may lead to; libpq takes several, and options that go before the address."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    if scheme in ("mysql", "mariadb"):
        return ["/"] if options.get("unix_socket") else [parts.hostname or "localhost"]
    if scheme not in ("postgresql", "postgres"):
        return [parts.hostname or "an unnamed host"]
    if any(name in options for name in _POSTGRES_ELSEWHERE):
        return ["a host that a service file names"]
    authority = unquote(parts.netloc.rpartition("@")[2])
    given = [authority, options.get("host", ""), options.get("hostaddr", "")]
    return [_bare(host) for one in given for host in one.split(",")]


def _bare(host: str) -> str:
    """Without its port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _is_near(host: str) -> bool:
    """No host at all and a path are the local socket."""
    if not host or host.startswith(("/", "@")) or host.casefold() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _with_postgres_tls(url: str, host: str) -> str:
    options = dict(parse_qsl(urlsplit(url).query))
    mode = options.get("sslmode", "")
    if not mode:
        return _with_option(url, "sslmode", "require")
    if mode not in _POSTGRES_TLS:
        raise _refusal(host, msg("sources.sslmode_without_encryption", mode=mode))
    return url


def _with_option(url: str, name: str, value: str) -> str:
    parts = urlsplit(url)
    kept: Iterable[tuple[str, str]] = (pair for pair in parse_qsl(parts.query) if pair[0] != name)
    return parts._replace(query=urlencode([*kept, (name, value)])).geturl()


def _refusal(host: str, why: CodedMessage) -> Refused:
    return Refused(
        msg("sources.secret_in_clear_text", host=host, why=why),
        hint=msg("sources.use_tls"),
    )
