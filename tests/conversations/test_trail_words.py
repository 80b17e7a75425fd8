"""Every way in which a trail can be wrong has its Korean."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from answerable.agent import auditing
from answerable.audit import chain, lines, verify
from answerable.conversations.services.trail_words import trail_in_language
from tests.conversations.test_receipt_words import sentences, text_of


def problems(module: ModuleType) -> Iterator[str]:
    """What the module's code says of a line or a file, blanks filled in."""
    tree = ast.parse(inspect.getsource(module))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) not in parts and re.fullmatch(r"(it|its|the|up to) [^.]*", text := text_of(node)):
            yield text


_OF_CHECKPOINTS = {"the signature of 3 does not hold", "the one of 3 is signed with another key"}
"""Said in brackets, after the Korean."""
PROBLEMS = sorted({*problems(chain), *problems(lines), *problems(verify)} - _OF_CHECKPOINTS)
WARNINGS = sorted(
    {text for text in sentences(auditing) if not text.startswith(("The checkpoint ", "Give ", "Correct "))}
)


def test_there_are_problems_and_warnings() -> None:
    assert len(PROBLEMS) > 15
    assert len(WARNINGS) >= 4


@pytest.mark.parametrize("text", [*PROBLEMS, *WARNINGS, "Nothing more is signed for: it cannot be read."])
def test_it_is_said_in_korean(text: str) -> None:
    assert re.search("[가-힣]", trail_in_language(text, "ko")), text
    assert trail_in_language(text, "en") == text


def test_what_is_not_known_stays_as_it_is() -> None:
    assert trail_in_language("something else", "ko") == "something else"
