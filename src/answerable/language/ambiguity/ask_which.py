"""What a question says of the columns: which it names, and whether it tells one from another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.language.ambiguity.schema_facts import SchemaFacts, label, name_stems
from answerable.language.ambiguity.wordings import alike, stems
from answerable.language.linking.column_traits import is_key
from answerable.language.question.tokens import Token
from answerable.naming.inflection import stem

if TYPE_CHECKING:
    from answerable.language.ambiguity.template_slots import ColumnSlot
    from answerable.language.neural.neural_parser import NeuralParser

__all__ = ["NamedColumns"]

_WEAK = frozenset(map(stem, ("name", "title", "type", "date", "number", "year")))


class NamedColumns:
    """Columns are told by their place in the schema."""

    def __init__(self, tokens: Sequence[Token], reader: NeuralParser, ground: SchemaFacts) -> None:
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

    def is_missed(self, slot: ColumnSlot) -> bool:
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
