"""What a person said of a query."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from answerable.agent.approval import is_edit

CASES = tomllib.loads((Path(__file__).parent / "cases" / "edits.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["given"][:40])
def test_only_other_sql_is_an_edit(case: dict[str, Any]) -> None:
    assert is_edit(case["shown"], case["given"]) is case["is_edit"]
