"""Values that surely hold no secret, told at one glance over all their text: most do not, and all that is written down
passes here."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import orjson

from answerable.kernel.secrets import registered_secrets
from answerable.sensitive.secret_shapes import NEEDLES

__all__ = ["is_surely_free"]

_LONGEST = 20_000
_MOST_PARTS = 30
"""Lists and objects; fewer than may be nested in each other."""
_TELLTALES = (*NEEDLES, "cookie", "credential")
"""Without one of these there is neither a known look nor a telling name."""


def is_surely_free(value: Any) -> bool:
    """False where it takes a closer look to say."""
    try:
        text = orjson.dumps(value).decode()
    except TypeError:
        return False
    if len(text) > _LONGEST or text.count("{") + text.count("[") > _MOST_PARTS:
        return False
    lowered = text.lower()
    return not any(telltale in lowered for telltale in _TELLTALES) and not _holds_confided(text)


def _holds_confided(text: str) -> bool:
    return any(map(text.__contains__, _in_json(registered_secrets())))


@lru_cache(maxsize=4)
def _in_json(secrets: frozenset[str]) -> tuple[str, ...]:
    return tuple({*secrets, *(json.dumps(secret, ensure_ascii=False)[1:-1] for secret in secrets)})
