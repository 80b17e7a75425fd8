from __future__ import annotations

import random
import tomllib
from functools import reduce
from pathlib import Path

import pytest

from answerable.language.neural.form import BEGIN, END, KEYWORDS
from answerable.language.neural.grammar import START, Prefix

CASES = tomllib.loads((Path(__file__).parent / "cases" / "grammar.toml").read_text(encoding="utf-8"))

PLAINEST = (")", "column", "value", "is_null", "asc", "table", "SELECT")


def read(form: str) -> Prefix:
    return reduce(Prefix.after, form.split(), START)


@pytest.mark.parametrize("form", CASES["allowed"])
def test_form_is_allowed_and_may_end(form: str) -> None:
    assert END in read(form).allowed


@pytest.mark.parametrize("form", CASES["refused"])
def test_token_too_many_is_refused(form: str) -> None:
    before, _, last = form.rpartition(" ")
    prefix = read(before)
    assert last not in prefix.allowed
    with pytest.raises(ValueError, match="may not go on with"):
        prefix.after(last)


def test_form_begins_with_select_alone() -> None:
    assert START.allowed == {"SELECT"}


def test_nothing_comes_after_the_end() -> None:
    assert read(f"SELECT column {END}").allowed == frozenset()


def test_same_beginning_is_the_same_object() -> None:
    form = "SELECT column WHERE column in ( SELECT"
    assert read(form) is read(form)


def test_beginnings_that_differ_share_a_state_when_the_same_may_follow() -> None:
    assert read("SELECT count distinct column") is read("SELECT column")


def test_every_keyword_has_its_place() -> None:
    seen, waiting = {START}, [START]
    while waiting and len(seen) < 2_000:
        prefix = waiting.pop(0)
        for symbol in sorted(prefix.allowed):
            following = prefix.after(symbol)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    assert {symbol for prefix in seen for symbol in prefix.allowed} == {*KEYWORDS, "column", "table", "value"} - {BEGIN}


@pytest.mark.parametrize("seed", range(50))
def test_any_walk_finds_an_end(seed: int) -> None:
    """No beginning is a dead end: from wherever a walk is, closing what is open leads to the end."""
    chance, prefix = random.Random(seed), START
    for _ in range(chance.randrange(40)):
        if going_on := sorted(prefix.allowed - {END}):
            prefix = prefix.after(chance.choice(going_on))
    for _ in range(40):
        if END in prefix.allowed:
            return
        plain = [word for word in PLAINEST if word in prefix.allowed]
        prefix = prefix.after(plain[0] if plain else min(prefix.allowed))
    pytest.fail("no end in sight")
