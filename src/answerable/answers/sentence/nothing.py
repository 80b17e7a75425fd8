"""What is said where there is nothing: no rows, or no value in any of them."""

from __future__ import annotations

from answerable.answers.sentence.sentence_writer import Pieces, Teller
from answerable.answers.values.plain_text import safe_text

__all__ = ["say_empty", "say_null"]

_COLUMNS_SAID = 6
_LONGEST_FILTER = 80
"""What is longer tells a reader how it was looked for, not what for."""


def say_empty(teller: Teller, question: str) -> Pieces | None:
    if teller.view.rows and teller.view.names:
        return None
    filters = [(safe_text(text),) for text in teller.facts.filters]
    if filters and all(len(text) <= _LONGEST_FILTER for text in teller.facts.filters):
        return teller.phrase("empty", filters=teller.join(filters))
    subject = safe_text(teller.facts.subject)
    return teller.phrase("empty_subject", rows=subject) if subject else teller.phrase("empty_unfiltered")


def say_null(teller: Teller, question: str) -> Pieces | None:
    columns = teller.view.columns
    if any(value is not None for values in columns.values() for value in values):
        return None
    labels = [(teller.label(name),) for name in columns]
    return teller.phrase("nothing", labels=teller.join(labels[:_COLUMNS_SAID], has_more=len(labels) > _COLUMNS_SAID))
