"""Which databases of the open part are not learned from, but watched: to see how the training goes and to fit what
chooses between translators."""

from __future__ import annotations

import random
from collections.abc import Sequence

__all__ = ["watched_databases"]

_WATCHED = 12


def watched_databases(names: Sequence[str]) -> set[str]:
    return set(random.Random(1).sample(sorted(names), _WATCHED))  # noqa: S311 - no secret
