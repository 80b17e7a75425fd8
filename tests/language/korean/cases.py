"""The Korean case tables: questions with the SQL a person would write, and dates with their English phrases."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.language.databases import CASES, Case


def _tables() -> dict[str, Any]:
    return tomllib.loads((CASES / "korean.toml").read_text(encoding="utf-8"))


def korean_cases() -> list[Case]:
    return [Case(case["database"], case["question"], case["gold"]) for case in _tables()["case"]]


def korean_dates() -> list[tuple[str, str]]:
    return [(case["text"], case["english"]) for case in _tables()["date"]]
