"""Names of tables and columns that a policy hides, and whether a text gives one away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_lemmas

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["HiddenNames"]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """Without regard to case. A name that is also one of something visible is no secret."""

    names: frozenset[str]

    @classmethod
    def of(cls, full: DatabaseSchema, visible: DatabaseSchema) -> HiddenNames:
        return cls(frozenset(_names(full)) - frozenset(_names(visible)))

    def __bool__(self) -> bool:
        return bool(self.names)

    def named_in(self, text: str) -> set[str]:
        """Those that stand in it as words."""
        folded = text.casefold()
        words = set(_WORD.findall(folded))
        return {name for name in self.names if (name in folded if not _WORD.fullmatch(name) else name in words)}

    @staticmethod
    def are_spelled(names: Iterable[str], question: str) -> bool:
        """Whether the question has every word of each of the names, in any form."""
        asked = {lemma.casefold() for lemma in identifier_lemmas(question)}
        return all(asked.issuperset(lemma.casefold() for lemma in identifier_lemmas(name)) for name in names)


def _names(schema: DatabaseSchema) -> Iterator[str]:
    for table in schema.tables:
        yield table.name.casefold()
        if table.namespace:
            yield table.namespace.casefold()
        for column in table.columns:
            yield column.name.casefold()
