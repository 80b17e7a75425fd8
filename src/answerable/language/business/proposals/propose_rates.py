"""Questions for rates: what came of the rows out of all of them, and one kind of row for each hundred of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from answerable.language.business.business_query import BusinessQuery, ColumnTest, Existence, QueryFigure
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.links.word_targets import rows_of
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.parts.row_conditions import condition_of
from answerable.language.business.parts.usual_tests import usual_tests

__all__ = ["propose_rates"]

_CHILDREN = 0.5
_SPANNED = 0.8
_KIND = 0.75
_TIED = 0.35
_BECOMES = frozenset({"to", "into", "in", "become", "became", "becomes", "lead", "leads", "led", "reach", "reached"})
_MOST_PARENTS = 2


def propose_rates(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    yield from _rows_that_have(subjects)
    yield from _one_out_of_other(subjects)
    yield from _with_some(subjects)
    yield from _kind_before_rate(subjects)
    yield from _dated_before_rate(subjects)
    yield from _tied_to_one(subjects)


def _rows_that_have(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`return rate by category`: order lines of which a return exists, of all order lines."""
    parts = subjects.parts
    kinds = (LinkKind.ENTITY, LinkKind.EVENT)
    for child in dict.fromkeys(link.target.table for link in parts.linked.links if link.target.kind in kinds):
        for place, parent in enumerate(_parents(subjects, child)):
            share_of = (Existence(child, usual_tests(subjects, child)),)
            score = subjects.score + _CHILDREN - 0.2 * place
            yield BusinessQuery(
                parent,
                groups=subjects.groups(parent),
                share_of=share_of,
                tests=usual_tests(subjects, parent),
                score=score,
            )


def _parents(subjects: QuestionSubjects, child: str) -> list[str]:
    """Rows that are named and that it belongs to; else those that it always belongs to, the closest tie first."""
    named = [place_of(link)[0] for link in subjects.parts.things]
    above = [one for one in dict.fromkeys(named) if one != child and subjects.paths.path(child, one, only_up=True)]
    if above:
        return above[:1]
    ties = [one for one in subjects.model.relationships_of(child) if not one.is_optional and one.target != child]
    events = {event.table for event in subjects.model.events}
    ties = [one for one in ties if one.target in events]
    return [one.target for one in sorted(ties, key=lambda one: not one.is_unique)][:_MOST_PARENTS]


def _one_out_of_other(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`what percentage of carts ends in a checkout`: rows with the second value for each hundred with the first."""
    values = [link for link in subjects.parts.conditions if link.target.kind is LinkKind.VALUE]
    for whole, part in pairwise(values):
        if _is_of_one_column(whole, part) and _leads_to(subjects, whole, part):
            table = part.target.table
            counted, all_of = (
                QueryFigure("count", table, tests=(condition_of(link, subjects.parts),)) for link in (part, whole)
            )
            figure = QueryFigure("count", table, tests=counted.tests, out_of=all_of)
            yield BusinessQuery(
                table, figures=(figure,), groups=subjects.groups(table), score=subjects.score + _SPANNED
            )


def _leads_to(subjects: QuestionSubjects, whole: WordLink, part: WordLink) -> bool:
    between = {token.text.casefold() for token in subjects.parts.tokens[whole.end : part.start]}
    return bool(between & _BECOMES) and not subjects.parts.cues.has("compare")


def _is_of_one_column(first: WordLink, second: WordLink) -> bool:
    one, other = first.target, second.target
    return (one.table, one.column) == (other.table, other.column) and one.values != other.values


def _with_some(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`share of order lines with a discount`: those whose figure is not nothing."""
    tokens = subjects.parts.tokens
    for link in subjects.parts.untested(subjects.parts.measures):
        before = {token.text.casefold() for token in tokens[max(0, link.start - 2) : link.start]}
        if "with" in before and link.target.table in subjects.tables:
            some = ColumnTest(link.target.table, link.target.column, ">", (0,))
            groups = subjects.groups(link.target.table)
            yield BusinessQuery(link.target.table, groups=groups, share_of=(some,), score=subjects.score + _SPANNED)


def _kind_before_rate(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`no-show rate, cancelled ones left out`: the condition beside the word is the part, others say of which rows."""
    conditions = subjects.parts.conditions
    for span in subjects.parts.cues.all("share") if len(conditions) > 1 else ():
        for link in conditions:
            if 0 <= span.start - link.end <= 1 and not subjects.parts.is_negated(link):
                part = condition_of(link, subjects.parts)
                groups = subjects.groups(part.table)
                yield BusinessQuery(part.table, groups=groups, share_of=(part,), score=subjects.score + _KIND)


def _dated_before_rate(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`churn rate by plan`: the rows that have the date, of all."""
    later = {(day.table, day.column) for day in subjects.model.dates if not day.is_main}
    for span in subjects.parts.cues.all("share"):
        for link in subjects.parts.dated:
            if link.end == span.start and (link.target.table, link.target.column) in later:
                some = ColumnTest(link.target.table, link.target.column, "is_not_null")
                groups = subjects.groups(link.target.table)
                yield BusinessQuery(link.target.table, groups=groups, share_of=(some,), score=subjects.score + _SPANNED)


def _tied_to_one(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    """`what share of tickets goes to members`: rows that may belong to one, and do."""
    figures = [replace(figure, function="sum") for figure, _ in subjects.measured()][:1]
    figures += [QueryFigure("count", table) for table in subjects.tables[:1]]
    links = [link for link in subjects.parts.linked.links if subjects.parts.is_negated(link)]
    without = {rows_of(link.target) for link in links if link.target.kind in (LinkKind.ENTITY, LinkKind.ROLE)}
    for figure in figures:
        for one in subjects.model.relationships_of(figure.table):
            is_named = one.target in subjects.tables or one.target in without
            if one.is_optional and is_named and one.target != figure.table:
                operator = "is_null" if one.target in without else "is_not_null"
                tied = ColumnTest(figure.table, one.columns[0], operator)
                shown = (figure,) if figure.function == "sum" else ()
                groups = subjects.groups(figure.table)
                score = subjects.score + _TIED
                yield BusinessQuery(figure.table, figures=shown, groups=groups, share_of=(tied,), score=score)
