"""What else the network would have put in the place of a form's columns: the form is written once more, token by token,
and the scores at each column are kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.beam import Hypothesis, log_probabilities, step
from answerable.language.neural.form import KEYWORDS, PointerKind
from answerable.language.neural.network import EncodedInput, Network
from answerable.language.neural.pointer_features import PointerFeatures

__all__ = ["Doubt", "column_doubts"]

_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Doubt:
    place: int
    """Of the column's token in the form."""
    likely: tuple[tuple[int, float], ...]
    """Columns with their log probability there, likeliest first; they share one among themselves."""


def column_doubts(
    network: Network,
    memory: EncodedInput,
    ground: PointerFeatures,
    item_kinds: Sequence[PointerKind],
    tokens: Sequence[int],
) -> list[Doubt]:
    """`tokens` are numbers of keywords and items, without begin and end; columns are told by their item."""
    symbols = (*KEYWORDS, *item_kinds)
    mask = np.array([[symbol == "column" for symbol in symbols]])
    line, state = Hypothesis.start(ground), network.start()
    result = []
    for position, token in enumerate(tokens[: network.longest]):
        scores, state = step(network, memory, state, [line])
        if symbols[token] == "column":
            result.append(Doubt(position, _likely(mask[0], log_probabilities(scores, mask)[0])))
        line = line.after(token, symbols[token], 0.0, 0, ground)
    return result


def _likely(mask: npt.NDArray[np.bool_], scores: npt.NDArray[np.float64]) -> tuple[tuple[int, float], ...]:
    columns = np.flatnonzero(mask).tolist()
    rated = [(number - len(KEYWORDS), round(float(scores[number]), _DIGITS)) for number in columns]
    return tuple(sorted(rated, key=lambda one: (-one[1], one[0])))
