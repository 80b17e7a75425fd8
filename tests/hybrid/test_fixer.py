"""What a model writes is put right where it is wrong, and left alone where it is not."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from answerable.hybrid.fixer import fix_sql, statement_in
from tests.hybrid.databases import ENGINES, fixing, rows_of

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "fixer.toml").read_text(encoding="utf-8")
)["case"]
MENDED = [(one, engine) for one in CASES for engine in ENGINES if "right" in one and one.get("on", engine) == engine]
LEFT = [(one, engine) for one in CASES for engine in ENGINES if "right" not in one and one.get("on", engine) == engine]


def _name(given: object) -> str:
    return str(given["sql"])[:60] if isinstance(given, dict) else str(given)


@pytest.mark.parametrize(("case", "engine"), MENDED, ids=_name)
def test_wrong_sql_gives_the_right_rows(case: dict[str, Any], engine: str) -> None:
    fixed = fix_sql(case["sql"], fixing(engine), case.get("question", ""))

    assert rows_of(engine, fixed.sql) == rows_of(engine, case["right"]), fixed.sql
    if "codes" in case:
        assert sorted({one.code for one in fixed.changes}) == sorted(case["codes"])


@pytest.mark.parametrize(("case", "engine"), LEFT, ids=_name)
def test_right_sql_stays_as_it_is(case: dict[str, Any], engine: str) -> None:
    fixed = fix_sql(case["sql"], fixing(engine), case.get("question", ""))

    assert (fixed.sql, fixed.changes) == (case["sql"], ())


@pytest.mark.parametrize(("case", "engine"), MENDED, ids=_name)
def test_what_was_put_right_stays_so(case: dict[str, Any], engine: str) -> None:
    once = fix_sql(case["sql"], fixing(engine), case.get("question", ""))

    assert fix_sql(once.sql, fixing(engine), case.get("question", "")).sql == once.sql


@pytest.mark.parametrize(
    ("reply", "statement"),
    [
        ("```sql\nSELECT 1\n```", "SELECT 1"),
        ("Here you go:\n```\nSELECT 1;\n```\nIt counts.", "SELECT 1"),
        ("select a\nfrom b;", "select a\nfrom b"),
        ("The query is SELECT a FROM b", "SELECT a FROM b"),
        ("```sql\nWITH x AS (SELECT 1) SELECT * FROM x", "WITH x AS (SELECT 1) SELECT * FROM x"),
        ("I cannot answer that.", ""),
        ("", ""),
        ("SELECT 1; DROP TABLE x", "SELECT 1; DROP TABLE x"),
    ],
)
def test_the_statement_is_found_in_a_reply(reply: str, statement: str) -> None:
    assert statement_in(reply) == statement
