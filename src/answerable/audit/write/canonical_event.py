"""What an event says, as the one JSON text that is hashed.

Whoever reads the text and writes it again by `json.dumps(…, sort_keys=True)` must get the same bytes: that is how a log
is checked. Most values are such that this holds at once; keys that are no text, halves of characters and what JSON has
no word for are put right first.
"""

from __future__ import annotations

import json
import json.encoder
import math
from collections.abc import Callable
from typing import Any

import orjson

__all__ = ["canonical_text"]


def _quick_encoder() -> Callable[[object], str] | None:
    """What `JSONEncoder.encode` makes anew at every call, made once. None where Python has no such part."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return None

    def refuse(value: object) -> None:
        raise TypeError(type(value))

    quoted = json.encoder.encode_basestring_ascii
    encode = make(None, refuse, quoted, None, ": ", ", ", True, False, False)
    return lambda value: "".join(encode(value, 0))


_encode = _quick_encoder() or json.JSONEncoder(sort_keys=True, allow_nan=False, check_circular=False).encode
_decode = json.JSONDecoder().decode
_DEEPEST = 64
_LONGEST_NUMBER = 4_096
"""Bits. Longer ones Python itself may refuse to read back."""


def canonical_text(data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The text, and the data that it says."""
    try:
        orjson.dumps(data)  # the cheapest way to hear of keys that are no text, and of halves of characters
        return _encode(data), data
    except (TypeError, ValueError, RecursionError):
        read = _decode(_encode(_plain(data, 0)))
        return _encode(read), read


def _plain(value: object, depth: int) -> object:
    """What JSON can hold stays; the rest is said in words. Nothing is left out but what is nested beyond all reason."""
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, dict):
        return {str(key): _plain(held, depth + 1) for key, held in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(held, depth + 1) for held in value]
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= _LONGEST_NUMBER else hex(value)
    return value if isinstance(value, float) and math.isfinite(value) else str(value)
