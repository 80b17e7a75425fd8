"""Questions for more than one figure: how many and how much, two measures, periods or values side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    DateGrain,
    PeriodTest,
    QueryFigure,
)
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = [
    "propose_compared_values",
    "propose_running_totals",
    "propose_several",
    "propose_side_by_side",
    "with_compared_values",
]

_NEXT_FIGURE = 0.05
_AGGREGATES = ("avg", "sum", "max", "min")


def propose_several(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    measured = _measured(subjects)
    if subjects.parts.cues.has("count"):
        for figure in measured[:2] or _natural(subjects):
            yield _query(subjects, (QueryFigure("count", figure.table), figure), 0.5)
    if len(measured) >= 2 and measured[0].table == measured[1].table:
        yield _query(subjects, tuple(measured[:2]), 0.35)
    if len(measured) == 1 and (functions := _other_functions(subjects)):
        yield _query(subjects, tuple(replace(measured[0], function=one) for one in functions), 0.4)


def _query(subjects: QuestionSubjects, figures: tuple[QueryFigure, ...], gain: float) -> BusinessQuery:
    base = figures[0].table
    return BusinessQuery(base, figures=figures, groups=subjects.groups(base), score=subjects.score + gain)


def _measured(subjects: QuestionSubjects) -> list[QueryFigure]:
    """The measures that are named, each under the function said last before it."""
    parts = subjects.parts
    return [
        replace(subjects.figure_of(link), function=_function_before(subjects, link))
        for link in parts.untested(parts.measures)
        if link is not parts.counted_measure
    ]


def _function_before(subjects: QuestionSubjects, link: WordLink) -> str:
    spans = [span for span in subjects.parts.cues.all(*_AGGREGATES) if span.start <= link.start]
    return spans[-1].meaning if spans else (subjects.aggregations(subjects.figure_of(link)) or ("sum",))[0]


def _natural(subjects: QuestionSubjects) -> list[QueryFigure]:
    """`how many and how much`: what the rows are worth."""
    said = subjects.parts.aggregate
    tables = [table for table, _ in subjects.counted()][:1] if said else []
    figures = [figure for table in tables for figure in subjects.natural_figures(table)[:2]]
    return [replace(figure, function=said.meaning) for figure in figures] if said else []


def _other_functions(subjects: QuestionSubjects) -> tuple[str, ...]:
    """`the lowest, highest and average price`."""
    said = [span.meaning for span in subjects.parts.cues.all(*_AGGREGATES, "desc", "asc", "desc_money", "asc_money")]
    functions = tuple(dict.fromkeys({"desc": "max", "asc": "min"}.get(one.split("_")[0], one) for one in said))
    return functions if len(functions) >= 2 else ()


# Side by side


def propose_side_by_side(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`2024 against 2025`: a figure for each period, beside each other and below each other."""
    gain = 0.6 if subjects.parts.cues.has("compare") and not subjects.parts.cues.has("growth") else 0.2
    for place, figure in enumerate(subjects.compared_figures()):
        day = subjects.date_of(figure.table)
        if day is None:
            continue
        periods = [PeriodTest(day.table, day.column, one.start, one.end) for one in subjects.parts.compared_periods]
        beside = tuple(replace(figure, tests=(period,)) for period in periods)
        groups = subjects.marked_groups
        score = subjects.score + gain - _NEXT_FIGURE * place
        yield BusinessQuery(figure.table, figures=beside, groups=groups, score=score)
        grain = DateGrain(day.table, day.column, subjects.parts.grain or "year")
        yield BusinessQuery(figure.table, figures=(figure,), groups=(grain, *groups), score=score - 0.1)


def with_compared_values(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`electric or petrol`, `open, closed and cancelled`: a figure for each of several values of one column."""
    yield query
    if query.groups or query.ranking or not query.figures or query.growth or query.share_of is not None:
        return
    for link in subjects.parts.conditions:
        if link.target.kind is LinkKind.FLAG and subjects.parts.cues.has("compare"):
            yield replace(query, groups=(Attribute(link.target.table, link.target.column),), score=query.score + 0.3)
    for (table, column), count in _value_counts(subjects).items():
        if count >= 2:
            gain = 0.3 if subjects.parts.cues.has("compare") or count > 2 else -0.1
            yield replace(query, groups=(Attribute(table, column),), score=query.score + gain)


def propose_compared_values(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`app or web, what do they prefer`: how many rows have each value, where no figure is named."""
    if subjects.parts.measures or not subjects.parts.cues.has("compare"):
        return
    for (table, column), count in _value_counts(subjects).items():
        if count >= 2:
            bases = subjects.events_over(table) if table in subjects.tables else (table,)
            for base in dict.fromkeys((*bases, table)):
                group = (Attribute(table, column),)
                score = subjects.score + (0.5 if base == table else 0.4)
                yield BusinessQuery(base, figures=(QueryFigure("count", base),), groups=group, score=score)


def _value_counts(subjects: QuestionSubjects) -> dict[tuple[str, str], int]:
    """Of columns of which values are named: how many."""
    values: dict[tuple[str, str], int] = defaultdict(int)
    for link in subjects.parts.conditions:
        if link.target.kind is LinkKind.VALUE and "|" not in link.target.column:
            values[link.target.table, link.target.column] += 1
    return values


def propose_running_totals(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for figure in subjects.compared_figures():
        if day := subjects.date_of(figure.table):
            grain = DateGrain(day.table, day.column, subjects.parts.grain or "month")
            groups = (grain, *subjects.marked_groups)
            yield BusinessQuery(
                figure.table, figures=(figure,), groups=groups, is_running=True, score=subjects.score + 0.8
            )
