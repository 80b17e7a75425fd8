"""SQL that somebody wrote down is taken in only when it is what it should be; nothing of it ever raises otherwise."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from answerable.kernel.knowledge import CanonicalMetric
from answerable.language.knowledge.fit_verified import Misfit, condition_of, query_of
from answerable.language.knowledge.read_definitions import read_definition
from tests.language.databases import schema
from tests.language.known.knowledge import CASES

_TEXTS = tomllib.loads((CASES / "fitting.toml").read_text(encoding="utf-8"))
_TAKERS: dict[str, Callable[[str], object]] = {
    "condition": lambda text: condition_of(text, ("orders",), schema("shop")),
    "query": lambda text: query_of(text, schema("shop")),
    "template": lambda text: read_definition(CanonicalMetric("Figure", "", text), schema("shop")),
}


@pytest.mark.parametrize(
    ("kind", "case"), [(kind, case) for kind in _TAKERS for case in _TEXTS[kind]], ids=lambda one: str(one)[:80]
)
def test_what_does_not_fit_is_set_aside_with_its_reason(kind: str, case: dict[str, Any]) -> None:
    if "reason" not in case:
        assert _TAKERS[kind](case["text"])
        return
    with pytest.raises(Misfit, match=case["reason"]):
        _TAKERS[kind](case["text"])


def test_a_reason_names_nothing_of_the_schema() -> None:
    reasons = [case["reason"] for kind in ("condition", "query") for case in _TEXTS[kind] if "reason" in case]
    names = {table.name for table in schema("shop").tables} | {"suppliers", "discount"}
    assert not any(name in reason for reason in reasons for name in names)
