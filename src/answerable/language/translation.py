"""What a translator gives back: SQL candidates, how sure it is, and what it would ask."""

from __future__ import annotations

from dataclasses import field
from datetime import date
from typing import TYPE_CHECKING, Protocol

from answerable.kernel.clarification import Clarification, Reading
from answerable.kernel.knowledge import NOTHING_KNOWN, Applied, Known
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage
from answerable.language.question.reading_budget import UNLIMITED, ReadingTime

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["Candidate", "CodedClarification", "CodedReading", "Context", "Translation", "Translator", "Turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the conversation and the SQL that answered it."""

    question: str
    sql: str
    is_edited: bool = False
    """A person edited this SQL, or that of a question it builds on."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a question may lean on besides the schema."""

    today: date
    turns: tuple[Turn, ...] = ()
    lang: str = "en"
    fiscal_year_start: int = 1
    known: Known = NOTHING_KNOWN
    """What the organisation knows of this data."""
    time: ReadingTime = UNLIMITED
    """Looked at between the steps of reading."""


@dataclass(frozen=True, slots=True)
class Candidate:
    sql: str
    confidence: float
    """Probability that this SQL answers the question, 0 to 1."""
    words: CodedMessage | None = None
    """What it computes, as a colleague would say it; None where only its SQL can be explained."""


@dataclass(frozen=True, slots=True)
class CodedReading:
    """One way to understand an ambiguous question, with its SQL."""

    text: CodedMessage
    sql: str


@dataclass(frozen=True, slots=True)
class CodedClarification:
    """What the translator would ask back, in no language yet."""

    question: CodedMessage
    readings: tuple[CodedReading, ...] = ()
    """Two to four; empty when nothing in the data matches the question."""

    def render(self, lang: str) -> Clarification:
        readings = tuple(Reading(one.text.render(lang), one.sql) for one in self.readings)
        return Clarification(self.question.render(lang), readings)


@dataclass(frozen=True, slots=True)
class Translation:
    candidates: tuple[Candidate, ...]
    """Best first. Empty when nothing was understood."""
    path: str
    """Which way it was made: `embedded`, `verified_query`, `metric`, `model:NAME`, …"""
    clarification: CodedClarification | None = None
    understood: tuple[CodedMessage, ...] = ()
    """Parts of the question that were matched, in plain words ("'revenue' is orders.revenue")."""
    not_understood: tuple[str, ...] = ()
    """Words of the question that were matched to nothing."""
    assumptions: tuple[CodedMessage, ...] = field(default=())
    """Choices made on the asker's behalf, said in the answer ("'last quarter' is July to September 2026")."""
    decline: CodedMessage | None = None
    """Says that the data does not hold what is asked for, and what it has; None where it may hold it."""
    is_refused: bool = False
    """True where nothing shall be tried: the question asks to change data."""
    applied: tuple[Applied, ...] = ()
    """Entries of what is known that had a part in it."""
    leans_on_earlier: bool = False
    """True where the question was read as an edit of the one before it."""

    @property
    def best(self) -> Candidate | None:
        return self.candidates[0] if self.candidates else None


class Translator(Protocol):
    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation: ...
