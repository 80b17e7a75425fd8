"""Questions that set what happened against what was planned: targets, quotas, budgets, by period or by owner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    ComparedFigure,
    DateGrain,
    EntityRow,
    PlanMatch,
    QueryFigure,
)
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import PhraseSpan, find_phrase, given_back, shape_words
from answerable.naming.inflection import lemma
from answerable.semantics import BusinessMeasure

__all__ = ["propose_plans"]

_GAIN, _OUTCOME, _UNNAMED = 0.9, 0.3, 0.2
_GRAINS = ("hour", "day", "week", "month", "quarter", "year")
_GRAIN_WORDS = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "annual": "year",
}  # fmt: skip
_MOST_EVENTS = 3


@dataclass(frozen=True, slots=True)
class _Outcome:
    operator: str
    span: PhraseSpan | None
    keeps: bool
    """Only periods with this outcome are asked for."""


def propose_plans(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    named = find_phrase(subjects.parts.tokens, "plan")
    if named is None:
        return
    outcome = _outcome(subjects, named)
    if outcome is None:
        return
    said = _OUTCOME if outcome.operator else 0.0
    score = subjects.score + _GAIN + said + given_back(subjects.parts, named, outcome.span)
    for measure in _planned(subjects):
        for figure, gain in _actual(subjects, measure):
            yield from _by_period(subjects, measure, figure, outcome, score + gain)
            yield from _by_owner(subjects, measure, figure, outcome, score + gain)


def _outcome(subjects: QuestionSubjects, named: PhraseSpan) -> _Outcome | None:
    """What is asked about the plan; None where it is only looked up."""
    parts = subjects.parts
    for operator, meaning in (("<", "missed"), (">", "beaten"), (">=", "reached")):
        span = find_phrase(parts.tokens, meaning)
        if span and (span.start < named.start or meaning != "reached"):
            operator = "<" if parts.cues.has("none") else operator
            return _Outcome(operator, span, _keeps(subjects, span))
    return _Outcome("", None, False) if parts.cues.has("compare") or len(parts.measures) > 1 else None


def _keeps(subjects: QuestionSubjects, span: PhraseSpan) -> bool:
    """`which months missed it`; not `did we hit it`, where both numbers are the answer."""
    parts = subjects.parts
    is_whether = find_phrase(parts.tokens[:1], "whether") is not None
    names_periods = any(token.lemma in _GRAINS for token in parts.tokens[: span.start])
    return (names_periods or parts.cues.has("which", "count")) and not is_whether and not parts.cues.has("compare")


def _planned(subjects: QuestionSubjects) -> Iterator[BusinessMeasure]:
    linked = [link.target for link in subjects.parts.linked.links]
    columns = {(one.table, one.column) for one in linked if one.kind is LinkKind.MEASURE}
    tables = {one.table for one in linked if one.kind is LinkKind.ENTITY}
    for one in subjects.model.measures:
        is_of_plan = one.table in tables and _is_plan(_noun(subjects, one.table))
        is_named = (one.table, one.column) in columns or one.table in tables
        if is_of_plan or (is_named and _is_plan(one.label)):
            yield one


def _is_plan(label: str) -> bool:
    return any((lemma(word),) in shape_words("plan") or (word,) in shape_words("plan") for word in label.split())


def _noun(subjects: QuestionSubjects, table: str) -> str:
    entity = subjects.model.entity(table)
    return entity.noun if entity else ""


def _actual(subjects: QuestionSubjects, plan: BusinessMeasure) -> Iterator[tuple[QueryFigure, float]]:
    """The other measure that is named, else what the likeliest event is worth."""
    parts = subjects.parts
    others = [link for link in parts.measures if not _is_plan_of(subjects, link.target.table, link.target.column)]
    if others:
        for link in others[:2]:
            figure = subjects.figure_of(link)
            functions = subjects.aggregations(figure)
            yield replace(figure, function=functions[0] if functions and "sum" not in functions else "sum"), 0.0
        return
    said = {lemma(word) for word in (*plan.label.split(), *_noun(subjects, plan.table).split())}
    named = [table for table in (*subjects.events, *subjects.tables) if table != plan.table]
    for place, table in enumerate(named or [event.table for event in subjects.model.events][:_MOST_EVENTS]):
        for figure in [one for one in subjects.natural_figures(table)[:1] if table != plan.table]:
            shared = said & {lemma(word) for word in _label(subjects, figure).split()}
            yield figure, (0.2 if shared else 0.0) - 0.05 * place - _UNNAMED * (not named)


def _label(subjects: QuestionSubjects, figure: QueryFigure) -> str:
    measures = subjects.model.measures_of(figure.table)
    label = next((one.label for one in measures if one.column == figure.column), "")
    return f"{label} {_noun(subjects, figure.table)}"


def _is_plan_of(subjects: QuestionSubjects, table: str, column: str) -> bool:
    measures = subjects.model.measures_of(table)
    label = next((one.label for one in measures if one.column == column), "")
    return _is_plan(label) or _is_plan(_noun(subjects, table))


# By period


def _by_period(
    subjects: QuestionSubjects, plan: BusinessMeasure, figure: QueryFigure, outcome: _Outcome, score: float
) -> Iterator[BusinessQuery]:
    period, day = _period_of(subjects, plan.table), subjects.date_of(figure.table)
    if period is None or day is None or figure.table == plan.table or subjects.marked_groups:
        return
    columns, finest = period
    grain = _coarser(subjects.parts.grain, finest)
    planned = QueryFigure("sum", plan.table, plan.column)
    is_counted = outcome.keeps and subjects.parts.cues.has("count")
    match = PlanMatch(planned, columns, grain, outcome.operator if outcome.keeps else "", is_counted)
    groups = (DateGrain(day.table, day.column, grain),)
    yield BusinessQuery(figure.table, figures=(figure,), groups=groups, plan=match, score=score)


def _period_of(subjects: QuestionSubjects, table: str) -> tuple[tuple[str, ...], str] | None:
    """Columns that tell the plan's period, and how long that is."""
    if day := subjects.model.main_date(table):
        hidden = subjects.model.hidden_type(table, day.column)
        is_month = day.is_first_of_month or (hidden is not None and hidden.kind == "month")
        return (day.column,), "month" if is_month else _said_grain(f"{_noun(subjects, table)} {day.column}")
    numbers = {one.label.split()[-1]: one.column for one in subjects.model.dimensions if one.table == table}
    numbers |= {one.label.split()[-1]: one.column for one in subjects.model.measures_of(table)}
    if "year" not in numbers:
        return None
    return ((numbers["year"], numbers["month"]), "month") if "month" in numbers else ((numbers["year"],), "year")


def _said_grain(text: str) -> str:
    words = [lemma(word) for word in text.casefold().replace("_", " ").split()]
    found = [_GRAIN_WORDS.get(word, word) for word in words]
    return next((word for word in found if word in _GRAINS), "month")


def _coarser(asked: str | None, finest: str) -> str:
    return asked if asked in _GRAINS and _GRAINS.index(asked) > _GRAINS.index(finest) else finest


# By owner


def _by_owner(
    subjects: QuestionSubjects, plan: BusinessMeasure, figure: QueryFigure, outcome: _Outcome, score: float
) -> Iterator[BusinessQuery]:
    """`departments over budget`: the plan is a column of what the rows belong to."""
    if figure.table == plan.table or subjects.paths.path(figure.table, plan.table, only_up=True) is None:
        return
    planned = QueryFigure("max", plan.table, plan.column)
    compared = ComparedFigure(figure, outcome.operator, None, planned)
    groups = (EntityRow(plan.table), Attribute(plan.table, plan.column))
    having = (compared,) if outcome.keeps else ()
    is_counted = bool(having) and subjects.parts.cues.has("count")
    yield BusinessQuery(
        figure.table, figures=(figure,), groups=groups, having=having, counts_groups=is_counted, score=score
    )
