"""Questions for figures: counts, sums and averages, shares, growth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import BusinessQuery, PeriodTest, QueryFigure
from answerable.language.business.links.held_attributes import presence_of
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.parts.row_conditions import condition_of
from answerable.language.business.parts.shape_phrases import find_phrase, given_back

__all__ = [
    "propose_counted_groups",
    "propose_counts",
    "propose_figures",
    "propose_growth",
    "propose_main_figures",
    "propose_shares",
]

_NEXT_FIGURE, _IN_PERCENT = 0.05, 0.4

_PIECES, _FROM_STOCK = 0.3, 0.5
_TRADED = frozenset(("sell", "buy", "serve", "purchase", "dispense"))


def propose_counts(subjects: QuestionSubjects, bonus: float) -> Iterator[BusinessQuery]:
    function = "count_distinct" if subjects.parts.cues.has("distinct") else "count"
    for table, score in subjects.counted():
        figures = (QueryFigure(function, table),)
        groups = subjects.groups(table)
        yield BusinessQuery(table, figures=figures, groups=groups, score=subjects.score + score + bonus)
    if function == "count_distinct":
        yield from _count_of_values(subjects, bonus)
    else:
        yield from _pieces(subjects, bonus)


def _pieces(subjects: QuestionSubjects, bonus: float) -> Iterator[BusinessQuery]:
    """`how many lamps did we sell`: their quantities, not the lines they stand in."""
    is_traded = bool(_TRADED & {token.lemma for token in subjects.parts.tokens})
    if subjects.events or subjects.parts.dated or is_traded:
        happens = {event.table for event in subjects.model.events}
        named = (*subjects.tables[:1], *(link.target.table for link in subjects.parts.conditions))
        for table in dict.fromkeys(named):
            is_from_stock = is_traded and not subjects.events and table not in happens
            for figure in subjects.pieces_of(table)[:1]:
                groups = subjects.groups(figure.table)
                score = subjects.score + bonus + _PIECES + (_FROM_STOCK if is_from_stock else 0.0)
                yield BusinessQuery(figure.table, figures=(figure,), groups=groups, score=score)


def _count_of_values(subjects: QuestionSubjects, bonus: float) -> Iterator[BusinessQuery]:
    """`how many different cities`: of an attribute, not of rows."""
    span = subjects.parts.cues.first("count")
    for link in subjects.parts.attributes[:1]:
        if span and link.start - span.end <= 2:
            figure = QueryFigure("count_distinct", link.target.table, link.target.column)
            yield BusinessQuery(link.target.table, figures=(figure,), score=subjects.score + bonus + 0.2)


def propose_figures(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for figure, bonus in subjects.measured():
        function, gain = _function(subjects, figure)
        asked = (replace(figure, function=function),)
        groups = subjects.groups(figure.table)
        score = subjects.score + bonus + gain
        yield BusinessQuery(figure.table, figures=asked, groups=groups, score=score)
        for other in subjects.aggregations(figure)[:2]:
            if not subjects.parts.aggregate and other != function:
                other_figure = (replace(figure, function=other),)
                yield BusinessQuery(figure.table, figures=other_figure, groups=groups, score=score - 0.2)


def _function(subjects: QuestionSubjects, figure: QueryFigure) -> tuple[str, float]:
    allowed = subjects.aggregations(figure)
    if said := subjects.parts.aggregate:
        return said.meaning, 0.35 if said.meaning in (*allowed, "min", "max") else -0.4
    parts = subjects.parts
    if parts.counted_measure is not None and figure == subjects.figure_of(parts.counted_measure):
        return "sum", 0.5
    return (allowed or ("sum",))[0], 0.25 if parts.grouped or parts.grain or parts.dates else 0.05


def propose_shares(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """Any of the conditions may be the part; the last one is the likeliest."""
    conditions = subjects.parts.conditions
    tests = [condition_of(link, subjects.parts) for link in conditions] + [*presence_of(subjects.parts.held)]
    for part in tests:
        score = subjects.score + (0.4 if part is tests[-1] else 0.3)
        for table in dict.fromkeys((*subjects.tables[:1], part.table)):
            yield BusinessQuery(table, groups=subjects.groups(table), share_of=(part,), score=score)
        for link_of_measure in subjects.parts.measures[:1]:
            figure = subjects.figure_of(link_of_measure)
            groups = subjects.groups(figure.table)
            yield BusinessQuery(figure.table, figures=(figure,), groups=groups, share_of=(part,), score=score + 0.1)


def propose_growth(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    periods = subjects.parts.compared_periods
    percent = find_phrase(subjects.parts.tokens, "percent")
    gain = 0.6 if subjects.parts.cues.has("growth") else 0.3
    gain += _IN_PERCENT + given_back(subjects.parts, percent) if percent else 0.0
    for figure in subjects.compared_figures():
        if day := subjects.date_of(figure.table):
            before, after = (PeriodTest(day.table, day.column, one.start, one.end) for one in periods)
            growth = (before, after)
            groups, score = subjects.marked_groups, subjects.score + gain
            yield BusinessQuery(figure.table, figures=(figure,), groups=groups, growth=growth, score=score)


def propose_main_figures(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`what did we make in 2025`: only the time is named."""
    for place, figure in enumerate(subjects.compared_figures()):
        groups = subjects.groups(figure.table)
        yield BusinessQuery(figure.table, figures=(figure,), groups=groups, score=subjects.score - _NEXT_FIGURE * place)


def propose_counted_groups(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`customers with at least 3 orders`, `makes with more than 20 cars`: with how many."""
    for test in subjects.parts.number_tests:
        rows = [link for link in subjects.parts.things if 0 <= link.start - test.at <= 2]
        heads = [link for link in (*subjects.parts.things, *subjects.parts.attributes) if link.end <= test.start]
        for counted in rows[:1]:
            figure = QueryFigure("count", place_of(counted)[0])
            for head in sorted(heads, key=lambda link: link.start)[:2]:
                group = (subjects.group_of(head),)
                yield BusinessQuery(figure.table, figures=(figure,), groups=group, score=subjects.score + 0.45)
