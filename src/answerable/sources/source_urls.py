"""URLs a person gave: which engine they ask for, secrets filled in for the worker and masked for everybody else."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from answerable.kernel.errors import BadSource, MissingExtra, Refused
from answerable.kernel.messages import msg
from answerable.kernel.secrets import confide_password
from answerable.kernel.settings import Settings, mask
from answerable.sources.access.encrypted_hosts import require_tls
from answerable.sources.access.source_files import FileAccess
from answerable.sources.access.url_account import escape_account
from answerable.sources.access.url_variables import fill_variables, has_variables
from answerable.sources.file_paths import locate_paths
from answerable.sources.registry import FILE_SCHEMES, SCHEMES, SPARK_SCHEME, Scheme, scheme_of
from answerable.sources.source_target import Target
from answerable.sources.worker.worker_process import EngineSpec

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

__all__ = ["is_url", "locate_url"]

_SERVER_GRACE_SECONDS = 2.5
"""A server is told to stop by another connection, which has to be made first. Who is killed before tells it nothing,
and the query runs on there until its own limit."""
_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")


def is_url(spec: str) -> bool:
    return _URL.match(spec) is not None


def locate_url(url: str, settings: Settings, folder: Path, cache: Path) -> Target:
    found = _URL.match(url)
    name = found["scheme"].casefold() if found else ""
    if name.split("+")[0] in FILE_SCHEMES:
        return _file(name, url, settings, folder, cache)
    if name == SPARK_SCHEME:
        raise MissingExtra(
            msg("sources.no_spark"),
            hint=msg("sources.spark_will_come"),
        )
    scheme = scheme_of(name.split("+")[0])
    if scheme:
        return _server(scheme, url, settings)
    return _sqlalchemy(name, url, settings, folder)


def _file(name: str, url: str, settings: Settings, folder: Path, cache: Path) -> Target:
    """Three slashes before a relative path, four before an absolute one, as SQLAlchemy writes it."""
    rest = url.split("://", 1)[1].split("?", 1)[0]
    path = unquote(rest[1:] if rest.startswith("/") else rest)
    if path.casefold().startswith("file:"):
        raise BadSource(msg("sources.file_address"), hint=msg("sources.write_path_url", scheme=name))
    if not path or path == ":memory:":
        raise BadSource(msg("sources.url_without_file", url=mask(url)), hint=msg("sources.write_path_url", scheme=name))
    return locate_paths([path], settings, folder, cache)


def _server(scheme: Scheme, url: str, settings: Settings) -> Target:
    if importlib.util.find_spec(scheme.driver) is None:
        raise MissingExtra(
            msg("sources.driver_for_missing", scheme=scheme.names[0]),
            hint=msg("common.pip_install_extra", extra=scheme.extra),
        )
    return replace(_target(scheme.factory, url, settings), grace_seconds=_SERVER_GRACE_SECONDS)


def _sqlalchemy(name: str, url: str, settings: Settings, folder: Path) -> Target:
    """Any URL that an installed SQLAlchemy dialect knows. Some of these open files: what could be a path is looked at
    like one."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError

    try:
        made = make_url(escape_account(fill_variables(url, settings.source_variables)))
        _demand_files(made, settings, folder)
        made.get_dialect().import_dbapi()
    except NoSuchModuleError:
        known = ", ".join([*FILE_SCHEMES, *(each for scheme in SCHEMES for each in scheme.names), SPARK_SCHEME])
        raise BadSource(
            msg("sources.unknown_scheme", scheme=name), hint=msg("sources.known_schemes", known=known)
        ) from None
    except (ArgumentError, ValueError):
        raise _invalid(url) from None
    except ImportError as error:
        raise MissingExtra(
            msg("sources.driver_for_url_missing", scheme=name),
            hint=msg("sources.pip_install", package=error.name or name),
        ) from None
    return _target("answerable.sources.sqlalchemy_url.engine:SQLAlchemyEngine", url, settings)


def _demand_files(url: URL, settings: Settings, folder: Path) -> None:
    access = FileAccess.of(settings, folder)
    if not url.host and access.root is not None:
        raise Refused(msg("sources.url_without_host", scheme=url.drivername), hint=msg("sources.only_servers_opened"))
    options = (text for value in url.query.values() for text in ([value] if isinstance(value, str) else value))
    for text in filter(None, (url.database, *options)):
        for path in (text, text.removeprefix("file:")):
            access.state.refuse(folder / Path(path), url.drivername)


def _target(factory: str, url: str, settings: Settings) -> Target:
    full = _filled(url, settings)
    confide_password(full)
    try:
        parts = urlsplit(full)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise _invalid(url) from None
    database = parts.path.strip("/")
    spec = EngineSpec(factory, {"url": full, "connect_seconds": settings.connect_seconds})
    return Target(f"{database}@{host}" if host else mask(full), spec, mask(full), settings.connect_seconds)


def _filled(url: str, settings: Settings) -> str:
    """With the values of its variables, which are then only sent where nobody else can read them."""
    full = escape_account(fill_variables(url, settings.source_variables))
    if not has_variables(url):
        return full
    try:
        return require_tls(urlsplit(full).scheme.split("+")[0], full, settings.plaintext_hosts)
    except ValueError:
        raise _invalid(url) from None


def _invalid(url: str) -> BadSource:
    # A password that ends nowhere may hold blanks, at which a mask would stop.
    return BadSource(
        msg("sources.invalid_url", url=mask("".join(escape_account(url).split()))),
        hint=msg("sources.write_full_url"),
    )
