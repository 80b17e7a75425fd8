"""User and password of a URL as a person typed them: signs that have a meaning in URLs are escaped, for drivers do not
agree where a password ends."""

from __future__ import annotations

import re
from urllib.parse import quote

__all__ = ["escape_account"]

_AUTHORITY = re.compile(r"(?P<scheme>[A-Za-z][\w+.-]*://)(?P<account>[^/?#]*)@")
_ESCAPED = re.compile(r"(%[0-9A-Fa-f]{2}|\$\{\w+\})")
"""Or a reference to a variable, which is filled in later."""


def escape_account(url: str) -> str:
    """The account reaches to the last `@` of the authority, its password from the first `:` on. What is escaped
    already stays as it is."""
    found = _AUTHORITY.match(url)
    if not found:
        return url
    user, colon, password = found["account"].partition(":")
    rest = url[found.end("account") :]
    return f"{found['scheme']}{_escape(user)}{colon}{_escape(password)}{rest}"


def _escape(text: str) -> str:
    return "".join(
        piece if _ESCAPED.fullmatch(piece) else quote(piece, safe="!$&'()*+,;=", errors="surrogateescape")
        for piece in _ESCAPED.split(text)
    )
