"""`came back late`, `delivered on time`: a date that a row has, set against the day on which it was due."""

from __future__ import annotations

from answerable.language.business.business_query import DatesTest
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import PhraseSpan, find_phrase
from answerable.semantics import DateRole

__all__ = ["lateness_of", "said_lateness"]

_DUE = ("due", "scheduled")
_DONE = ("delivered", "paid", "completed", "ended", "shipped", "granted")


def said_lateness(subjects: QuestionSubjects) -> tuple[PhraseSpan, str] | None:
    """Where it is said, and how the date lies to the due one."""
    tokens = subjects.parts.tokens
    for meaning, operator in (("on_time", "<="), ("late", ">")):
        if span := find_phrase(tokens, meaning):
            before = {token.text.casefold() for token in tokens[max(0, span.start - 2) : span.start]}
            is_turned = bool(before & {"not", "n't", "never"}) and operator == "<="
            return span, ">" if is_turned else operator
    return None


def lateness_of(table: str, operator: str, subjects: QuestionSubjects) -> DatesTest | None:
    """None where the rows have no due date, or nothing that is done by then."""
    days = [day for day in subjects.model.dates if day.table == table]
    due = _first(days, _DUE)
    done = _first([day for day in days if day is not due], _DONE)
    return DatesTest(table, done.column, operator, due.column) if due and done else None


def _first(days: list[DateRole], roles: tuple[str, ...]) -> DateRole | None:
    found = [day for day in days if day.role in roles]
    return min(found, key=lambda day: roles.index(day.role)) if found else None
