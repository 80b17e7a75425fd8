"""Secrets this process was given to use: values of ${VARIABLE} references, passwords of sources. No text that leaves
it may hold one, wherever an engine or a library repeats it."""

from __future__ import annotations

import re
import threading
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["confide", "confide_password", "hide", "registered_secrets"]

SHORTEST = 4
"""Characters; what is shorter cannot be told from ordinary text."""
LONG = 16
"""From so many on, a secret of letters and digits is found inside other words too."""
LONG_ENOUGH_IN_PIECES = 8
"""Bytes from which on what is left of it in base64 cannot be anything else."""
# fmt: off
NO_SECRETS = frozenset({
    "admin", "answerable", "duckdb", "false", "mariadb", "mysql", "none", "null", "password", "postgres", "postgresql",
    "root", "secret", "sqlite", "test", "true", "user",
})
# fmt: on
"""Words everybody guesses first: hiding them would hide nothing and spoil every text."""

_lock = threading.Lock()
_known: frozenset[str] = frozenset()
"""In every spelling."""
_encoded: frozenset[str] = frozenset()
"""Those of them that stand within other letters and digits, however short."""


def confide(secret: str) -> None:
    """From now on `hide` takes it out of every text, also as others write it in URLs, JSON, SQL and headers."""
    global _known, _encoded
    if len(secret) >= SHORTEST and secret.casefold() not in NO_SECRETS and secret not in _known:
        with _lock:
            _encoded |= set(_encodings(secret))
            _known |= {*_spellings(secret), *_encoded}


def _spellings(secret: str) -> Iterator[str]:
    import html
    import json
    from urllib.parse import quote, quote_plus

    yield secret
    for spelled in (
        quote(secret, safe="", errors="replace"),
        quote(secret, errors="replace"),
        quote_plus(secret, errors="replace"),
    ):
        yield from (spelled, re.sub("%..", lambda found: found[0].lower(), spelled))
    yield from (json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1])
    yield from (secret.replace("'", "''"), secret.replace("\\", "\\\\").replace("'", "\\'"), html.escape(secret))


def _encodings(secret: str) -> Iterator[str]:
    """Hexadecimal, and base64: what is the same of it wherever it stands in what was encoded, as `user:password` is in
    a header."""
    data = secret.encode(errors="surrogatepass")
    if len(data) < LONG_ENOUGH_IN_PIECES:
        return
    yield data.hex()
    for skipped in range(3):
        rest = data[skipped:]
        spelled = b64encode(rest).decode()[: len(rest) * 8 // 6]
        yield from (spelled, spelled.replace("+", "-").replace("/", "_"))


def confide_password(url: str) -> None:
    """The password of a URL, as written there and as meant."""
    from urllib.parse import unquote, urlsplit

    try:
        password = urlsplit(url).password or ""
    except ValueError:
        return
    confide(password)
    confide(unquote(password))


def registered_secrets() -> frozenset[str]:
    """In every spelling that `hide` knows."""
    return _known


def hide(text: str, mark: str) -> str:
    """The text with `mark` in place of every secret that was confided."""
    known = _known
    if not any(secret in text for secret in known):
        return text
    return _pattern(known, _encoded).sub(lambda found: found[0] if found["mark"] else mark, text)


@lru_cache(maxsize=4)
def _pattern(secrets: frozenset[str], encoded: frozenset[str]) -> re.Pattern[str]:
    """The longest first, for one may be part of another. What was taken out before is left as it is."""
    longest_first = sorted(secrets, key=lambda one: (-len(one), one))
    spelled = (re.escape(one) if one in encoded else _spelled(one) for one in longest_first)
    return re.compile("|".join([r"(?P<mark>\[redacted: [a-z ]{1,20}\])", *spelled]))


def _spelled(secret: str) -> str:
    escaped = re.escape(secret)
    return rf"(?<!\w){escaped}(?!\w)" if secret.isalnum() and len(secret) < LONG else escaped
