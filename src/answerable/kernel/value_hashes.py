"""Hashes of values, and sketches made of them: two columns can be compared without keeping what is in them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from hashlib import blake2b

from answerable.kernel.schema import ValueSketch

__all__ = ["MOST_HASHES", "hash_of_value", "sketch_of"]

MOST_HASHES = 192


def sketch_of(values: Iterable[object], is_complete: bool, most: int = MOST_HASHES) -> ValueSketch | None:
    distinct = {hash_of_value(value): value for value in values if value is not None}
    if not distinct:
        return None
    numbers = [number for value in distinct.values() if (number := _number(value)) is not None]
    least, greatest = (min(numbers), max(numbers)) if len(numbers) == len(distinct) else (None, None)
    return ValueSketch(len(distinct), is_complete, least, greatest, tuple(sorted(distinct)[:most]))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float | Decimal) and math.isfinite(value) else None


def hash_of_value(value: object) -> int:
    """Engines give the same id as 7, 7.0 or Decimal(7)."""
    if isinstance(value, float | Decimal) and math.isfinite(value) and value == int(value):
        value = int(value)
    text = str(value)
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=4).digest())
