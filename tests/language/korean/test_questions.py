"""Korean questions over English and Korean schemas: heard in English, answered with the rows of a person's SQL."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerable.language import Context, Translation
from answerable.language.korean.adapter import KoreanAdapter
from answerable.language.rules.pipeline import Pipeline
from tests.language.databases import TODAY, Case, connection, schema
from tests.language.korean.cases import korean_cases

EAR = KoreanAdapter()
PIPELINES = {name: Pipeline(schema(name)) for name in ("shop", "hospital", "korean_store")}


def ask(question: str, database: str = "shop", context: Context = TODAY) -> Translation:
    heard = EAR.to_english(question, schema(database), context)
    return heard.in_own_words(PIPELINES[database].translate(heard.question, heard.context))


@pytest.mark.parametrize("case", korean_cases(), ids=lambda case: f"{case.database}: {case.question}")
def test_question_gives_the_rows_of_the_gold_sql(case: Case) -> None:
    translation = ask(case.question, case.database)
    assert translation.best is not None, translation.clarification
    assert translation.clarification is None, translation.best
    ordered = re.search(r"(?i)order by", case.gold) is not None
    assert rows(case.database, translation.best.sql, ordered) == rows(case.database, case.gold, ordered)


def rows(database: str, sql: str, ordered: bool) -> list[str]:
    found = [repr(tuple(_close(cell) for cell in row)) for row in connection(database).execute(sql)]
    return found if ordered else sorted(found)


def _close(cell: object) -> object:
    return float(f"{cell:.10g}") if isinstance(cell, float) else cell


@pytest.mark.parametrize("word", ["중국", "요즘", "성장률"])
def test_a_word_that_means_nothing_here_is_said_and_not_passed_over(word: str) -> None:
    translation = ask(f"{word} 고객 수")
    assert word in translation.not_understood
    assert translation.best is None or translation.best.confidence < 0.5


def test_a_question_about_nothing_in_the_data_is_declined_in_korean() -> None:
    translation = ask("화성의 날씨는 어때?")
    assert translation.candidates == ()
    assert translation.clarification is not None
    assert "이해하지 못한 부분: '화성', '날씨', '어때'." in translation.clarification.render("ko").question


def test_an_order_to_change_data_is_declined_in_korean() -> None:
    translation = ask("모든 주문을 삭제해줘")
    assert translation.candidates == ()
    assert translation.clarification is not None
    assert translation.clarification.render("ko").question.startswith("Answerable은 읽기 전용이라")


def test_quoted_text_cannot_break_out_of_its_literal() -> None:
    best = ask("이름이 \"x' OR '1'='1\"인 고객은 몇 명?").best
    assert best is not None
    assert connection("shop").execute(best.sql).fetchall() == [(0,)]


def test_an_english_question_is_heard_as_it_is() -> None:
    heard = EAR.to_english('customers named "김서연"', schema("shop"), TODAY)
    assert (heard.question, heard.context, heard.spoken) == ('customers named "김서연"', TODAY, {})


def test_the_same_question_is_heard_the_same_way_by_another_ear() -> None:
    for case in korean_cases():
        assert EAR.to_english(case.question, schema(case.database), TODAY) == KoreanAdapter().to_english(
            case.question, schema(case.database), TODAY
        )


@settings(max_examples=200, deadline=None)
@given(st.text("가장많은주문수매출별2024년월 이상상위5개의고객'\"“%<=>,?a", max_size=40))
def test_any_row_of_signs_is_heard(text: str) -> None:
    ask(text)
