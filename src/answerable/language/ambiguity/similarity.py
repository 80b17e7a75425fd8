"""How near two phrases are in meaning, by the network's own sense of names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from answerable.language.neural.network import shipped_network
from answerable.language.neural.wordpiece import WordPieces, shipped_vocabulary

if TYPE_CHECKING:
    from answerable.language.neural.layers import Array
    from answerable.language.neural.network import Network

__all__ = ["Likeness", "shipped_likeness"]

_LONGEST = 16
_DIGITS = 3
_MOST_KEPT = 4096


class Likeness:
    """Keeps what it knows of a phrase: names of a schema are compared again and again."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._known: dict[str, Array] = {}

    def between(self, phrase: str, others: Sequence[str]) -> list[float]:
        """From 1, the same, to about 0, nothing in common."""
        one, *rest = self._vectors((phrase, *others))
        return [round(float(one @ other), _DIGITS) for other in rest]

    def _vectors(self, phrases: Sequence[str]) -> list[Array]:
        new = [phrase for phrase in dict.fromkeys(phrases) if phrase not in self._known]
        if len(self._known) + len(new) > _MOST_KEPT:
            self._known.clear()
            new = list(dict.fromkeys(phrases))
        pieces = [self._pieces.encode(phrase, most=_LONGEST).ids for phrase in new]
        for phrase, vector in zip(new, self._network.encode_names(pieces) if new else (), strict=True):
            self._known[phrase] = vector / max(float(np.linalg.norm(vector)), 1e-6)
        return [self._known[phrase] for phrase in phrases]

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces(shipped_vocabulary())


def shipped_likeness() -> Likeness:
    """By the package's own weights."""
    return Likeness(shipped_network())
