"""Questions for the first of a ranking: the best customers, the longest trip, the busiest month, the best of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import (
    BusinessQuery,
    DateGrain,
    EntityRow,
    GroupedBy,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.parts.ranking_criteria import ranking_criteria, said_function
from answerable.language.business.proposals.asked_beside import asked_beside
from answerable.language.question.word_lists import stop_words

__all__ = ["propose_extremes", "propose_rankings"]

_DEFAULT_LIMIT = 10
_ASKS_ONE, _HAS = frozenset(("which", "what", "who")), frozenset(("has", "is", "was", "does"))
_SOLD = frozenset(("seller", "mover", "runner"))
_OF_EACH = 0.4


def propose_rankings(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    span = subjects.parts.superlative
    if span is None:
        return
    way, _, hint = span.meaning.partition("_")
    yield from _first_of_each_time(subjects, way == "desc", hint)
    for subject in _ranked_things(subjects):
        for by, bonus in ranking_criteria(subjects, subject, hint):
            yield from _rankings(subjects, subject, by, way == "desc", bonus)
    if hint in ("", "duration", "money"):
        yield from propose_extremes(subjects, way == "desc")


def _first_of_each_time(subjects: QuestionSubjects, is_descending: bool, hint: str) -> Iterator[BusinessQuery]:
    """`the biggest gift of each year`, `best seller per month`."""
    grain = subjects.parts.grain
    if grain is None or not subjects.parts.says_each_grain:
        return
    for link in sorted(subjects.parts.things, key=lambda link: link.start)[:1]:
        subject = subjects.group_of(link)
        for by, bonus in [*ranking_criteria(subjects, subject, hint)][:4]:
            day = subjects.date_of(by.table)
            if day is not None and isinstance(subject, EntityRow):
                time = DateGrain(day.table, day.column, grain)
                score = subjects.score + bonus + _OF_EACH
                yield _best_of(subjects, subject, time, by, is_descending, score)


def _best_of(
    subjects: QuestionSubjects, subject: EntityRow, time: DateGrain, by: QueryFigure, is_descending: bool, score: float
) -> BusinessQuery:
    if by.table == subject.table and by.function != "count":
        value = replace(by, function="value")
        first = RowRanking(value, is_descending, None, (time,))
        outputs = (subject, *asked_beside(subjects, subject.table), *_further_rows(subjects, subject))
        return BusinessQuery(by.table, groups=(time,), outputs=outputs, figures=(value,), ranking=first, score=score)
    figure = by if by.function == "count" else replace(by, function=said_function(subjects, by))
    first = RowRanking(figure, is_descending, None, (time,))
    return BusinessQuery(by.table, groups=(time, subject), figures=(figure,), ranking=first, score=score)


def _further_rows(subjects: QuestionSubjects, subject: EntityRow) -> list[EntityRow]:
    """`… and the donor`."""
    others = [EntityRow(*place_of(link)) for link in subjects.parts.things]
    paths = subjects.paths
    return [one for one in others if one.table != subject.table and paths.path(subject.table, one.table, one.via, True)]


def propose_extremes(subjects: QuestionSubjects, is_descending: bool) -> Iterator[BusinessQuery]:
    """`the highest salary`: the figure alone."""
    for link in subjects.parts.measures[:2]:
        figure = replace(subjects.figure_of(link), function="max" if is_descending else "min")
        groups = subjects.groups(figure.table)
        yield BusinessQuery(figure.table, figures=(figure,), groups=groups, score=subjects.score + 0.1)


def _ranked_things(subjects: QuestionSubjects) -> Iterator[GroupedBy]:
    """The first thing or attribute that is named; people where the question says who; times where it says when."""
    if subjects.parts.grain:
        yield from _ranked_times(subjects, subjects.parts.grain)
        return
    named = sorted((*subjects.parts.things, *subjects.parts.attributes), key=lambda link: link.start)
    for link in named[:2]:
        if link.target.kind is not LinkKind.DATE and _may_answer(subjects, link):
            yield subjects.group_of(link)
    if not named:
        yield from _named_by_deed(subjects)
    if subjects.parts.cues.has("who"):
        for event in subjects.events or subjects.tables or subjects.implied_tables:
            yield from subjects.participants(event)


def _named_by_deed(subjects: QuestionSubjects) -> Iterator[GroupedBy]:
    """`top 5 earners`, `biggest spenders`, `best sellers`: who or what the rows belong to."""
    links = sorted((*subjects.parts.measures, *subjects.parts.events), key=lambda link: link.start)
    for link in links[:1]:
        word = subjects.parts.tokens[link.end - 1].lemma
        if word.endswith(("er", "or")) and len(word) > 4:
            for one in subjects.model.relationships_of(link.target.table):
                entity = subjects.model.entity(one.target)
                if entity is not None and entity.is_person is (word not in _SOLD) and not entity.is_code_table:
                    yield EntityRow(one.target)


def _may_answer(subjects: QuestionSubjects, link: WordLink) -> bool:
    """`who` asks for people."""
    entity = subjects.model.entity(place_of(link)[0])
    return not subjects.parts.cues.has("who") or (entity is not None and entity.is_person)


def _ranked_times(subjects: QuestionSubjects, grain: str) -> Iterator[GroupedBy]:
    measured = [link.target.table for link in subjects.parts.measures]
    named = list(dict.fromkeys((*subjects.tables, *subjects.events, *measured)))
    for table in named or subjects.main_events[:3]:
        if day := subjects.date_of(table):
            yield DateGrain(day.table, day.column, grain)


def _rankings(
    subjects: QuestionSubjects, subject: GroupedBy, by: QueryFigure, is_descending: bool, bonus: float
) -> Iterator[BusinessQuery]:
    limit = subjects.parts.limit or (1 if _is_one(subjects, subject) else _DEFAULT_LIMIT)
    score = subjects.score + bonus
    if isinstance(subject, EntityRow) and (by.table, subject.via) == (subject.table, ()) and by.function != "count":
        value = replace(by, function="value")
        yield _ranked_rows(subject, value, RowRanking(None, is_descending, limit), score + 0.1)
        yield from _rows_of_each(subjects, subject, RowRanking(value, is_descending), score)
        return
    if by.function == "value" and not subjects.aggregations(by):
        return  # a day or a year of each row is not added up
    figure = by if by.function == "count" else replace(by, function=said_function(subjects, by))
    ranking = RowRanking(figure, is_descending, limit)
    figures = (figure, *_beside(subjects, figure))
    yield BusinessQuery(by.table, groups=(subject,), figures=figures, ranking=ranking, score=score)
    for group in subjects.marked_groups[:1]:
        first_of_each = RowRanking(figure, is_descending, None, (group,))
        groups = (group, subject)
        yield BusinessQuery(by.table, groups=groups, figures=(figure,), ranking=first_of_each, score=score + 0.3)


def _beside(subjects: QuestionSubjects, figure: QueryFigure) -> list[QueryFigure]:
    """`… and how much each`: further figures of the same rows."""
    named = [subjects.figure_of(link) for link in subjects.parts.untested(subjects.parts.measures)]
    others = [replace(one, function=(subjects.aggregations(one) or ("sum",))[0]) for one in named]
    columns = (figure.column, figure.derived)
    found = [one for one in others if one.table == figure.table and (one.column, one.derived) != columns]
    counts = [span for span in subjects.parts.cues.all("count") if subjects.parts.is_beside(span.start)]
    if counts and figure.function != "count" and figure.table in (*subjects.tables, *subjects.events):
        found.append(QueryFigure("count", figure.table))
    return list(dict.fromkeys(found))[:2]


def _rows_of_each(
    subjects: QuestionSubjects, subject: EntityRow, ranking: RowRanking, score: float
) -> Iterator[BusinessQuery]:
    """`the dearest room of each hotel`: by what the row itself says."""
    for group in subjects.marked_groups[:1]:
        if isinstance(ranking.by, QueryFigure) and not isinstance(group, DateGrain) and group != subject:
            outputs = (group, subject)
            first = replace(ranking, per=(group,))
            yield BusinessQuery(subject.table, outputs=outputs, figures=(ranking.by,), ranking=first, score=score + 0.3)


def _ranked_rows(subject: EntityRow, value: QueryFigure, ranking: RowRanking, score: float) -> BusinessQuery:
    ranking = replace(ranking, by=value)
    return BusinessQuery(subject.table, outputs=(subject,), figures=(value,), ranking=ranking, score=score)


def _is_one(subjects: QuestionSubjects, subject: GroupedBy) -> bool:
    """`which customer`, not `which customers`."""
    if isinstance(subject, DateGrain) or _asks_for_one(subjects):
        return True
    links = [
        link for link in (*subjects.parts.things, *subjects.parts.attributes) if subjects.group_of(link) == subject
    ]
    last = [subjects.parts.tokens[link.end - 1] for link in links]
    is_plural = any(token.text.casefold() != token.lemma and token.text.endswith("s") for token in last)
    return not is_plural


def _asks_for_one(subjects: QuestionSubjects) -> bool:
    """`which director has`, `who earns`; `which directors have` asks for several."""
    tokens = subjects.parts.tokens
    for span in subjects.parts.cues.all("which", "who"):
        word = tokens[span.end - 1].text.casefold()
        if word not in _ASKS_ONE or span.end >= len(tokens):
            continue
        behind = tokens[span.end]
        text, is_plural = behind.text.casefold(), behind.text.casefold() != behind.lemma
        if word == "who":
            return text in _HAS or (text.endswith("s") and text not in stop_words() and is_plural)
        if behind.lemma not in stop_words() and behind.lemma.isalpha():
            return not (is_plural and text.endswith("s"))
    return False
