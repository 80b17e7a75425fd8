"""The network: reads a question beside a schema, then scores what the next token of the form could be.

Token numbers: the keywords in the order of `form.KEYWORDS`, then the items, that is schema items and values as given.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.decoder import CrossAttentionCache, Decoder, KeyValueCache
from answerable.language.neural.encoder import Encoder
from answerable.language.neural.layers import Array, Linear
from answerable.language.neural.relation_graph import relating_layers
from answerable.language.neural.weights import Weights, load

__all__ = ["DecoderState", "EncodedInput", "Network", "shipped_network"]

_VALUE = 3
"""The kind of a value; see `features.ITEM_KINDS`."""


@dataclass(frozen=True, slots=True)
class EncodedInput:
    """What was read, made ready for the decoder."""

    tokens: Array
    """Each token as the decoder's input."""
    cross_attention: tuple[CrossAttentionCache, ...]
    scores: Linear
    """The decoder's output → one score a token."""


@dataclass(frozen=True, slots=True)
class DecoderState:
    """The lines of a beam: what the decoder keeps of their tokens."""

    length: int
    cached: tuple[KeyValueCache, ...]

    def reorder(self, lines: Sequence[int]) -> DecoderState:
        """The line at `lines[n]` becomes line n; one may go on several times, or not at all."""
        return DecoderState(self.length, tuple(layer.reorder(lines) for layer in self.cached))


class Network:
    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.encoder = Encoder(weights)
        self._question = weights.linear("question")
        self._names = weights.linear("names")
        self._kinds = weights.array("kinds")
        self._column_kinds = weights.array("column_kinds")
        self._value_kinds = weights.array("value_kinds")
        self._layers = relating_layers(weights)
        self._norm = weights.norm("relating.norm")
        self._decoder = Decoder(weights)
        self._keywords = weights.array("keywords")
        self._places = weights.array("places")
        self._item_input = weights.linear("item_input")
        self._item_query = weights.linear("item_query")
        self._item_key = weights.linear("item_key")
        self._keyword_scores = weights.linear("keyword_scores")
        self._told = weights.linear("told")

    @cached_property
    def fingerprint(self) -> str:
        return self._weights.fingerprint

    @property
    def longest(self) -> int:
        """Tokens the decoder has places for."""
        return len(self._places)

    def encode_names(self, names: Sequence[Sequence[int]]) -> Array:
        """One vector a name, given as word pieces with both marks; worth keeping for as long as the schema stays."""
        return self.encoder.names(names)

    def read(
        self,
        question: Sequence[int],
        item_vectors: Array,
        kinds: npt.NDArray[np.int64],
        column_kinds: npt.NDArray[np.int64],
        value_kinds: npt.NDArray[np.int64],
        relations: npt.NDArray[np.int64],
        value_pool: Array,
    ) -> EncodedInput:
        """`item_vectors`: of the schema items, by `encode_names`; the other arrays are those of `features.Features`."""
        pieces = self._question(self.encoder(question))
        rows = np.concatenate((pieces, self._names(item_vectors), value_pool @ pieces))
        rows += self._kinds[kinds] + self._column_kinds[column_kinds]
        rows[kinds == _VALUE] += self._value_kinds[value_kinds[kinds == _VALUE]]
        for layer in self._layers:
            rows = layer(rows, relations)
        return self._memory(self._norm(rows), len(pieces))

    def _memory(self, rows: Array, first_item: int) -> EncodedInput:
        items = rows[first_item:]
        tokens = np.concatenate((self._keywords, self._item_input(items)))
        return EncodedInput(tokens, self._decoder.cross_attention_cache(rows), self._scores(items))

    def _scores(self, items: Array) -> Linear:
        """Scores of keywords and items as one map: an item's is the product of its key with the decoder's query."""
        keys = self._item_key(items).T * np.float32(items.shape[1] ** -0.5)
        query, keywords = self._item_query, self._keyword_scores
        matrix = np.concatenate((keywords.matrix, query.matrix @ keys), axis=1)
        return Linear.of(matrix, np.concatenate((keywords.bias, query.bias @ keys)))

    def start(self) -> DecoderState:
        return DecoderState(0, self._decoder.start())

    def decode_step(
        self, memory: EncodedInput, state: DecoderState, last_tokens: Sequence[int], told: Array
    ) -> tuple[Array, DecoderState]:
        """Of each line: the newest token, and the signs of every item there (lines × `pointing.SIGNS` × items) →
        scores of all tokens, not yet normalised."""
        rows = memory.tokens.take(last_tokens, axis=0) + self._places[state.length]
        rows, cached = self._decoder.step(rows, state.cached, memory.cross_attention)
        scores = memory.scores(rows)
        scores[:, len(self._keywords) :] += (self._told(rows)[:, None] @ told)[:, 0]
        return scores, DecoderState(state.length + 1, cached)


@cache
def shipped_network() -> Network:
    """The network of the package's own weights, made once a process, when first asked for."""
    return Network(load())
