"""Korean dates as English phrases. Today is 2026-11-15."""

from __future__ import annotations

import pytest

from answerable.language.korean.korean_dates import moments
from tests.language.databases import TODAY
from tests.language.korean.cases import korean_dates


@pytest.mark.parametrize(("text", "english"), korean_dates())
def test_date_is_put_into_english(text: str, english: str) -> None:
    assert [moment.english for moment in moments(text, TODAY.today)] == ([english] if english else [])


def test_a_date_between_quotation_marks_is_text() -> None:
    assert moments('"2024년 결산" 보고서', TODAY.today) == ()
