from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from answerable.answers import Answer, Provenance, Trust, choose_chart, compose_sentence, dumps, error_dict, to_dict
from answerable.errors import NeedsClarification
from answerable.language.translation import Clarification, Reading

KEYS = [
    *("question", "answer", "sql", "columns", "rows", "row_count", "is_truncated", "chart", "explanation"),
    *("provenance", "suggestions", "confidence", "trust", "path", "clarification", "receipt", "error"),
]


def _answer(columns: dict[str, list[Any]], **more: Any) -> Answer:
    table = pa.table(columns)
    return Answer(
        question="revenue by country",
        sentence=compose_sentence("revenue by country", table),
        sql="SELECT country, revenue FROM t WHERE a < '<b>'",
        table=table,
        is_truncated=False,
        explanation="Revenue of each country.",
        provenance=Provenance("shop.db", ("t",), filters=("a",)),
        confidence=0.9,
        trust=Trust("checked", ("looked at",)),
        path="embedded",
        chart=choose_chart(table),
        suggestions=("more",),
        **more,
    )


SHOP: dict[str, list[Any]] = {"country": ["FR", "DE"], "revenue": [Decimal("1.50"), Decimal("2.25")]}


def test_an_answer_has_every_key_in_order() -> None:
    assert list(to_dict(_answer(SHOP))) == KEYS


def test_an_error_has_the_same_keys() -> None:
    assert list(error_dict("?", NeedsClarification("What?"))) == KEYS


def test_an_answer_is_written_whole() -> None:
    read = json.loads(dumps(to_dict(_answer(SHOP))), parse_float=Decimal)
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
    answer = _answer(SHOP)
    told = to_dict(Answer(**{**{name: getattr(answer, name) for name in answer.__slots__}, "table": table}))
    assert [column["name"] for column in told["columns"]] == list(told["rows"][0]) == ["a", "a_2"]


def test_an_error_says_what_and_what_next() -> None:
    clarification = Clarification("Which?", (Reading("one", "SELECT 1"), Reading("two", "SELECT 2")))
    told = json.loads(dumps(error_dict("which", NeedsClarification("Two readings.", hint="Choose."), clarification)))
    assert told["error"] == {"code": "needs_clarification", "message": "Two readings.", "hint": "Choose."}
    assert told["clarification"]["readings"][1] == {"text": "two", "sql": "SELECT 2"}
    assert told["rows"] == [] and told["answer"] is None


def test_a_notebook_gets_html_and_chart() -> None:
    bundle = _answer(SHOP)._repr_mimebundle_()
    assert bundle["application/vnd.vegalite.v5+json"]["data"]["values"][0]["country"] == "FR"
    assert "<td>2.25</td>" in bundle["text/html"]
    assert bundle["text/plain"].startswith("DE leads")


def test_one_number_has_no_chart_in_the_notebook() -> None:
    assert _answer({"n": [1]})._repr_mimebundle_().keys() == {"text/plain", "text/html"}


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "<img src=x onerror=y>", "\x1b[31m", "a&b"])
def test_no_cell_or_name_becomes_markup(text: str) -> None:
    html = _answer({text: [text, "x"], "revenue": [2, 1]})._repr_html_()
    assert "<script" not in html and "<img" not in html and "\x1b" not in html
    assert "&lt;b&gt;" in html


def test_a_long_table_is_cut_and_says_so() -> None:
    html = _answer({"a": list(range(50)), "revenue": [1] * 50})._repr_html_()
    assert html.count("<tr>") == 21
    assert "First 20 of 50 rows." in html
