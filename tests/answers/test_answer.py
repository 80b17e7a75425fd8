from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pyarrow as pa

from answerable.answers import (
    Answer,
    Provenance,
    ReadyAids,
    Trust,
    choose_chart,
    compose_sentence,
    dumps,
    error_dict,
    to_dict,
)
from answerable.kernel.clarification import Clarification, Reading
from answerable.kernel.errors import NeedsClarification

KEYS = [
    *("question", "answer", "sql", "columns", "rows", "row_count", "is_truncated", "chart", "explanation"),
    *("provenance", "suggestions", "confidence", "trust", "path", "clarification", "receipt", "error"),
]


def answer_of(columns: dict[str, list[Any]], **more: Any) -> Answer:
    table = pa.table(columns)
    return Answer(
        question="revenue by country",
        sentence=compose_sentence("revenue by country", table),
        sql="SELECT country, revenue FROM t WHERE a < '<b>'",
        table=table,
        is_truncated=False,
        aids=ReadyAids("Revenue of each country.", choose_chart(table), ("more",)),
        provenance=Provenance("shop.db", ("t",), filters=("a",)),
        confidence=0.9,
        trust=Trust("checked", ("looked at",)),
        path="embedded",
        **more,
    )


SHOP: dict[str, list[Any]] = {"country": ["FR", "DE"], "revenue": [Decimal("1.50"), Decimal("2.25")]}


def test_an_answer_has_every_key_in_order() -> None:
    assert list(to_dict(answer_of(SHOP))) == KEYS


def test_an_error_has_the_same_keys() -> None:
    assert list(error_dict("?", NeedsClarification("What?"))) == KEYS


def test_an_answer_is_written_whole() -> None:
    read = json.loads(dumps(to_dict(answer_of(SHOP))), parse_float=Decimal)
    assert read["rows"] == [
        {"country": "FR", "revenue": Decimal("1.50")},
        {"country": "DE", "revenue": Decimal("2.25")},
    ]
    assert read["columns"][1] == {"name": "revenue", "data_type": "decimal128(3, 2)", "is_nullable": True}
    assert read["row_count"] == 2
    assert read["chart"]["kind"] == "bar"
    assert read["provenance"]["tables"] == ["t"]
    assert read["trust"] == {"level": "checked", "reasons": ["looked at"]}
    assert read["suggestions"] == ["more"]
    assert read["answer"].startswith("DE leads")
    assert read["error"] is None and read["clarification"] is None


def test_columns_and_rows_agree_on_repeated_names() -> None:
    table = pa.table([pa.array([1]), pa.array([2])], names=["a", "a"])
    answer = answer_of(SHOP)
    told = to_dict(Answer(**{**{name: getattr(answer, name) for name in answer.__slots__}, "table": table}))
    assert [column["name"] for column in told["columns"]] == list(told["rows"][0]) == ["a", "a_2"]


def test_an_error_says_what_and_what_next() -> None:
    clarification = Clarification("Which?", (Reading("one", "SELECT 1"), Reading("two", "SELECT 2")))
    error = NeedsClarification("Two readings.", clarification=clarification, hint="Choose.")
    told = json.loads(dumps(error_dict("which", error)))
    assert told["error"] == {"code": "needs_clarification", "message": "Two readings.", "hint": "Choose."}
    assert told["clarification"]["readings"][1] == {"text": "two", "sql": "SELECT 2"}
    assert told["rows"] == [] and told["answer"] is None


def test_a_printed_answer_reads_like_one() -> None:
    answer = answer_of(SHOP)
    caveated = replace(answer, provenance=replace(answer.provenance, caveats=("Some orders have no country.",)))
    assert str(caveated).split("\n\n") == [
        answer.text,
        "country  revenue\nFR          1.50\nDE          2.25",
        "Note: Some orders have no country.\nFrom t in shop.db. Trust: checked.",
    ]


def test_a_printed_answer_shows_the_first_rows_and_says_how_many_there_are() -> None:
    printed = str(answer_of({"n": list(range(89)), "name": [f"\x1b[31m{n}" for n in range(89)]}))
    assert "(10 of 89 rows)" in printed and "\x1b" not in printed
    assert "\\x1b[31m9\n" in printed and "\\x1b[31m10" not in printed


def test_a_single_value_is_printed_once() -> None:
    answer = answer_of({"count": [7]})
    assert str(answer) == f"{answer.text}\n\nFrom t in shop.db. Trust: checked."


def test_what_is_asked_back_without_readings_has_its_question() -> None:
    told = error_dict("which", NeedsClarification("Which table is meant?"))
    assert told["clarification"] == {"question": "Which table is meant?", "readings": []}
