"""What a word of a question may mean in a source."""

from __future__ import annotations

from enum import StrEnum

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.word_lists import Phrase

__all__ = ["LexiconEntry", "LinkKind", "WordTarget", "rows_of"]


class LinkKind(StrEnum):
    ENTITY = "entity"
    ROLE = "role"
    MEASURE = "measure"
    DERIVED = "derived"
    DIMENSION = "dimension"
    DATE = "date"
    EVENT = "event"
    VALUE = "value"
    FLAG = "flag"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class WordTarget:
    kind: LinkKind
    table: str
    column: str = ""
    values: tuple[str | int, ...] = ()
    """The values that are meant, as written; of a flag, those that say yes."""
    detail: str = ""
    """Kind of a derived measure, sense of a state, role of a key."""


LexiconEntry = tuple[Phrase, WordTarget, float]
"""A phrase, what it may mean, and how surely."""


def rows_of(target: WordTarget) -> str:
    """The table whose rows are meant: of a role, those that the key points to."""
    return target.detail if target.kind is LinkKind.ROLE else target.table
