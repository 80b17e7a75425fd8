"""The databases of the open part in three folds. A network trained without a fold reads it as it would read any unseen
database: from what it makes of all three, the ranking learns whom to believe."""

from __future__ import annotations

import hashlib

__all__ = ["FOLDS", "fold_of"]

FOLDS = 3


def fold_of(database: str) -> int:
    return hashlib.sha256(f"fold {database}".encode()).digest()[0] % FOLDS
