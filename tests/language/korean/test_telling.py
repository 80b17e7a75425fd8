"""What the translator says, in Korean: nothing that it says about the case files stays English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.language.korean.telling import tell
from answerable.language.pipeline import Pipeline
from answerable.schema import Column, DatabaseSchema, Kind, Table
from tests.language.databases import DATABASES, TODAY, cases, schema
from tests.language.korean.test_questions import EAR, ask

KOREAN = replace(TODAY, lang="ko")


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
    assert said in ask(question).assumptions


def test_english_question_is_answered_in_korean_where_that_is_set() -> None:
    heard = EAR.hear("revenue last quarter", schema("shop"), KOREAN)
    told = heard.tell(Pipeline(schema("shop")).translate(heard.question, heard.context))
    assert "'last quarter'는 2026-07-01부터 2026-09-30까지입니다" in told.assumptions


@pytest.mark.parametrize("database", DATABASES)
def test_nothing_assumed_about_the_cases_stays_english(database: str) -> None:
    pipeline = Pipeline(schema(database))
    for case in (case for case in cases() if case.database == database):
        translation = pipeline.translate(case.question, TODAY)
        told = tell(translation, {})
        assert len(told.assumptions) == len(translation.assumptions)
        assert [note for note in told.assumptions if note in translation.assumptions] == []


def test_readings_are_told_apart_in_korean() -> None:
    columns = (Column("sent_on", "DATE", Kind.DATE), Column("arrived_on", "DATE", Kind.DATE))
    parcels = DatabaseSchema("sqlite", (Table("parcels", columns),))
    told = tell(Pipeline(parcels).translate("how many parcels in 2024", TODAY), {})
    assert told.clarification is not None
    assert told.clarification.question == "이 질문은 여러 가지로 읽을 수 있습니다. 어느 뜻인가요?"
    assert [reading.text for reading in told.clarification.readings] == [
        "parcels.arrived_on의 날짜 기준",
        "parcels.sent_on의 날짜 기준",
    ]


def test_the_examples_of_a_refusal_are_questions_that_work() -> None:
    asked = ask("화성의 날씨는 어때?").clarification
    assert asked is not None
    examples = asked.question.rpartition("있습니다. ")[2].split("'")[1::2]
    assert len(examples) == 2
    for example in examples:
        assert ask(example).clarification is None
