"""What speaks for an item as the next token, beside its meaning: whether the question names it, whether it lies in or
near a table already used, whether it was used before. The network learns how much each counts where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from answerable.language.reader.relations import RELATION_IDS

if TYPE_CHECKING:
    import numpy.typing as npt

    from answerable.language.reader.features import Features
    from answerable.language.reader.layers import Array

__all__ = ["SIGNS", "Ground", "Told"]

SIGNS = ("held", "same_table", "used_table", "near_table", "used", "named", "named_unused", "partly_named")
"""In the network's order; `held`: the latest column holds this value."""

_WHOLE = [RELATION_IDS[name] for name in ("cq_exact", "tq_exact")]
_PART = [RELATION_IDS[name] for name in ("cq_part", "tq_part", "cq_stem", "tq_stem")]


@dataclass(frozen=True, slots=True)
class Ground:
    """What holds of the items of one question before anything is written."""

    held: Array
    same: Array
    """Items × items: both in one table; 0 for values."""
    near: Array
    """Items × items: in two tables that a key joins."""
    named: Array
    partly: Array

    @classmethod
    def of(cls, features: Features, relations: npt.NDArray[np.int64] | None = None) -> Ground:
        """`relations`: in place of the features' own, where training hides some."""
        first = len(features.pieces)
        said = (features.relations if relations is None else relations)[first:, :first]
        owners, known = features.owners, features.owners >= 0
        both = known[:, None] & known[None]
        named = _any(np.isin(said, _WHOLE))
        return cls(
            features.value_columns,
            ((owners[:, None] == owners[None]) & both).astype(np.float32),
            (features.near_tables[owners[:, None], owners[None]] & both).astype(np.float32),
            named.astype(np.float32),
            (_any(np.isin(said, _PART)) & ~named).astype(np.float32),
        )

    def start(self) -> Told:
        none = np.zeros((len(SIGNS), len(self.named)), dtype=np.float32)
        none[5], none[6], none[7] = self.named, self.named, self.partly
        return Told(none)


@dataclass(frozen=True, slots=True)
class Told:
    """The signs of every item after some tokens."""

    signs: Array
    """SIGNS × items."""

    def after(self, item: int, ground: Ground, *, is_column: bool) -> Told:
        signs = self.signs.copy()
        if is_column:
            signs[0], signs[1] = ground.held[item], ground.same[item]
        np.maximum(signs[2], ground.same[item], out=signs[2])
        np.maximum(signs[3], ground.near[item], out=signs[3])
        signs[3] *= 1 - signs[2]
        signs[4, item], signs[6, item] = 1, 0
        return Told(signs)


def _any(found: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Of each row."""
    rows: npt.NDArray[np.bool_] = np.any(found, axis=1)
    return rows
