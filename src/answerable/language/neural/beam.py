"""The likeliest forms, found line by line: at each step the best few lines go on, only as the grammar allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import BEGIN, END, KEYWORD_IDS, KEYWORDS, PointerKind
from answerable.language.neural.grammar import START, Prefix
from answerable.language.neural.layers import Array
from answerable.language.neural.network import DecoderState, EncodedInput, Network
from answerable.language.neural.pointer_features import PointerFeatures, PointerState

__all__ = ["BeamResult", "Hypothesis", "log_probabilities", "search", "step"]

_SELECT, _DISTINCT, _STAR = KEYWORD_IDS["SELECT"], KEYWORD_IDS["DISTINCT"], KEYWORD_IDS["*"]
_AFTER_LIST = frozenset(
    KEYWORD_IDS[word] for word in ("FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT")
)
_DIGITS = 4
"""Decimals of log probabilities: what machines may differ in lies far below, so that they agree on ties."""


class BeamResult(NamedTuple):
    tokens: tuple[int, ...]
    """Numbers of keywords and items, without begin and end."""
    log_probability: float
    least: float = 0.0
    """The log probability of the token it was least sure of."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The beginning of a form, as far as it is written."""

    tokens: tuple[int, ...]
    score: float
    prefix: Prefix
    told: PointerState
    parent: int = 0
    """Its place among the lines of the step before."""
    least: float = 0.0

    @property
    def is_done(self) -> bool:
        return self.tokens[-1] == KEYWORD_IDS[END]

    @classmethod
    def start(cls, ground: PointerFeatures) -> Hypothesis:
        return cls((KEYWORD_IDS[BEGIN],), 0.0, START, ground.start())

    def after(self, token: int, symbol: str, score: float, parent: int, ground: PointerFeatures) -> Hypothesis:
        item, told = token - len(KEYWORDS), self.told
        if item >= 0:
            told = told.after(item, ground, is_column=symbol == "column")
        least = round(min(self.least, score - self.score), _DIGITS)
        return Hypothesis((*self.tokens, token), score, self.prefix.after(symbol), told, parent, least)


class _Alphabet:
    """All tokens of one question: what the grammar calls each, and which ones a prefix lets follow."""

    def __init__(self, item_kinds: Sequence[PointerKind]) -> None:
        self.symbols: tuple[str, ...] = (*KEYWORDS, *item_kinds)
        self._masks: dict[frozenset[str], npt.NDArray[np.bool_]] = {}

    def mask(self, prefix: Prefix) -> npt.NDArray[np.bool_]:
        result = self._masks.get(prefix.allowed)
        if result is None:
            result = np.array([symbol in prefix.allowed for symbol in self.symbols])
            self._masks[prefix.allowed] = result
        return result


def search(
    network: Network,
    memory: EncodedInput,
    ground: PointerFeatures,
    item_kinds: Sequence[PointerKind],
    *,
    width: int = 8,
    longest: int = 40,
) -> list[BeamResult]:
    """Up to `width` whole forms of at most `longest` tokens, likeliest first; none when no line came to its end."""
    alphabet = _Alphabet(item_kinds)
    lines, state = [Hypothesis.start(ground)], network.start()
    done: list[Hypothesis] = []
    for _ in range(min(longest + 1, network.longest)):
        scores, state = step(network, memory, state, lines)
        longer = _longer(lines, scores, alphabet, ground, width)
        done = _best(done + [line for line in longer if line.is_done], width)
        lines = [line for line in longer if not line.is_done]
        # Scores only fall as a line grows: once `width` finished ones beat the best open one, none can overtake.
        if not lines or (len(done) == width and done[-1].score > lines[0].score):
            break
        # The key-value cache has a row a line: each survivor takes over the row of the line it goes on from.
        state = state.reorder([line.parent for line in lines])
    return [BeamResult(line.tokens[1:-1], line.score, line.least) for line in done]


def step(
    network: Network, memory: EncodedInput, state: DecoderState, lines: Sequence[Hypothesis]
) -> tuple[Array, DecoderState]:
    told = np.stack([line.told.signs for line in lines])
    return network.decode_step(memory, state, [line.tokens[-1] for line in lines], told)


def _best(lines: list[Hypothesis], width: int) -> list[Hypothesis]:
    return sorted(lines, key=lambda line: (-line.score, line.tokens))[:width]


def _longer(
    lines: Sequence[Hypothesis], scores: Array, alphabet: _Alphabet, ground: PointerFeatures, width: int
) -> list[Hypothesis]:
    """The best continuations of all lines together, best first; of equals, that of the earlier line and token."""
    masks = np.stack([alphabet.mask(line.prefix) for line in lines])
    for line, mask in zip(lines, masks, strict=True):
        if shown := list(_shown_already(line.tokens)):
            mask[shown] = False
    totals = np.array([[line.score] for line in lines]) + log_probabilities(scores, masks)
    result = []
    for position in _least(-totals.round(_DIGITS).ravel(), width):
        parent, token = divmod(position, totals.shape[1])
        if masks[parent, token]:
            score = round(float(totals[parent, token]), _DIGITS)
            result.append(lines[parent].after(token, alphabet.symbols[token], score, parent, ground))
    return result


def _least(numbers: npt.NDArray[np.float64], count: int) -> list[int]:
    """The places of the smallest, smallest first; of equals, the earlier. Few are wanted of many: only those near are
    sorted."""
    last = np.partition(numbers, count - 1)[count - 1] if count < len(numbers) else np.inf
    near = np.flatnonzero(numbers <= last)
    least: list[int] = near[np.argsort(numbers[near], kind="stable")][:count].tolist()
    return least


def _shown_already(tokens: tuple[int, ...]) -> Iterator[int]:
    """Columns that the list being written shows already, in the same way: nobody asks for one thing twice."""
    begin = max((at for at, token in enumerate(tokens) if token == _SELECT), default=0)
    written = tokens[begin + 1 :]
    if not begin or any(token in _AFTER_LIST for token in written):
        return
    shown: list[tuple[tuple[int, ...], int]] = []
    words: tuple[int, ...] = ()
    for token in written:
        if token >= len(KEYWORDS) or token == _STAR:
            shown.append((words, token))
            words = ()
        elif token != _DISTINCT:
            words = (*words, token)
    yield from (token for before, token in shown if before == words and token != _STAR)


def log_probabilities(scores: Array, masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Shared out among the allowed tokens only; a line with none gets no probability at all."""
    kept: npt.NDArray[np.float64] = np.where(masks, scores.astype(np.float64), -np.inf)
    # The largest score becomes 0 so that exp cannot overflow; a line with nothing allowed must not become NaN.
    kept -= np.maximum(kept.max(axis=1, keepdims=True), np.finfo(np.float64).min)
    total = np.exp(kept).sum(axis=1, keepdims=True)
    kept -= np.log(total, where=total > 0, out=np.zeros_like(total))
    return kept
