"""A guess: the likeliest reading shows a column nobody named, and the network finds another nearly as likely there.

The readings are the likeliest one with the one column, with the other, and with both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.clarification import Clarification, Reading
from answerable.language.ambiguity.ground import Ground, label, name_stems, spoken
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.slots import Slot, shown_slots
from answerable.language.ambiguity.wording import alike, stems
from answerable.language.lemmas import stem
from answerable.language.normalise import Token
from answerable.language.traits import is_key
from answerable.schema import Column, Table

if TYPE_CHECKING:
    from answerable.language.reader.reading import Reader

__all__ = ["find_guess"]

_MOST_BEHIND = 1.0
"""How much less likely another column may be, as a log probability, and still be asked about."""
_MOST_BEHIND_ANOTHER = 0.5
"""How much less likely a third may be than the second."""
_LEAST_TOGETHER = 0.5
"""How likely all that are offered must be together: else the network has no idea, and they are not what is meant."""
_WEAK = frozenset(map(stem, ("name", "title", "type", "date", "number", "year")))


def find_guess(
    question: str, tokens: Sequence[Token], sql: str, reader: Reader, ground: Ground, words: Words
) -> Clarification | None:
    """`sql` is the likeliest reading; only the part of it that says what is shown is doubted."""
    values = reader.values(question)
    form = reader.form(sql, values)
    said = _Said(tokens, reader, ground)
    slots = [slot for slot in shown_slots(form or ()) if not said.is_named(slot.column) and not said.is_missed(slot)]
    doubts = {one.place: one.likely for one in reader.doubts(question, form)} if form and slots else {}
    for slot in slots:
        names = (slot.column, *_others(slot, doubts.get(slot.place, ()), said))
        forms = [slot.filled((name,)) for name in names] + [slot.filled(names)]
        readings = [reader.written(question, one, values) for one in forms] if len(names) > 1 else []
        if readings and all(readings):
            return _asked(names, [text for text in readings if text], reader, words)
    return None


def _others(slot: Slot, likely: Sequence[tuple[int, float]], said: _Said) -> tuple[int, ...]:
    """One column, or two that are about as likely."""
    own = next((score for column, score in likely if column == slot.column), 0.0)
    near = [(column, score) for column, score in likely if score >= own - _MOST_BEHIND]
    fitting = [one for one in near if one[0] not in slot.columns and said.leaves_open(slot.column, one[0])][:2]
    others = [(column, score) for column, score in fitting if score >= fitting[0][1] - _MOST_BEHIND_ANOTHER]
    together = math.exp(own) + sum(math.exp(score) for _, score in others)
    return tuple(column for column, _ in others) if together >= _LEAST_TOGETHER else ()


def _asked(names: Sequence[int], sql: Sequence[str], reader: Reader, words: Words) -> Clarification:
    texts = [_told(*reader.items.columns[name]) for name in names]
    options = [words.say("guess_one", columns=text) for text in texts]
    options.append(words.say("guess_all", columns=words.joined(texts)))
    readings = tuple(Reading(text, one) for text, one in zip(options, sql, strict=True))
    return Clarification(words.say("guess"), readings)


def _told(table: Table, column: Column) -> str:
    """Its name, and its table's where the name alone says too little."""
    own = spoken(column.name)
    return own if column is not label(table) else " ".join(dict.fromkeys((*spoken(table.name).split(), *own.split())))


class _Said:
    """What the question says of the columns."""

    def __init__(self, tokens: Sequence[Token], reader: Reader, ground: Ground) -> None:
        self._words = stems([token for token in tokens if not token.quoted])
        self._columns = reader.items.columns
        self._spoken_of = {table.qualified for table in ground.spoken_of(frozenset(self._words))}

    def is_named(self, column: int) -> bool:
        """All of its name is said, or it is what things are called that the question speaks of; keys count as named."""
        table, own = self._columns[column]
        if is_key(table, own) or self._is_the_thing(column):
            return True
        return all(self._is_said(word) for word in name_stems(own.name))

    def leaves_open(self, one: int, other: int) -> bool:
        """Nothing is said that tells the one from the other."""
        if self.is_named(other) or self._is_label(one) != self._is_label(other):
            return False
        first, second = self._telling(one, other), self._telling(other, one)
        return bool(first and second) and not any(self._is_said(word) for word in (*first, *second))

    def is_missed(self, slot: Slot) -> bool:
        """The question names another column of that table, and the reading is without it: it is wrong, not vague."""
        table, _ = self._columns[slot.column]
        own = _WEAK.union(name_stems(table.name))
        beside = [at for at, (of, _) in enumerate(self._columns) if of is table and at not in slot.columns]
        telling = [at for at in beside if not own.issuperset(name_stems(self._columns[at][1].name))]
        return any(self.is_named(at) for at in telling if not is_key(*self._columns[at]) and not self._is_label(at))

    def _is_label(self, column: int) -> bool:
        table, own = self._columns[column]
        return own is label(table)

    def _is_the_thing(self, column: int) -> bool:
        return self._is_label(column) and self._columns[column][0].qualified in self._spoken_of

    def _telling(self, one: int, other: int) -> list[str]:
        """Words of the one's name that the other has not, without those of their table, if they share one."""
        (table, own), (elsewhere, beside) = self._columns[one], self._columns[other]
        common = (*name_stems(beside.name), *(name_stems(table.name) if table is elsewhere else ()))
        full = (*name_stems(own.name), *(name_stems(table.name) if table is not elsewhere else ()))
        return [word for word in dict.fromkeys(full) if word not in common]

    def _is_said(self, word: str) -> bool:
        return any(alike(word, said) for said in self._words)
