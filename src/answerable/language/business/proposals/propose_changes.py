"""Questions for the change of a figure between two periods in each group: what grew most, what sold less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import (
    BusinessQuery,
    ComparedFigure,
    EntityRow,
    GroupedBy,
    PeriodTest,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import PhraseSpan, find_phrase, given_back
from answerable.language.question.dates.calendar_periods import Period

__all__ = ["propose_changes"]

_RANKED, _FILTERED, _GROWTH = 1.0, 0.9, 0.6
_DEFAULT_LIMIT = 10
_UNLIKE_WORD = 0.15


def propose_changes(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    periods = _periods(subjects)
    if periods is None:
        return
    for group in _heads(subjects):
        for figure in _figures(subjects, group):
            if day := subjects.date_of(figure.table):
                first, second = (PeriodTest(day.table, day.column, one.start, one.end) for one in periods)
                sides = replace(figure, tests=(first,)), replace(figure, tests=(second,))
                yield from _growth(subjects, group, figure, (first, second))
                yield from _ranked(subjects, group, *sides)
                yield from _filtered(subjects, group, *sides)


def _periods(subjects: QuestionSubjects) -> tuple[Period, Period] | None:
    """As they are said; a year alone is set against the one before."""
    said = [mention.period for mention in subjects.parts.dates]
    if len(said) == 2:
        return said[0], said[1]
    ends = subjects.parts.compared_periods
    if len(ends) == 2:
        return ends[0], ends[1]
    return _with_year_before(said[0]) if len(said) == 1 else None


def _with_year_before(period: Period) -> tuple[Period, Period] | None:
    start, end = period.start, period.end
    if start is None or end is None or (end.year - start.year, start.month, start.day) != (1, 1, 1):
        return None
    return replace(period, start=start.replace(year=start.year - 1), end=start), period


def _heads(subjects: QuestionSubjects) -> list[GroupedBy]:
    """What is grouped by, or asked for: `which channel`."""
    if subjects.marked_groups:
        return list(subjects.marked_groups[:1])
    named = sorted((*subjects.parts.things, *subjects.parts.attributes), key=lambda link: link.start)
    return [subjects.group_of(link) for link in named[:1] if link.target.kind is not LinkKind.DATE]


def _figures(subjects: QuestionSubjects, group: GroupedBy) -> list[QueryFigure]:
    """Named measures, rows that are named besides, else what the rows of the group are worth."""
    named = [figure for figure, _ in subjects.measured()][:2]
    if named and subjects.parts.measures:
        return [replace(one, function=(subjects.aggregations(one) or ("sum",))[0]) for one in named]
    counted = [table for table in (*subjects.tables, *subjects.events) if table != group.table]
    if counted and not subjects.events:
        return [QueryFigure("count", table) for table in counted[:1]]
    near = [*subjects.events, group.table, *subjects.events_near(group.table)]
    return [figure for table in near for figure in subjects.natural_figures(table)[:1]][:2]


def _growth(
    subjects: QuestionSubjects, group: GroupedBy, figure: QueryFigure, periods: tuple[PeriodTest, PeriodTest]
) -> Iterator[BusinessQuery]:
    """`growth by category 2024 to 2025`, where no figure is named."""
    is_unnamed = not subjects.parts.measures and not subjects.parts.cues.has("count")
    if is_unnamed and subjects.parts.cues.has("growth") and group in subjects.marked_groups:
        before, after = sorted(periods, key=lambda one: str(one.start))
        score = subjects.score + _GROWTH
        yield BusinessQuery(figure.table, figures=(figure,), groups=(group,), growth=(before, after), score=score)


# Ranked


def _ranked(
    subjects: QuestionSubjects, group: GroupedBy, first: QueryFigure, second: QueryFigure
) -> Iterator[BusinessQuery]:
    """From the earlier period to the later one."""
    parts = subjects.parts
    if parts.superlative is None or not (parts.cues.has("growth") or _said(subjects, "fell", "grew")):
        return
    before, after = sorted((first, second), key=lambda one: str(one.tests))
    falls = find_phrase(parts.tokens, "fell")
    is_most = parts.superlative.meaning.startswith("desc")
    score = subjects.score + _RANKED + given_back(parts, falls, find_phrase(parts.tokens, "grew"))
    is_percent = find_phrase(parts.tokens, "percent") is not None
    for figure, gain in (
        (replace(after, minus=before), -0.1 * is_percent),
        (_percent(before, after), -0.1 * (not is_percent)),
    ):
        ranking = RowRanking(figure, is_most is (falls is None), _limit(subjects))
        yield BusinessQuery(figure.table, groups=(group,), figures=(figure,), ranking=ranking, score=score + gain)


def _percent(before: QueryFigure, after: QueryFigure) -> QueryFigure:
    return replace(after, minus=before, out_of=before)


def _limit(subjects: QuestionSubjects) -> int:
    parts = subjects.parts
    heads = sorted((*parts.things, *parts.attributes, *parts.grouped), key=lambda link: link.start)
    last = parts.tokens[heads[0].end - 1]
    is_plural = last.text.casefold() != last.lemma and last.text.endswith("s")
    return parts.limit or (_DEFAULT_LIMIT if is_plural else 1)


def _said(subjects: QuestionSubjects, *meanings: str) -> PhraseSpan | None:
    return next((span for one in meanings if (span := find_phrase(subjects.parts.tokens, one))), None)


# Filtered


def _filtered(
    subjects: QuestionSubjects, group: GroupedBy, first: QueryFigure, second: QueryFigure
) -> Iterator[BusinessQuery]:
    """`lower in 2025 than in 2024`, in the order that is said; `which fell` from the earlier to the later."""
    parts = subjects.parts
    if parts.superlative is not None:
        return
    than = next((i for i, token in enumerate(parts.tokens) if token.text.casefold() == "than"), None)
    has_two = len(parts.dates) == 2
    if than is not None and has_two and parts.dates[0].start < than < parts.dates[1].end:
        less, more = _said(subjects, "less"), _said(subjects, "more")
    elif _asks_which(subjects, group, first) and not parts.cues.has("share"):
        first, second = sorted((first, second), key=lambda one: str(one.tests), reverse=True)
        less, more = _said(subjects, "fell"), _said(subjects, "grew")
    else:
        return
    if not (less or more):
        return
    compared = ComparedFigure(first, "<" if less else ">", None, second)
    is_counted = parts.cues.has("count") and isinstance(group, EntityRow)
    # Sales are lower, orders are fewer.
    doubt = _UNLIKE_WORD if first.function == "count" and find_phrase(parts.tokens, "amounts") else 0.0
    score = subjects.score + _FILTERED + given_back(parts, less or more) - doubt
    yield BusinessQuery(
        first.table,
        groups=(group,),
        figures=(first, second),
        having=(compared,),
        counts_groups=is_counted,
        score=score,
    )


def _asks_which(subjects: QuestionSubjects, group: GroupedBy, figure: QueryFigure) -> bool:
    """`which stores`, `how many stores sold less`; `order volume` counts the orders themselves."""
    parts = subjects.parts
    if parts.cues.has("which", "who"):
        return True
    count = parts.cues.first("count")
    is_next = count is not None and any(0 <= link.start - count.end <= 1 for link in parts.things)
    return is_next and figure.table != group.table
