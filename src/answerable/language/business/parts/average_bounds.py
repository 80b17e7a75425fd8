"""Rows set against an average: `films longer than the average film`, `deals above our average size`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import BusinessQuery, ComparedFigure, QueryFigure
from answerable.language.business.links.question_cues import CueSpan
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["average_comparisons", "within_said_rows"]

_REACH = 2
_LESS_LIKELY = 0.15
_KINDS = (
    (frozenset(("longer", "shorter")), ("duration",), "span"),
    (frozenset(("expensive", "cheaper", "pricier", "dearer", "cost", "costs")), ("price", "amount"), ""),
    (frozenset(("older", "younger")), ("age",), "age"),
    (frozenset(("bigger", "larger", "smaller", "size")), ("size", "amount", "quantity"), ""),
    (frozenset(("better", "worse", "rated")), ("score",), ""),
    (frozenset(("spent", "worth", "earn", "earns", "paid", "pay")), ("amount", "price"), ""),
)
"""What a word of comparison speaks of where no measure is named: kinds of measures, a derived one."""


def average_comparisons(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[ComparedFigure]:
    for span in subjects.parts.cues.all("above_average", "below_average"):
        operator = ">" if span.meaning == "above_average" else "<"
        named = [replace(subjects.figure_of(link), function="value") for link in subjects.parts.measures[:1]]
        for figure in named or _hinted(query.base, span, subjects):
            yield ComparedFigure(figure, operator, None)


def _hinted(table: str, span: CueSpan, subjects: QuestionSubjects) -> Iterator[QueryFigure]:
    said = {token.text.casefold() for token in subjects.parts.tokens[: span.end + _REACH]}
    for words, kinds, derived in _KINDS:
        if said & words:
            measures = [one for one in subjects.model.measures_of(table) if one.kind in kinds]
            measures.sort(key=lambda one: kinds.index(one.kind))
            known = [one for one in subjects.model.derived_of(table) if one.kind == derived]
            yield from [QueryFigure("value", table, one.column) for one in measures[:1]]
            yield from [QueryFigure("value", table, derived=one.kind) for one in known[: not measures]]
            return


def within_said_rows(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """The average of all rows, and that of the rows that are asked about."""
    yield query
    compared = [one for one in query.having if one.value is None and not one.is_of_groups and one.other is None]
    if compared and any(not getattr(test, "is_default", False) for test in query.tests):
        having = tuple(replace(one, is_within=True) if one in compared else one for one in query.having)
        loss = _LESS_LIKELY if _names_all_rows(subjects) else -_LESS_LIKELY
        yield replace(query, having=having, score=query.score - loss)


def _names_all_rows(subjects: QuestionSubjects) -> bool:
    """`than the average cake`, said of tarts."""
    spans = subjects.parts.cues.all("above_average", "below_average")
    nouns = [link for link in subjects.parts.things for span in spans if 0 <= link.start - span.end <= 1]
    conditions = {(link.start, link.end) for link in subjects.parts.conditions}
    return any((link.start, link.end) not in conditions for link in nouns)
