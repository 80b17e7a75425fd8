"""What is asked back when a question has more than one reading, or none."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Clarification", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand an ambiguous question, in plain words, with its SQL."""

    text: str
    sql: str


@dataclass(frozen=True, slots=True)
class Clarification:
    question: str
    readings: tuple[Reading, ...] = ()
    """Two to four; empty when nothing in the data matches the question."""
