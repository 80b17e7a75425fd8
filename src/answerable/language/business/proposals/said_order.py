"""The order that a question asks for its rows in: `most expensive first`, `oldest first`, `alphabetically`."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.business.business_query import Attribute, BusinessQuery, DateGrain, QueryFigure, RowRanking
from answerable.language.business.links.question_cues import CueSpan
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["in_said_order"]

_BY_DATE = frozenset(("newest", "latest", "recent", "oldest", "earliest", "youngest"))
_BY_MONEY = frozenset(("expensive", "cheapest", "cheap", "dearest", "priciest", "costliest"))
_PRICED = ("price", "amount", "balance")
_BY_NAME = frozenset(("alphabetically", "alphabetical"))
_REACH = 3


def in_said_order(query: BusinessQuery, subjects: QuestionSubjects) -> BusinessQuery:
    """The same rows; all of them."""
    span = subjects.parts.cues.first("order_desc", "order_asc")
    composed = query.ranking or query.growth or query.plan or query.counts_groups or query.share_of is not None
    if span is None or composed or not (query.groups or query.outputs):
        return query
    if not query.figures and query.outputs and _words(subjects, span) & _BY_MONEY:
        query = _with_price(query, subjects)
    by = _ordered_by(query, subjects, span)
    return replace(query, ranking=RowRanking(by, span.meaning == "order_desc")) if by else query


def _words(subjects: QuestionSubjects, span: CueSpan) -> set[str]:
    return {token.text.casefold() for token in subjects.parts.tokens[span.start : span.end]}


def _with_price(query: BusinessQuery, subjects: QuestionSubjects) -> BusinessQuery:
    """`cheapest first`: what each costs is shown."""
    money = [one for one in subjects.model.measures_of(query.base) if one.kind in _PRICED]
    columns = {(one.table, one.column) for one in subjects.model.measures if one.kind in _PRICED}
    is_shown = any(isinstance(one, Attribute) and (one.table, one.column) in columns for one in query.outputs)
    if is_shown or not money:
        return query
    first = min(money, key=lambda one: _PRICED.index(one.kind))
    return replace(query, outputs=(*query.outputs, Attribute(query.base, first.column)))


def _ordered_by(query: BusinessQuery, subjects: QuestionSubjects, span: CueSpan) -> QueryFigure | Attribute | None:
    """What is named behind it, what its words speak of, or the figure that is shown."""
    words = _words(subjects, span)
    shown = [one for one in query.outputs if isinstance(one, Attribute)]
    if words & _BY_DATE:
        days = {(day.table, day.column) for day in subjects.model.dates}
        return next((one for one in shown if (one.table, one.column) in days), None)
    if words & _BY_NAME:
        return _name(query, subjects)
    named = _named_behind(query, subjects, span)
    if query.figures and not any(isinstance(group, DateGrain) for group in query.groups):
        return named or query.figures[0]
    figures = {(one.table, one.column) for one in subjects.model.measures}
    return named or next((one for one in reversed(shown) if (one.table, one.column) in figures), None)


def _named_behind(query: BusinessQuery, subjects: QuestionSubjects, span: CueSpan) -> QueryFigure | Attribute | None:
    """`worst first by amount`."""
    near = [link.target for link in subjects.parts.measures if 0 <= link.start - span.end <= _REACH]
    columns = {(one.table, one.column, one.detail) for one in near}
    figures = [one for one in query.figures if (one.table, one.column, one.derived) in columns]
    shown = [one for one in query.outputs if isinstance(one, Attribute) and (one.table, one.column, "") in columns]
    return figures[0] if figures else shown[0] if shown else None


def _name(query: BusinessQuery, subjects: QuestionSubjects) -> Attribute | None:
    entity = subjects.model.entity(query.base)
    is_listed = entity is not None and not query.figures and not query.groups and bool(query.outputs)
    return Attribute(query.base, entity.display[-1]) if entity and is_listed and entity.display else None
