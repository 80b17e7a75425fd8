"""Dates in people's words, times that come again, and the first or last day of something."""

from __future__ import annotations

import tomllib
from datetime import date
from typing import Any

import pytest

from answerable.language.business.links.question_cues import find_question_cues
from answerable.language.business.parts.question_periods import find_question_periods
from answerable.language.question.dates.calendar_periods import Period
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.question.tokens import normalise
from tests.language.databases import CASES

_TODAY = Calendar(date(2026, 11, 18))
_TABLE = tomllib.loads((CASES / "spoken_dates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", _TABLE["cases"], ids=lambda case: case["text"])
def test_phrase_means_these_periods(case: dict[str, Any]) -> None:
    expected = [Period(*(date.fromisoformat(day) if day else None for day in ends)) for ends in case["periods"]]
    assert [one.period for one in find_question_periods(normalise(case["text"]), _TODAY)] == expected


@pytest.mark.parametrize("typed", ["havent", "didnt", "dont", "isnt", "wasnt", "hasnt", "doesnt", "wont", "cant"])
def test_contraction_needs_no_apostrophe(typed: str) -> None:
    written = typed.removesuffix("t") + "'t"
    assert [one.lemma for one in normalise(typed)] == [one.lemma for one in normalise(written)]


@pytest.mark.parametrize(
    ("question", "grain"),
    [
        ("weakest month ever", "month"),
        ("which single day had the most orders", "day"),
        ("day with the highest sales", "day"),
        ("revenue for each year", "year"),
        ("sales by month of the year", "month_of_year"),
        ("strongest weekday", "weekday"),
    ],
)
def test_time_that_is_ranked_or_grouped_by_is_a_grain(question: str, grain: str) -> None:
    assert find_question_cues(normalise(question)).has(grain)


@pytest.mark.parametrize("question", ["orders in the last 3 months", "how many days did it take"])
def test_amount_of_time_is_no_grain(question: str) -> None:
    assert not find_question_cues(normalise(question)).has("day", "month")
