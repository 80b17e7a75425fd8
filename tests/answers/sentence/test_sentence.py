from __future__ import annotations

import re
import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.answer import Sentence
from answerable.answers.answer_facts import Facts, derive_facts
from answerable.answers.sentence import compose_sentence
from answerable.answers.sentence.phrases import PHRASES
from answerable.answers.spoken_columns import SpokenColumn
from answerable.answers.values import column_values, rows_as_dicts
from tests.answers.tables import any_tables, any_text

CASES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text(encoding="utf-8"))["case"]


def _cell(text: Any) -> Any:
    if not isinstance(text, str):
        return text
    if text == "NULL":
        return None
    if text.startswith("D:"):
        return Decimal(text[2:])
    return date.fromisoformat(text[5:]) if text.startswith("date:") else text


def _table(case: dict[str, Any]) -> pa.Table:
    return pa.table({name: _column([_cell(cell) for cell in cells]) for name, cells in case["columns"].items()})


def _column(values: list[Any]) -> list[Any]:
    """Numbers of one column are of one type, as Arrow has them."""
    is_float = any(isinstance(value, float) for value in values)
    return [float(value) if is_float and value is not None else value for value in values]


def _facts(case: dict[str, Any], table: pa.Table, lang: str) -> Facts:
    limit = case.get("row_limit")
    return derive_facts(
        table,
        filters=case.get("filters", ()),
        is_truncated=limit is not None,
        row_limit=limit,
        lang=lang,
        subject=case.get("subject", ""),
        spoken={name: SpokenColumn(**known) for name, known in case.get("spoken", {}).items()},
        today=_cell(case["today"]) if "today" in case else None,
        is_ongoing=case.get("is_ongoing", False),
    )


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_sentence_is(case: dict[str, Any], lang: str) -> None:
    table = _table(case)
    assert compose_sentence(case["question"], table, _facts(case, table, lang)).text == case[lang]


def _without_figures(sentence: Sentence) -> str:
    """The sentence with each figure cut out, in the order they stand."""
    rest, place = "", 0
    for figure in sentence.figures:
        start = sentence.text.index(figure.text, place)
        rest += sentence.text[place:start] + "\0"
        place = start + len(figure.text)
    return rest + sentence.text[place:]


def _numbers(text: str) -> set[str]:
    return {number.replace(",", "") for number in re.findall(r"\d[\d,]*", text)}


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_number_is_a_cell_a_row_count_or_the_askers_own(case: dict[str, Any], lang: str) -> None:
    table = _table(case)
    sentence = compose_sentence(case["question"], table, _facts(case, table, lang))
    own = _numbers(case["question"] + " ".join(case.get("filters", ())) + " ".join(table.column_names))
    counts = {str(table.num_rows), str(case.get("row_limit", ""))}
    assert _numbers(_without_figures(sentence)) <= own | counts | _numbers("\\x1b[31m")


@given(any_tables(), any_text, st.sampled_from(["en", "ko"]))
def test_any_result_gets_a_sentence_with_bound_figures(table: pa.Table, question: str, lang: str) -> None:
    facts = derive_facts(table, lang=lang)
    sentence = compose_sentence(question, table, facts)
    assert sentence.text
    rows = rows_as_dicts(table)
    for figure in sentence.figures:
        assert figure.text in sentence.text
        assert figure.column in rows[figure.row]


@given(
    st.lists(st.tuples(any_text, st.integers(-(10**6), 10**6)), min_size=2, max_size=8, unique_by=lambda row: row[0])
)
def test_figures_show_the_values_of_their_cells(rows: list[tuple[str, int]]) -> None:
    table = pa.table({"name": [name for name, _ in rows], "amount": [amount for _, amount in rows]})
    sentence = compose_sentence("amount by name", table)
    amounts = column_values(table.column("amount"))
    said = [figure for figure in sentence.figures if figure.column == "amount"]
    assert said
    assert all(int(figure.text.replace(",", "")) == amounts[figure.row] for figure in said)


def test_a_total_that_is_no_cell_is_not_said() -> None:
    table = pa.table({"country": ["A", "B"], "revenue": [7, 5]})
    assert "12" not in compose_sentence("revenue by country", table).text


def test_long_text_is_cut() -> None:
    assert len(compose_sentence("notes", pa.table({"note": ["x" * 5000]})).text) < 120


def test_both_languages_have_every_phrase() -> None:
    assert PHRASES["en"].keys() == PHRASES["ko"].keys()


def test_an_unknown_language_falls_back_to_english() -> None:
    table = pa.table({"n": [1]})
    assert compose_sentence("n", table, derive_facts(table, lang="tlh")).text == "N is 1."
