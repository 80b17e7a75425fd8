"""Questions for one figure by another: orders per customer, the value of an average order, each group's part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import BusinessQuery, EntityRow, QueryFigure
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of

__all__ = ["propose_measure_ratios", "propose_parts_of_all", "propose_ratios"]

_OVER, _OUT_OF = 0.9, 0.5
_PER = frozenset(("per", "a", "each", "every", "for"))


def propose_measure_ratios(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`revenue per kilometre`, `sales per square metre by shop`, `discount as a share of revenue`."""
    parts = subjects.parts
    for span in parts.cues.all("by"):
        below = [link for link in parts.measures if 0 <= link.start - span.end <= 1]
        above = [link for link in parts.measures if link.end <= span.start]
        if below and above and parts.tokens[span.start].lemma in _PER:
            yield from _ratio(subjects, subjects.figure_of(above[-1]), subjects.figure_of(below[0]))
    if parts.cues.has("share") and len(parts.measures) >= 2:
        part, whole = (subjects.figure_of(link) for link in parts.measures[:2])
        if part.table == whole.table and part != whole:
            groups = subjects.groups(part.table)
            figures = (replace(part, out_of=whole),)
            yield BusinessQuery(part.table, figures=figures, groups=groups, score=subjects.score + _OUT_OF)


def _ratio(subjects: QuestionSubjects, above: QueryFigure, below: QueryFigure) -> Iterator[BusinessQuery]:
    """Both added up; what each group has once is taken once."""
    groups = subjects.groups(above.table)
    is_of_group = any(group.table == below.table for group in groups if isinstance(group, EntityRow))
    if above.table == below.table or is_of_group:
        over = below if above.table == below.table else replace(below, function="max")
        figures = (replace(above, over=over),)
        yield BusinessQuery(above.table, figures=figures, groups=groups, score=subjects.score + _OVER)


def propose_ratios(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`average number of orders per customer`, `average value per order`."""
    for figure in subjects.compared_figures():
        for place, gain in _divisors(subjects, figure.table):
            total = replace(figure, function=figure.function if figure.function == "count" else "sum", per=place)
            groups = tuple(one for one in subjects.groups(figure.table) if one != EntityRow(place))
            score = subjects.score + gain
            yield BusinessQuery(figure.table, figures=(total,), groups=groups, score=score)


def _divisors(subjects: QuestionSubjects, table: str) -> Iterator[tuple[str, float]]:
    """Rows that the figure's rows belong to: those after `per`, or those that are named."""
    for group in subjects.marked_groups:
        if isinstance(group, EntityRow) and subjects.paths.path(table, group.table, only_up=True):
            yield group.table, 0.55
    for link in subjects.parts.things:
        place = place_of(link)[0]
        if place != table and subjects.paths.path(table, place, only_up=True):
            yield place, 0.1


def propose_parts_of_all(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`share of each channel in revenue`."""
    tables = [QueryFigure("count", table) for table, _ in subjects.counted()]
    for figure in (*subjects.compared_figures(), *tables)[:3]:
        if groups := subjects.groups(figure.table):
            yield BusinessQuery(
                figure.table, figures=(figure,), groups=groups, share_of=(), score=subjects.score + 0.35
            )
