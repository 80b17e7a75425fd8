"""A sentence whose figures and values are held back: numbered places stand for them, and are filled on this machine."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from answerable.answers.answer import Figure, Sentence
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HeldSentence", "held_back"]

_PLACE = re.compile(r"\{(\d{1,3})\}")
_NUMBER = r"\d+(?:[.,:/-]\d+)*"
Span = tuple[int, int, "Figure | str"]
_SHORTEST = 2
"""Characters of a value: shorter ones are part of other words."""


@dataclass(frozen=True, slots=True)
class HeldSentence:
    text: str
    """With `{1}`, `{2}` and so on in the places of what is held back."""
    held: Mapping[int, Figure | str]

    def places_in(self, text: str) -> list[int]:
        return [int(number) for number in _PLACE.findall(text)]

    def without_places(self, text: str) -> str:
        return _PLACE.sub(" ", text)

    def filled(self, text: str) -> Sentence:
        """`text` has no other places than these. Figures stay bound to the cells they were read from."""
        places = self.places_in(text)
        figures = tuple(one for number in places if isinstance(one := self.held[number], Figure))
        return Sentence(_PLACE.sub(lambda found: _shown(self.held[int(found[1])]), text), figures)


def held_back(sentence: Sentence, values: Sequence[str], question: str = "") -> HeldSentence:
    """`values` are texts of the result's cells; those that stand in the sentence are held back too, and every number
    that the question does not name."""
    spans = _figures(sentence)
    for value in sorted({one for one in values if len(one) >= _SHORTEST}, key=len, reverse=True):
        _hold(spans, sentence.text, rf"(?<!\w){re.escape(value)}(?!\w)|{re.escape(value)}(?=[가-힣])")
    _hold(spans, sentence.text, _NUMBER, set(re.findall(_NUMBER, question)))
    text, held, at = "", dict[int, Figure | str](), 0
    for number, (start, end, one) in enumerate(sorted(spans, key=lambda span: span[0]), start=1):
        text += f"{sentence.text[at:start]}{{{number}}}"
        held[number], at = one, end
    return HeldSentence(text + sentence.text[at:], held)


def _figures(sentence: Sentence) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for figure in sentence.figures:
        start = sentence.text.find(figure.text, at)
        if start < 0:
            start = sentence.text.find(figure.text)
        if start >= 0 and all(start >= end or start + len(figure.text) <= begin for begin, end, _ in spans):
            at = start + len(figure.text)
            spans.append((start, at, figure))
    return spans


def _hold(spans: list[Span], text: str, pattern: str, but: Set[str] = frozenset()) -> None:
    """What matches, where nothing is held back yet."""
    for found in re.finditer(pattern, text):
        if found[0] not in but and all(found.end() <= start or found.start() >= end for start, end, _ in spans):
            spans.append((found.start(), found.end(), found[0]))


def _shown(one: Figure | str) -> str:
    return one.text if isinstance(one, Figure) else one
