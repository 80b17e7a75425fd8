"""What the translator says, in Korean: nothing that it says about the case files stays English."""

from __future__ import annotations

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language.rules.pipeline import Pipeline
from tests.language.databases import DATABASES, TODAY, cases, schema
from tests.language.korean.test_questions import ask


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("지난 분기 매출", "'지난 분기'는 2026-07-01부터 2026-09-30까지입니다"),
        ("2024년 매출", "날짜는 orders.order_date 기준입니다"),
        ("환불 금액의 총합", "returns.refund_cents의 금액은 센트 단위로 저장되어 있어 100으로 나눕니다"),
        ("카테고리별 매출", "order_lines.discount_percent의 할인을 뺀 값입니다"),
        ("매출 상위 상품", "개수를 정하지 않아 처음 10개만 보여 줍니다"),
    ],
)
def test_every_choice_is_said_in_korean(question: str, said: str) -> None:
    assert said in [note.render("ko") for note in ask(question).assumptions]


def test_english_question_is_answered_in_korean_where_that_is_set() -> None:
    notes = ask("revenue last quarter").assumptions
    assert "'last quarter'는 2026-07-01부터 2026-09-30까지입니다" in [note.render("ko") for note in notes]


def test_korean_question_is_answered_in_english_where_that_is_set() -> None:
    notes = ask("지난 분기 매출").assumptions
    assert "'지난 분기' is 2026-07-01 to 2026-09-30" in [note.render("en") for note in notes]


@pytest.mark.parametrize("database", DATABASES)
def test_nothing_assumed_about_the_cases_stays_english(database: str) -> None:
    pipeline = Pipeline(schema(database))
    for case in (case for case in cases() if case.database == database):
        translation = pipeline.translate(case.question, TODAY)
        assert [str(note) for note in translation.assumptions if note.render("ko") == str(note)] == []


def test_readings_are_told_apart_in_korean() -> None:
    columns = (Column("sent_on", "DATE", Kind.DATE), Column("arrived_on", "DATE", Kind.DATE))
    parcels = DatabaseSchema("sqlite", (Table("parcels", columns),))
    clarification = Pipeline(parcels).translate("how many parcels in 2024", TODAY).clarification
    assert clarification is not None
    asked = clarification.render("ko")
    assert asked.question == "이 질문은 여러 가지로 읽을 수 있습니다. 어느 뜻인가요?"
    assert [reading.text for reading in asked.readings] == [
        "parcels.arrived_on의 날짜 기준",
        "parcels.sent_on의 날짜 기준",
    ]


def test_the_examples_of_a_refusal_are_questions_that_work() -> None:
    asked = ask("화성의 날씨는 어때?").clarification
    assert asked is not None
    examples = asked.render("ko").question.rpartition("있습니다. ")[2].split("'")[1::2]
    assert len(examples) == 2
    for example in examples:
        assert ask(example).clarification is None
