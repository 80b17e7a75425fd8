"""A guess: the likeliest reading shows a column nobody named, and the network finds another nearly as likely there.

The readings are the likeliest one with the one column, with the other, and with both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.kernel.messages import msg
from answerable.language.ambiguity.ask_which import NamedColumns
from answerable.language.ambiguity.schema_facts import SchemaFacts, column_phrase
from answerable.language.ambiguity.shown_part import shown_part
from answerable.language.ambiguity.template_slots import ColumnSlot, shown_slots
from answerable.language.question.tokens import Token
from answerable.language.translation import CodedClarification, CodedReading

if TYPE_CHECKING:
    from answerable.language.neural.neural_parser import NeuralParser

__all__ = ["find_guess"]

_MOST_BEHIND = 1.0
"""How much less likely another column may be, as a log probability, and still be asked about."""
_MOST_BEHIND_ANOTHER = 0.5
"""How much less likely a third may be than the second."""
_LEAST_TOGETHER = 0.5
"""How likely all that are offered must be together: else the network has no idea, and they are not what is meant."""


def find_guess(
    question: str, tokens: Sequence[Token], sql: str, reader: NeuralParser, ground: SchemaFacts
) -> CodedClarification | None:
    """`sql` is the likeliest reading; only the part of it that says what is shown is doubted."""
    values = reader.values(question)
    form = reader.form(sql, values)
    said = NamedColumns(tokens, reader, ground)
    slots = [slot for slot in shown_slots(form or ()) if not said.is_named(slot.column) and not said.is_missed(slot)]
    doubts = {one.place: one.likely for one in reader.doubts(question, form)} if form and slots else {}
    for slot in slots:
        names = (slot.column, *_others(slot, doubts.get(slot.place, ()), said))
        forms = [slot.fill_with((name,)) for name in names] + [slot.fill_with(names)]
        readings = [reader.write_sql(question, one, values) for one in forms] if len(names) > 1 else []
        if readings and all(readings):
            return _asked(names, [text for text in readings if text], reader)
    return None


def _others(slot: ColumnSlot, likely: Sequence[tuple[int, float]], said: NamedColumns) -> tuple[int, ...]:
    """One column, or two that are about as likely."""
    own = next((score for column, score in likely if column == slot.column), 0.0)
    near = [(column, score) for column, score in likely if score >= own - _MOST_BEHIND]
    fitting = [one for one in near if one[0] not in slot.columns and said.leaves_open(slot.column, one[0])][:2]
    others = [(column, score) for column, score in fitting if score >= fitting[0][1] - _MOST_BEHIND_ANOTHER]
    together = math.exp(own) + sum(math.exp(score) for _, score in others)
    return tuple(column for column, _ in others) if together >= _LEAST_TOGETHER else ()


def _asked(names: Sequence[int], sql: Sequence[str], reader: NeuralParser) -> CodedClarification:
    texts = tuple(shown_part(column_phrase(*reader.items.columns[name])) for name in names)
    options = [msg("clarification.guess_one", column=text) for text in texts]
    options.append(msg("clarification.guess_all", columns=texts))
    readings = tuple(CodedReading(text, one) for text, one in zip(options, sql, strict=True))
    return CodedClarification(msg("clarification.guess"), readings)
