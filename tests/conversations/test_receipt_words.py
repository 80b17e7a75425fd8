"""Every sentence by which a re-check gives its reasons has its Korean."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from answerable.conversations.services.receipt_words import in_language
from answerable.receipts import comparing, origins, reading

_ERRORS = ("'", "Receipts are", "Check the path", "The path of")
"""Of files that are no receipts at all; a server keeps none."""


def sentences(module: ModuleType) -> Iterator[str]:
    """What ends with a full stop in the module's code, blanks filled in."""
    tree = ast.parse(inspect.getsource(module))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in docs | parts:
            continue
        text = text_of(node)
        if re.fullmatch(r"[A-Z0-9].* .*\.", text) and not text.startswith(_ERRORS):
            yield text


def text_of(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) if isinstance(part, ast.Constant) else "3" for part in node.values)
    return ""


FOUND = sorted({*sentences(comparing), *sentences(origins), *sentences(reading)})


def test_there_are_sentences() -> None:
    assert len(FOUND) > 20


@pytest.mark.parametrize("text", FOUND)
def test_it_is_said_in_korean(text: str) -> None:
    text = text if not text.startswith("3 ") or "rows" in text else f"The metric '3' {text.removeprefix('3 ')}"
    (said,) = in_language([text], "ko")
    assert re.search("[가-힣]", said), text
    assert in_language([text], "en") == [text]


def test_figures_are_named_in_korean() -> None:
    lines = ["sum of revenue: 3 → 4", "revenue of New York: 1,000.5 → nothing", "New or changed: 'a', 'b' and 3 more."]
    said = ["revenue 합계: 3 → 4", "New York의 revenue: 1,000.5 → nothing", "새롭거나 바뀐 행: 'a', 'b' 외 3개."]
    assert in_language(lines, "ko") == said


def test_what_is_not_known_stays_as_it_is() -> None:
    assert in_language(["order_count: 3 → 4"], "ko") == ["order_count: 3 → 4"]
