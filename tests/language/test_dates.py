from __future__ import annotations

import tomllib
from datetime import date
from typing import Any

import pytest

from answerable.language.question.dates.calendar_periods import Period, add_months, rolling, year_of
from answerable.language.question.dates.date_spans import Calendar, find_dates
from answerable.language.question.dates.grain_messages import period_message
from answerable.language.question.tokens import normalise
from tests.language.databases import CASES

CALENDAR = Calendar(date(2026, 11, 15), fiscal_year_start=4)
TABLE = tomllib.loads((CASES / "dates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["text"])
def test_phrase_means_the_period(case: dict[str, Any]) -> None:
    (found,) = find_dates(normalise(case["text"]), CALENDAR)
    start, end = (date.fromisoformat(case[key]) if key in case else None for key in ("start", "end"))
    assert found.period == Period(start, end)


@pytest.mark.parametrize("text", TABLE["none"])
def test_phrase_is_no_date(text: str) -> None:
    assert find_dates(normalise(text), CALENDAR) == ()


def test_relative_periods_are_marked_so_that_the_answer_says_which_days() -> None:
    relative, absolute = find_dates(normalise("last quarter compared with 2024-05-01"), CALENDAR)
    assert (relative.relative, absolute.relative) == (True, False)


def test_period_says_its_last_day_in_words() -> None:
    assert str(period_message(Period(date(2026, 7, 1), date(2026, 10, 1)))) == "2026-07-01 to 2026-09-30"
    assert str(period_message(Period(date(2026, 7, 1), date(2026, 7, 2)))) == "2026-07-01"
    assert str(period_message(Period(None, date(2026, 7, 2)))) == "up to 2026-07-01"
    assert str(period_message(Period(date(2026, 7, 1), None))) == "from 2026-07-01 on"


def test_month_arithmetic_stays_within_the_month_and_the_calendar() -> None:
    assert add_months(date(2024, 3, 31), -1) == date(2024, 2, 29)
    assert add_months(date(1, 1, 1), -5) == date(1, 1, 1)
    assert rolling("year", date(2026, 1, 1), 99_999).start == date(1, 1, 2)


def test_fiscal_year_is_named_for_the_year_it_ends_in() -> None:
    assert year_of(2024, 10) == Period(date(2023, 10, 1), date(2024, 10, 1))
