"""Vectors of single words: the network's embeddings of word pieces, as a measure of how alike two words are in meaning.

`staff` and `employee` have a cosine of 0.35, `staff` and `weather` 0.04.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np

from answerable.language.neural.layers import Array
from answerable.language.neural.network import shipped_network
from answerable.language.neural.weights import Embedding
from answerable.language.neural.wordpiece import shipped_vocabulary

__all__ = ["WordVectors", "shipped_word_vectors"]

_EVERY = 16
"""The mean is taken over so few of the rows: it hardly differs."""


class WordVectors:
    def __init__(self, embedding: Embedding, vocabulary: Sequence[str]) -> None:
        self._embedding = embedding
        self._vocabulary = vocabulary
        self._known: dict[str, Array | None] = {}

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._vocabulary)}

    @cached_property
    def _mean(self) -> Array:
        """What all words share says nothing of their meaning."""
        rows: Array = self._embedding[np.arange(0, len(self._vocabulary), _EVERY)].mean(axis=0)
        return rows

    def vector(self, word: str) -> Array | None:
        """Of length 1; None for a word that is not in the vocabulary."""
        if word not in self._known:
            number = self._ids.get(word)
            self._known[word] = None if number is None else self._unit(number)
        return self._known[word]

    def _unit(self, number: int) -> Array:
        row: Array = self._embedding[[number]][0] - self._mean
        return row / np.float32(max(float(np.linalg.norm(row)), 1e-6))

    def stack(self, words: Sequence[str]) -> Array:
        """A row for each word; of unknown words a row of zeros."""
        nothing = np.zeros_like(self._mean)
        rows = [found if (found := self.vector(word)) is not None else nothing for word in words]
        return np.stack(rows) if rows else np.zeros((0, len(nothing)), dtype=np.float32)


@cache
def shipped_word_vectors() -> WordVectors:
    return WordVectors(shipped_network().encoder.words, shipped_vocabulary())
