"""Holidays, days to come and times on the clock are read as the days and hours that people mean."""

from __future__ import annotations

from datetime import date

import pytest

from answerable.kernel.schema import DatabaseSchema
from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.business.parts.clock_times import clock_hours
from answerable.language.business.parts.named_days import find_named_days, in_their_year
from answerable.language.business.parts.question_periods import find_question_periods
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.question.tokens import normalise
from answerable.semantics import build_semantics

_TODAY = Calendar(date(2026, 6, 30))


@pytest.fixture(scope="module")
def lexicon() -> SourceLexicon:
    empty = DatabaseSchema(dialect="sqlite", tables=())
    return SourceLexicon(empty, build_semantics(empty))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Christmas week 2025", "2025-12-24", "2026-01-01"),
        ("over Christmas", "2025-12-24", "2025-12-27"),
        ("New Year's Eve 2024", "2024-12-31", "2025-01-01"),
        ("Black Friday 2025", "2025-11-28", "2025-11-29"),
        ("Cyber Monday 2024", "2024-12-02", "2024-12-03"),
        ("Easter 2025", "2025-04-18", "2025-04-22"),
        ("Easter 2024", "2024-03-29", "2024-04-02"),
        ("last weekend", "2026-06-27", "2026-06-29"),
        ("next month", "2026-07-01", "2026-08-01"),
        ("the next 30 days", "2026-06-30", "2026-07-30"),
        ("tomorrow", "2026-07-01", "2026-07-02"),
    ],
)
def test_name_of_days_means_this_period(text: str, start: str, end: str, lexicon: SourceLexicon) -> None:
    (found, *_) = find_named_days(normalise(text), _TODAY, lexicon)
    assert (str(found.period.start), str(found.period.end)) == (start, end)


def test_days_in_brackets_lie_in_the_year_before() -> None:
    tokens = normalise("visits in 2024 (1 to 10 May)")
    (found,) = in_their_year(tokens, find_question_periods(tokens, _TODAY))
    assert (found.period.start, found.period.end) == (date(2024, 5, 1), date(2024, 5, 11))


@pytest.mark.parametrize(
    ("text", "first", "last", "count"),
    [
        ("between 6pm and midnight", "18", "23", 6),
        ("before 3pm", "00", "14", 15),
        ("after 6 pm", "18", "23", 6),
        ("from 22:00 to 02:00", "22", "01", 4),
        ("9am or earlier", "00", "08", 9),
    ],
)
def test_times_on_the_clock_are_hours(text: str, first: str, last: str, count: int) -> None:
    found = clock_hours(normalise(text), 0)
    assert found is not None
    assert (found[2][0], found[2][-1], len(found[2])) == (first, last, count)


@pytest.mark.parametrize("text", ["between 5 and 10", "after 2024", "from 3 to 4 orders"])
def test_numbers_are_no_times(text: str) -> None:
    assert clock_hours(normalise(text), 0) is None
