"""What speaks for an item as the next token, beside its meaning: whether the question names it, or its table close by,
whether it lies in or near a table already used, whether it was used before. The network learns how much each counts
where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.input_features import ITEM_KINDS
from answerable.language.neural.relations import RELATION_IDS

if TYPE_CHECKING:
    import numpy.typing as npt

    from answerable.language.neural.input_features import Features
    from answerable.language.neural.layers import Array

    Marks = npt.NDArray[np.bool_]

__all__ = ["SIGNS", "PointerFeatures", "PointerState"]

SIGNS = (
    "held", "same_table", "used_table", "near_table", "used", "named", "named_unused", "partly_named",
    "table_named", "table_partly_named", "beside_table", "most_beside_table", "twin_of_named_table", "early",
    "holds_unused", "said_next",
)  # fmt: skip
"""In the network's order; `held`: the latest column holds this value; `beside_table`: how close to each other the
question names a column and its table; `said_next`: how soon the question names it after what was used last."""

_AT = {sign: at for at, sign in enumerate(SIGNS)}
_WHOLE = [RELATION_IDS[name] for name in ("cq_exact", "tq_exact")]
_PART = [RELATION_IDS[name] for name in ("cq_part", "tq_part", "cq_stem", "tq_stem")]
_VALUE = RELATION_IDS["vq_in"]
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class PointerFeatures:
    """What holds of the items of one question before anything is written."""

    held: Array
    same: Array
    """Items × items: both in one table; 0 for values."""
    near: Array
    """Items × items: in two tables that a key joins."""
    always: Array
    """SIGNS × items: the signs at the start."""
    soon: Array
    """Pieces × items: how soon after the piece the item is named; 1 for the very next."""
    places: npt.NDArray[np.int64]
    """The first piece that names the item; `_NOWHERE` where none does."""

    @classmethod
    def of(cls, features: Features, relations: npt.NDArray[np.int64] | None = None) -> PointerFeatures:
        """`relations`: in place of the features' own, where training hides some."""
        first = len(features.pieces)
        said = (features.relations if relations is None else relations)[first:, :first]
        owners, known = features.owners, features.owners >= 0
        both = known[:, None] & known[None]
        whole, part = np.isin(said, _WHOLE), np.isin(said, _PART)
        named = whole | part | (said == _VALUE)
        always = np.zeros((len(SIGNS), len(owners)), dtype=np.float32)
        always[_AT["named"]] = always[_AT["named_unused"]] = whole.any(axis=1)
        always[_AT["partly_named"]] = part.any(axis=1) & ~whole.any(axis=1)
        _mark_tables(always, named, features)
        always[_AT["early"]] = np.where(named.any(axis=1), 1 - named.argmax(axis=1) / first, 0)
        always[_AT["holds_unused"]] = features.value_columns.any(axis=1)
        return cls(
            features.value_columns,
            ((owners[:, None] == owners[None]) & both).astype(np.float32),
            (features.near_tables[owners[:, None], owners[None]] & both).astype(np.float32),
            always,
            _soon(named),
            np.where(named.any(axis=1), named.argmax(axis=1), _NOWHERE),
        )

    def start(self) -> PointerState:
        signs = self.always.copy()
        signs[_AT["said_next"]] = self.soon[0]
        return PointerState(signs, 0)


@dataclass(frozen=True, slots=True)
class PointerState:
    """The signs of every item after some tokens."""

    signs: Array
    """SIGNS × items."""
    place: int = 0
    """Of the question: the piece that names what was used last."""

    def after(self, item: int, ground: PointerFeatures, *, is_column: bool) -> PointerState:
        signs = self.signs.copy()
        if is_column:
            signs[0], signs[1] = ground.held[item], ground.same[item]
        np.maximum(signs[2], ground.same[item], out=signs[2])
        np.maximum(signs[3], ground.near[item], out=signs[3])
        signs[3] *= 1 - signs[2]
        signs[4, item], signs[6, item] = 1, 0
        if ground.held[:, item].any():
            signs[_AT["holds_unused"]] = (ground.held * (1 - signs[4])).any(axis=1)
        position = self.place if ground.places[item] == _NOWHERE else int(ground.places[item])
        signs[_AT["said_next"]] = ground.soon[position]
        return PointerState(signs, position)


def _mark_tables(signs: Array, named: Marks, features: Features) -> None:
    """Of columns: whether their table is named too, and how close by."""
    first = len(features.pieces)
    kinds, among = features.kinds[first:], features.relations[first:, first:]
    table_of = _tables_of(kinds, features.owners)
    columns = np.flatnonzero((kinds == ITEM_KINDS.index("column")) & (table_of >= 0))
    if not len(columns) or not named.shape[1]:
        return
    tables = table_of[columns]
    own = signs[_AT["named"], tables] > 0
    signs[_AT["table_named"], columns] = own
    signs[_AT["table_partly_named"], columns] = signs[_AT["partly_named"], tables]
    twins = (among[np.ix_(columns, columns)] == RELATION_IDS["cc_samename"]) & own[None]
    signs[_AT["twin_of_named_table"], columns] = twins.any(axis=1) & ~own
    close = np.where(named[columns], _closeness(named)[tables], 0)
    signs[_AT["beside_table"], columns] = close.max(axis=1)
    best = (close > 0) & (close == close.max(axis=0, keepdims=True))
    signs[_AT["most_beside_table"], columns] = best.any(axis=1)


def _tables_of(kinds: npt.NDArray[np.int64], owners: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Of each item, the place of its table among the items; -1 where it is not there."""
    position = {int(owners[at]): int(at) for at in np.flatnonzero(kinds == ITEM_KINDS.index("table"))}
    return np.array([position.get(owner, -1) for owner in owners.tolist()], dtype=np.int64)


def _closeness(named: Marks) -> Array:
    """Items × pieces: 1 where the piece names the item, less the farther away one is that does."""
    count = named.shape[1]
    apart = np.abs(np.arange(count)[:, None] - np.arange(count)[None]).astype(np.float32)
    near = np.where(named[:, None], 1 / (1 + apart)[None], np.float32(0))
    result: Array = near.max(axis=2)
    return result


def _soon(named: Marks) -> Array:
    """Pieces × items."""
    count = named.shape[1]
    ahead = (np.arange(count)[None] - np.arange(count)[:, None]).astype(np.float32)
    share = np.where(ahead > 0, 1 / np.maximum(ahead, 1), 0)
    result: Array = np.where(named[None], share[:, None], np.float32(0)).max(axis=2).astype(np.float32)
    return result
