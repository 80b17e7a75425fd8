"""The two languages: the same phrases in both, and Korean endings that fit the word before them."""

from __future__ import annotations

import re
import string

import pytest

from answerable.explain.phrasebook import is_enclosed, words_for
from answerable.words.particles import KoreanPhrase


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_both_languages_have_the_same_phrases() -> None:
    assert words_for("en").table.keys() == words_for("ko").table.keys()


def test_a_phrase_says_the_same_things_in_both_languages() -> None:
    english, korean = words_for("en").table, words_for("ko").table
    unequal = [key for key in english if places(english[key]) != places(korean[key])]
    assert [key for key in unequal if not key.startswith("period.")] == []


def test_a_korean_predicate_ends_in_a_verb_that_can_be_inflected() -> None:
    from answerable.explain.korean_phrases import _PREDICATES

    for template in _PREDICATES.values():
        filled = re.sub(r"\{\d(:\S+?)?\}", "값", template)
        if filled.endswith("다"):
            assert f"{KoreanPhrase(filled):음}" != filled


@pytest.mark.parametrize(
    ("noun", "subject", "object_", "by"),
    [
        ("합계", "합계가", "합계를", "합계로"),
        ("평균", "평균이", "평균을", "평균으로"),
        ("연말", "연말이", "연말을", "연말로"),
        ("revenue", "revenue가", "revenue를", "revenue로"),
        ("email", "email이", "email을", "email로"),
        ("name", "name이", "name을", "name으로"),
        ("100", "100이", "100을", "100으로"),
        ("2024", "2024가", "2024를", "2024로"),
        ("1", "1이", "1을", "1로"),
        ("'Kitchen'", "'Kitchen'이", "'Kitchen'을", "'Kitchen'으로"),
        ("합계(이름: total)", "합계(이름: total)가", "합계(이름: total)를", "합계(이름: total)로"),
    ],
)
def test_a_particle_fits_the_last_sound(noun: str, subject: str, object_: str, by: str) -> None:
    phrase = KoreanPhrase(noun)
    assert (f"{phrase:이}", f"{phrase:을}", f"{phrase:로}") == (subject, object_, by)


@pytest.mark.parametrize(
    ("predicate", "forms"),
    [
        ("a가 1이다", ("a가 1인", "a가 1이고", "a가 1이거나", "a가 1이면", "a가 1임")),
        ("a가 1이 아니다", ("a가 1이 아닌", "a가 1이 아니고", "a가 1이 아니거나", "a가 1이 아니면", "a가 1이 아님")),
        ("a가 b보다 크다", ("a가 b보다 큰", "a가 b보다 크고", "a가 b보다 크거나", "a가 b보다 크면", "a가 b보다 큼")),
    ],
)
def test_a_predicate_takes_the_form_asked_for(predicate: str, forms: tuple[str, ...]) -> None:
    phrase = KoreanPhrase(predicate)
    assert tuple(format(phrase, form) for form in ("인", "고", "거나", "면", "음")) == forms


@pytest.mark.parametrize(
    ("items", "text"),
    [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), (["a, b", "c"], "a, b; c")],
)
def test_a_list_is_joined_so_that_its_items_stay_apart(items: list[str], text: str) -> None:
    assert words_for("en").join_list(items) == text


@pytest.mark.parametrize(("text", "enclosed"), [("(a)", True), ("(a) and (b)", False), ("a", False), ("((a) b)", True)])
def test_parentheses_round_the_whole_are_seen(text: str, enclosed: bool) -> None:
    assert is_enclosed(text) is enclosed
