"""Numbers that a question compares something with: a figure of the rows, or how many rows there are."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import (
    BusinessQuery,
    ColumnTest,
    ComparedFigure,
    Existence,
    QueryFigure,
    RowTest,
)
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_parts import NumberTest
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of

__all__ = ["number_comparisons", "number_conditions"]


def number_conditions(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[RowTest]:
    for test in subjects.parts.number_tests:
        measure = _tested_measure(test, subjects)
        if _counts_judged(test, measure, query, subjects):
            continue
        if measure is None:
            yield from _least_rows(test, query, subjects)
        elif not _tests_figure(query, measure):
            target = measure.target
            derived = target.detail if target.kind is LinkKind.DERIVED else ""
            if test.operator != "=":
                yield ColumnTest(target.table, target.column, test.operator, (test.value,), derived=derived)
            elif not derived:
                value = int(test.value) if test.value.is_integer() else test.value
                yield ColumnTest(target.table, target.column, "in", (value,))


def _least_rows(test: NumberTest, query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[RowTest]:
    """`customers with at least 3 orders`."""
    table = _tested_rows(test, subjects)
    if table and table != query.base and not query.groups:
        yield _so_many(table, test)


def _so_many(table: str, test: NumberTest) -> Existence:
    if test.operator in ("<", "<="):
        return Existence(table, least=0, most=int(test.value) - (test.operator == "<"))
    return Existence(table, least=int(test.value) + (test.operator == ">"))


def _counts_judged(
    test: NumberTest, measure: WordLink | None, query: BusinessQuery, subjects: QuestionSubjects
) -> QueryFigure | None:
    """`best rated, with at least 5 ratings`: what is averaged is counted, whatever it is called there."""
    by = query.ranking.by if query.ranking and query.groups else None
    if not isinstance(by, QueryFigure) or by.function != "avg" or not by.column or _tested_rows(test, subjects):
        return None
    is_behind = measure is None or (measure.start >= test.at and measure.target.table == by.table)
    return by if is_behind and test.value == int(test.value) else None


def _tests_figure(query: BusinessQuery, measure: WordLink) -> bool:
    return bool(query.groups) and any(figure.column == measure.target.column for figure in query.figures)


def _tested_measure(test: NumberTest, subjects: QuestionSubjects) -> WordLink | None:
    for link in subjects.parts.measures:
        if 0 <= test.start - link.end <= 2 or 0 <= link.start - test.at <= 2:
            return link
    return None


def _tested_rows(test: NumberTest, subjects: QuestionSubjects) -> str | None:
    near = [link for link in subjects.parts.things if 0 <= link.start - test.at <= 2]
    return place_of(near[0])[0] if near else None


def number_comparisons(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[ComparedFigure]:
    for test in subjects.parts.number_tests if query.groups else ():
        if test.operator == "=":
            continue
        measure, rows = _tested_measure(test, subjects), _tested_rows(test, subjects)
        if judged := _counts_judged(test, measure, query, subjects):
            yield ComparedFigure(QueryFigure("count", judged.table, judged.column), test.operator, test.value)
        elif measure is not None and _tests_figure(query, measure):
            yield ComparedFigure(query.figures[0], test.operator, test.value)
        elif rows is not None:
            yield ComparedFigure(QueryFigure("count", rows), test.operator, test.value)
