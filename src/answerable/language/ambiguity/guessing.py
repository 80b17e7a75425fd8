"""A guess: the likeliest reading shows a column nobody named, and the network finds another nearly as likely there.

The readings are the likeliest one with the one column, with the other, and with both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.clarification import Clarification, Reading
from answerable.language.ambiguity.ground import Ground, told
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.slots import Slot, shown_slots
from answerable.language.ambiguity.telling import Said
from answerable.language.normalise import Token

if TYPE_CHECKING:
    from answerable.language.reader.reading import Reader

__all__ = ["find_guess"]

_MOST_BEHIND = 1.0
"""How much less likely another column may be, as a log probability, and still be asked about."""
_MOST_BEHIND_ANOTHER = 0.5
"""How much less likely a third may be than the second."""
_LEAST_TOGETHER = 0.5
"""How likely all that are offered must be together: else the network has no idea, and they are not what is meant."""


def find_guess(
    question: str, tokens: Sequence[Token], sql: str, reader: Reader, ground: Ground, words: Words
) -> Clarification | None:
    """`sql` is the likeliest reading; only the part of it that says what is shown is doubted."""
    values = reader.values(question)
    form = reader.form(sql, values)
    said = Said(tokens, reader, ground)
    slots = [slot for slot in shown_slots(form or ()) if not said.is_named(slot.column) and not said.is_missed(slot)]
    doubts = {one.place: one.likely for one in reader.doubts(question, form)} if form and slots else {}
    for slot in slots:
        names = (slot.column, *_others(slot, doubts.get(slot.place, ()), said))
        forms = [slot.filled((name,)) for name in names] + [slot.filled(names)]
        readings = [reader.written(question, one, values) for one in forms] if len(names) > 1 else []
        if readings and all(readings):
            return _asked(names, [text for text in readings if text], reader, words)
    return None


def _others(slot: Slot, likely: Sequence[tuple[int, float]], said: Said) -> tuple[int, ...]:
    """One column, or two that are about as likely."""
    own = next((score for column, score in likely if column == slot.column), 0.0)
    near = [(column, score) for column, score in likely if score >= own - _MOST_BEHIND]
    fitting = [one for one in near if one[0] not in slot.columns and said.leaves_open(slot.column, one[0])][:2]
    others = [(column, score) for column, score in fitting if score >= fitting[0][1] - _MOST_BEHIND_ANOTHER]
    together = math.exp(own) + sum(math.exp(score) for _, score in others)
    return tuple(column for column, _ in others) if together >= _LEAST_TOGETHER else ()


def _asked(names: Sequence[int], sql: Sequence[str], reader: Reader, words: Words) -> Clarification:
    texts = [told(*reader.items.columns[name]) for name in names]
    options = [words.say("guess_one", columns=text) for text in texts]
    options.append(words.say("guess_all", columns=words.joined(texts)))
    readings = tuple(Reading(text, one) for text, one in zip(options, sql, strict=True))
    return Clarification(words.say("guess"), readings)
