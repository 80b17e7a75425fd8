"""What a column's values say it holds, when enough of them look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice

from answerable.sensitive.shapes import SHAPES

__all__ = ["SHARE", "kinds_of_values", "shares"]

SHARE = 0.5
"""Of the values looked at, so many must be of a kind: a note that mentions an address does not make a column one."""
_MOST = 500
_FEW = 3
"""With fewer values than this, all of them must be of the kind."""


def kinds_of_values(values: Iterable[str], share: float = SHARE) -> tuple[str, ...]:
    """The kinds that make up at least `share` of the values."""
    return tuple(kind for kind, found in shares(values).items() if found >= share)


def shares(values: Iterable[str]) -> Mapping[str, float]:
    """Kind → share of the values that are of it, for the kinds that occur; at most so many values are looked at."""
    texts = [text for value in islice(values, _MOST) if (text := value.strip())]
    counted = Counter(kind for text in texts if (kind := _kind(text)))
    if len(texts) < _FEW:
        return {kind: 1.0 for kind, count in counted.items() if count == len(texts)}
    return {kind: count / len(texts) for kind, count in counted.items()}


def _kind(text: str) -> str | None:
    return next((kind for kind, fits in SHAPES.items() if fits(text)), None)
