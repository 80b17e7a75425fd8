"""Questions for rows with a figure of each beside them: `stalls with number of sales`, `orders and turnover`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import Attribute, BusinessQuery, GroupedBy, QueryFigure
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of

__all__ = ["propose_attached", "propose_rows_and_figure"]

_GAIN, _SEVERAL, _JOINED = 0.55, 0.25, 0.6
_NEAR = 2
_JOINS = frozenset(("and", "&", ",", "plus", "as", "well", "with", "/", "the", "their", "total", "average"))


def propose_attached(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    parts = subjects.parts
    if parts.grouped or parts.superlative or parts.cues.has("share", "growth", "compare"):
        return
    for head in parts.things[:1]:
        figures = _of_one_table([*_counts(subjects, head), *_sums(subjects, head)])
        if figures:
            groups = (subjects.group_of(head), *_known(subjects, head))
            score = subjects.score + _GAIN + (_SEVERAL if len(figures) > 1 else 0.0)
            yield BusinessQuery(figures[0].table, figures=figures, groups=groups, score=score)


def _counts(subjects: QuestionSubjects, head: WordLink) -> Iterator[QueryFigure]:
    """`with number of sales`, `and how often they were sold`."""
    for span in subjects.parts.cues.all("count"):
        if span.start >= head.end and subjects.parts.is_beside(span.start):
            named = [one for one in subjects.parts.things if 0 <= one.start - span.end <= _NEAR]
            tables = [place_of(one)[0] for one in named] or list(subjects.events)
            yield from (QueryFigure("count", table) for table in tables[:1] if _is_below(subjects, table, head))


def _sums(subjects: QuestionSubjects, head: WordLink) -> Iterator[QueryFigure]:
    for link in subjects.parts.untested(subjects.parts.measures):
        figure = subjects.figure_of(link)
        functions = subjects.aggregations(figure)
        if link.start >= head.end and functions and _is_below(subjects, figure.table, head):
            said = subjects.parts.aggregate
            yield replace(figure, function=said.meaning if said else functions[0])


def _is_below(subjects: QuestionSubjects, table: str, head: WordLink) -> bool:
    place, _ = place_of(head)
    return table != place and bool(subjects.paths.path(table, place, only_up=True))


def _of_one_table(figures: list[QueryFigure]) -> tuple[QueryFigure, ...]:
    """Rows of two tables joined to the same parent would be counted several times."""
    return tuple(dict.fromkeys(one for one in figures if one.table == figures[0].table))


def _known(subjects: QuestionSubjects, head: WordLink) -> list[GroupedBy]:
    """What else is asked of the rows: `customers with their town and …`."""
    place, via = place_of(head)
    entity = subjects.model.entity(place)
    shown = entity.display if entity else ()
    named = [one.target for one in subjects.parts.attributes if one.target.table == place and one.start >= head.end]
    return [Attribute(one.table, one.column, via) for one in named if one.column not in shown]


def propose_rows_and_figure(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`orders and turnover per branch`: how many, and how much."""
    parts = subjects.parts
    if parts.superlative or parts.cues.has("share", "count"):
        return
    for thing in parts.things:
        for link in parts.untested(parts.measures):
            first, second = sorted((thing, link), key=lambda one: one.start)
            between = [token.lemma for token in parts.tokens[first.end : second.start]]
            if between and {*between} <= _JOINS and thing.target.kind is LinkKind.ENTITY:
                yield from _both(subjects, place_of(thing)[0], link)


def _both(subjects: QuestionSubjects, table: str, link: WordLink) -> Iterator[BusinessQuery]:
    figure = subjects.figure_of(link)
    functions = subjects.aggregations(figure)
    is_of_rows = table == figure.table or bool(subjects.paths.path(figure.table, table, only_up=True))
    groups = tuple(one for one in subjects.groups(figure.table))
    if functions and is_of_rows and table not in {one.table for one in groups if not isinstance(one, Attribute)}:
        said = subjects.parts.aggregate
        measured = replace(figure, function=said.meaning if said else functions[0])
        figures = (QueryFigure("count", table), measured)
        yield BusinessQuery(figure.table, figures=figures, groups=groups, score=subjects.score + _JOINED)
