"""`${VARIABLE}` references in the URL of a source: which may be named, and how their values are put there."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from urllib.parse import quote

from answerable.kernel.errors import Refused
from answerable.kernel.messages import msg
from answerable.kernel.settings import REFERENCE, expand_secret

__all__ = ["fill_variables", "has_variables"]


def has_variables(url: str) -> bool:
    return REFERENCE.search(url) is not None


def fill_variables(url: str, allowed: str, environ: Mapping[str, str] | None = None) -> str:
    """The URL with the values of variables that `allowed` (as the setting `source_variables` has it) lets it name,
    escaped: a password may hold any character. One that may not be named is refused, be it set or not."""
    environ = os.environ if environ is None else environ
    for name in REFERENCE.findall(url):
        if not is_allowed(name, allowed):
            raise Refused(
                msg("sources.variable_not_allowed", name=name),
                hint=msg("sources.allowed_variables", allowed=allowed or msg("common.none")),
            )
    return expand_secret(url, environ, escape=_escaped)


def is_allowed(name: str, allowed: str) -> bool:
    patterns = (pattern.strip() for pattern in allowed.split(","))
    return any(name == one or (one.endswith("*") and name.startswith(one[:-1])) for one in patterns if one != "*")


def _escaped(value: str) -> str:
    """As it must be in any part of a URL; in a bare host name or number nothing is changed."""
    return value if re.fullmatch(r"[\w.-]*", value, re.ASCII) else quote(value, safe="", errors="surrogateescape")
