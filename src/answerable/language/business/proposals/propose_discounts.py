"""Questions for the money that discounts gave away: quantity, price and discount of each row together."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery, QueryFigure
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import find_phrase, given_back
from answerable.semantics.discount_values import DISCOUNT_GIVEN, discount_column

__all__ = ["propose_discounts"]

_GIVEN_AWAY, _SUMMED = 1.2, 0.9


def propose_discounts(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`how much did we give away in discounts`: a sum of money, not of percentages."""
    away = find_phrase(subjects.parts.tokens, "give_away")
    if away is None and not subjects.parts.cues.has("sum"):
        return
    for link in subjects.parts.measures:
        table, column = link.target.table, link.target.column
        if discount_column(subjects.model, table) == column:
            figure = QueryFigure("sum", table, column, DISCOUNT_GIVEN)
            gain = (_GIVEN_AWAY if away else _SUMMED) + given_back(subjects.parts, away)
            yield BusinessQuery(table, figures=(figure,), groups=subjects.groups(table), score=subjects.score + gain)
