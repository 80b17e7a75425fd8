"""Questions for a figure of each parent on average: items in an order, lines of an invoice, revenue of a customer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import BusinessQuery, EntityRow, QueryFigure
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.parts.shape_phrases import find_phrase, given_back

__all__ = ["propose_per_parent"]

_GAIN = 0.55
_AFTER_PER, _PIECES, _ROWS = 0.5, 0.25, 0.2
_REACH = 3
_FURTHER = 0.15
"""`visitors per screening by film`: the first is the parent, the second the group."""


def propose_per_parent(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`how many items are in an order on average`, `average revenue per enterprise customer`."""
    if not subjects.parts.cues.has("avg"):
        return
    pieces = find_phrase(subjects.parts.tokens, "pieces")
    back = given_back(subjects.parts, pieces)
    for place, (parent, sure) in enumerate(_parents(subjects)):
        for figure, gain in _figures(subjects, parent, pieces is not None):
            groups = tuple(one for one in subjects.groups(figure.table) if one != EntityRow(parent))
            score = subjects.score + _GAIN + gain + sure + back - _FURTHER * place
            yield BusinessQuery(figure.table, figures=(figure,), groups=groups, score=score)


def _parents(subjects: QuestionSubjects) -> list[tuple[str, float]]:
    """The rows after `per`, and those that are named last."""
    marked = [group.table for group in subjects.marked_groups if isinstance(group, EntityRow)]
    narrowed = [place_of(link)[0] for link in subjects.parts.things if _is_narrowed(subjects, link)]
    named = [place_of(link)[0] for link in reversed(subjects.parts.things)]
    sure = {table: _AFTER_PER if table in narrowed else 0.0 for table in (*marked, *narrowed, *named)}
    return list(sure.items())[:2]


def _is_narrowed(subjects: QuestionSubjects, link: WordLink) -> bool:
    """`per enterprise customer`: a condition stands between."""
    spans = [span for span in subjects.parts.cues.all("by") if span.end < link.start <= span.end + _REACH]
    explained = {i for one in subjects.parts.conditions for i in range(one.start, one.end)}
    return any(set(range(span.end, link.start)) <= explained for span in spans)


def _figures(subjects: QuestionSubjects, parent: str, says_pieces: bool) -> Iterator[tuple[QueryFigure, float]]:
    """Pieces are added up where rows have a quantity; rows are counted; measures that are named are added up."""
    parts = subjects.parts
    tables = [table for table in (*subjects.tables, *subjects.events) if _is_below(subjects, table, parent)]
    if says_pieces:
        for measure in subjects.model.measures:
            if measure.kind == "quantity" and _is_below(subjects, measure.table, parent):
                yield QueryFigure("sum", measure.table, measure.column, per=parent), _PIECES
    is_marked = parent in {group.table for group in subjects.marked_groups}
    if parts.cues.has("count") or (is_marked and not parts.measures):
        yield from ((QueryFigure("count", table, per=parent), _ROWS) for table in tables[:1])
    for link in parts.measures[:1] if not parts.cues.has("count") else ():
        figure = subjects.figure_of(link)
        if _is_below(subjects, figure.table, parent) and "sum" in subjects.aggregations(figure):
            yield replace(figure, per=parent), 0.0


def _is_below(subjects: QuestionSubjects, table: str, parent: str) -> bool:
    return table != parent and bool(subjects.paths.path(table, parent, only_up=True))
