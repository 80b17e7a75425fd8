"""Patterns of other people: they mean what `re` means, and none can hang."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.kernel.errors import BadSetting
from answerable.sensitive.bounded_pattern import compile_pattern

PATTERNS = [
    r"EMP-\d{6}",
    r"[A-Z]{2}\d{3,5}",
    r"(ab|a)(bc|c)",
    r"a*b+c?",
    r"(?:x|y){2,3}z",
    r"[^a-c]+",
    r"\w+\.\w+",
    r"(a|b)*abb",
    r"[]a-]x",
    r"\S\s\D",
    r"(?i)emp\d",
    r"^ab$",
    r"a{0,2}",
    r"",
]


@given(st.sampled_from(PATTERNS), st.text("abcxyzEMP-_. 0123456789]", max_size=12))
def test_a_pattern_means_what_it_means_elsewhere(pattern: str, text: str) -> None:
    assert compile_pattern(pattern).fullmatch(text) == (re.fullmatch(pattern, text) is not None)
    assert compile_pattern(pattern).found_in(text) == (re.search(pattern, text) is not None)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+b", "(a*)*b", "(a|a)*b", "(a|aa)+b", "((a+)+)+b", "(.*)*x", "a?" * 50 + "a" * 50, "(a{0,20}){0,4}b"],
)
def test_no_pattern_hangs(pattern: str) -> None:
    began = time.process_time()
    for length in (30, 400, 100_000):
        assert not compile_pattern(pattern).fullmatch("a" * length + "!")
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "pattern",
    ["(", "a)", "[a", "*a", "a**", r"\1", r"(?=a)", "a{2", "a{3,2}", "a{1000}", "(a{50}){50}", "x" * 201, "\\"],
)
def test_what_the_engine_cannot_bound_is_refused_with_a_reason(pattern: str) -> None:
    with pytest.raises(BadSetting, match="cannot be used") as refused:
        compile_pattern(pattern)
    assert refused.value.hint
