"""Who chose a language gets it; who did not is answered in the question's."""

from __future__ import annotations

import pytest

from answerable.words.languages import chosen_language, fixed_language, language_of


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("월별 매출 합계", "ko"),
        ("customers 수는?", "ko"),
        ("orders 테이블의 개수", "ko"),
        ("total revenue by month", "en"),
        ("how many customers live in 서울", "en"),
        ("customers called '김철수와 이영희와 박민수'", "en"),
        ("", "en"),
        ("2024?", "en"),
    ],
)
def test_the_question_decides(question: str, language: str) -> None:
    assert language_of(question) == language


def test_a_choice_wins() -> None:
    assert chosen_language("en", "월별 매출 합계") == "en"
    assert chosen_language("ko", "total revenue") == "ko"
    assert chosen_language("auto", "월별 매출 합계") == chosen_language("", "월별 매출 합계") == "ko"


def test_only_a_choice_is_fixed() -> None:
    assert (fixed_language("auto"), fixed_language("ko")) == ("", "ko")
