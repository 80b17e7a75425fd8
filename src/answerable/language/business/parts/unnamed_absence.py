"""`extras nobody ever ordered`, `appeals that brought in nothing`: nothing happened, whatever the word for it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import BusinessQuery, ColumnTest, Existence
from answerable.language.business.links.question_cues import CueSpan
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["with_unnamed_absence"]

_LOST, _NEXT, _MOST = 0.1, 0.15, 2
_NEVER = frozenset(("never", "nobody", "nothing", "none", "no", "not", "without", "any", "yet", "single"))
_LEAVE_OUT = frozenset(("excluding", "except", "ignoring", "leaving", "exclude", "skip", "omit", "count", "longer"))


def with_unnamed_absence(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    if query.groups or query.ranking or query.having or query.share_of is not None or _is_negative(query):
        return
    if not any(_is_bare(span, subjects) for span in subjects.parts.cues.all("none")):
        return
    for place, table in enumerate(_what_happens(query.base, subjects)[:_MOST]):
        tests = (*query.tests, Existence(table, is_negated=True))
        yield replace(query, tests=tests, score=query.score - _LOST - _NEXT * place)


def _is_negative(query: BusinessQuery) -> bool:
    said = [test for test in query.tests if isinstance(test, ColumnTest) and not test.is_default]
    is_without = any(isinstance(test, Existence) and test.is_negated for test in query.tests)
    return is_without or any(test.operator in ("not_in", "is_null") for test in said)


def _is_bare(span: CueSpan, subjects: QuestionSubjects) -> bool:
    """Nothing that the source knows stands behind it."""
    words = {token.text.casefold() for token in subjects.parts.tokens[span.start : span.end]}
    lemmas = {token.lemma for token in subjects.parts.tokens[span.start : span.end]}
    is_absence = bool((words | lemmas) & _NEVER or any(word.endswith(("n't", "nt")) for word in words))
    return is_absence and not words & _LEAVE_OUT


def _what_happens(base: str, subjects: QuestionSubjects) -> list[str]:
    """Events and bridges below the rows: what a verb speaks of first, then the likeliest of the business."""
    events = [*subjects.events, *subjects.main_events]
    bridges = [entity.table for entity in subjects.model.entities if entity.is_bridge]
    children = {*subjects.children(base)}
    return [table for table in dict.fromkeys((*events, *bridges)) if table in children and table != base]
