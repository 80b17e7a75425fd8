"""The stage that finds cues: phrases that say what to do (count, per, top, more than …), not what with."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import cue_phrases

__all__ = ["Cue", "find_cues"]

_LONGEST = 5


@dataclass(frozen=True, slots=True)
class Cue:
    start: int
    end: int
    kind: str
    meaning: str
    hint: str = ""
    """The concept the cue speaks of besides: `cheapest` is ascending, of `price`."""


def find_cues(tokens: Sequence[Token]) -> tuple[Cue, ...]:
    """Every cue, left to right, the longest at each place; quoted text holds none."""
    cues: list[Cue] = []
    position = 0
    while position < len(tokens):
        cue = _cue_at(tokens, position, after=cues[-1] if cues and cues[-1].end == position else None)
        if cue:
            cues.append(cue)
        position = cue.end if cue else position + 1
    return tuple(cues)


def _cue_at(tokens: Sequence[Token], position: int, after: Cue | None) -> Cue | None:
    """`after` is the cue that ends here: what follows `per` is a thing (`per order by channel` does not sort)."""
    for length in range(min(_LONGEST, len(tokens) - position), 0, -1):
        span = tokens[position : position + length]
        if any(token.quoted for token in span):
            continue
        if readings := cue_phrases().get(tuple(token.text.casefold() for token in span)):
            kind, full = readings[0]
            if kind == "order" and after is not None and after.kind in ("group", "superlative"):
                continue
            after_it = tokens[position + length] if position + length < len(tokens) else None
            if kind == "after_number" and after_it is not None and after_it.number is not None:
                continue  # `above 500 or below 20` goes on with another comparison
            meaning, _, hint = full.partition(" ")
            return Cue(position, position + length, kind, meaning, hint)
    return None
