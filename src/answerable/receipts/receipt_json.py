"""The one way a receipt is written as bytes, so that whoever reads it back can hash and compare exactly these."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

import orjson

__all__ = ["canonical", "receipt_hash", "sealed_with"]

_SEALS = ("receipt_hash", "signature")
"""What is made from the other fields, so it cannot be among what is hashed. Neither comes last among the names."""

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(body: Mapping[str, Any]) -> bytes:
    """JSON with sorted keys and no spaces in UTF-8, numbers in their shortest form. NaN and infinity, which JSON does
    not have, are not to be in there.

    Half a surrogate pair, which UTF-8 does not have, becomes a question mark."""
    try:
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    whole = text.encode("utf-8", "replace")
    try:
        return orjson.dumps(json.loads(whole), option=orjson.OPT_SORT_KEYS)
    except TypeError:  # whole numbers beyond 64 bits
        return whole


def receipt_hash(body: Mapping[str, Any]) -> str:
    """SHA-256 of all fields but the seals."""
    return hashlib.sha256(canonical({name: value for name, value in body.items() if name not in _SEALS})).hexdigest()


def sealed_with(body: Mapping[str, Any], sign: Callable[[str], str]) -> tuple[bytes, str, str]:
    """The file, the hash and the signature, the JSON written only once: the seals are put into it afterwards.

    Nothing else in there can look like one, because quotes within texts are escaped."""
    written = canonical({**body, **dict.fromkeys(_SEALS, "")})
    unsealed = written
    for name in _SEALS:
        unsealed = unsealed.replace(b'"%s":"",' % name.encode(), b"", 1)
    digest = hashlib.sha256(unsealed).hexdigest()
    seals = (digest, sign(digest))
    for name, value in zip(_SEALS, seals, strict=True):
        written = written.replace(b'"%s":""' % name.encode(), b'"%s":"%s"' % (name.encode(), value.encode()), 1)
    return written + b"\n", *seals
