"""What the page says: every language has every word, and every word is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import answerable.web
from answerable.web.pages.page_words import LANGUAGES, words

WEB = Path(answerable.web.__file__).parent
MODULES = sorted((WEB / "static" / "js").glob("*.js"))
PROBLEMS = re.compile(r"problem_page\(request, \d+, \"(\w+)\"\)")
"""A title, and the words below it."""
TEMPLATES = sorted((WEB / "templates" / "pages").glob("*.html"))
_SAID = re.compile(r"\bsay(?:Or)?\(\s*\"(\w+)\"|words\.(\w+) ?}}")
_CHOSEN = re.compile(r"say\([^()\"`]*\?\s*\"(\w+)\"\s*:\s*\"(\w+)\"")
_COUNTED = re.compile(r"sayCount\(\s*\"(\w+)\"")
_FAMILY = re.compile(r"say(?:Or)?\(\s*`(\w+)\$\{")


def said() -> tuple[set[str], set[str]]:
    """The keys that are said by name, and the beginnings of those that are said by a code."""
    text = "\n".join(path.read_text("utf-8") for path in (*MODULES, *TEMPLATES))
    named = {one for pair in (*_SAID.findall(text), *_CHOSEN.findall(text)) for one in pair if one}
    pages = "\n".join(path.read_text("utf-8") for path in (WEB / "pages").glob("*.py"))
    named |= {key for title in PROBLEMS.findall(pages) for key in (title, f"{title}_words")}
    return named, set(_FAMILY.findall(text)) | {f"{key}_" for key in _COUNTED.findall(text)}


def test_every_language_has_the_same_words_with_the_same_blanks() -> None:
    blanks = [{key: sorted(re.findall(r"\{\w+\}", text)) for key, text in words(lang).items()} for lang in LANGUAGES]
    assert blanks[0] == blanks[1]
    assert all(text.strip() for lang in LANGUAGES for text in words(lang).values())


def test_every_word_that_is_said_is_in_the_catalogue() -> None:
    named, families = said()
    assert len(named) > 100
    assert named - set(words("en")) == set()
    assert all(any(key.startswith(family) for key in words("en")) for family in families)


def test_no_word_is_there_for_nothing() -> None:
    named, families = said()
    unsaid = {key for key in words("en") if key not in named and not key.startswith(tuple(families))}
    assert unsaid == set()


def test_an_unknown_language_speaks_english() -> None:
    assert words("xx") == words("en")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_makes_no_markup_or_code_from_data(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(
        r"\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc\s*=", text
    )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_is_small_and_speaks_only_through_the_catalogue(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 250
    assert text.startswith("/** ")
    assert max(map(len, text.splitlines())) <= 120
    assert not re.search(r"\"[^\"\n]*[가-힣]", text)


def test_catalogues_are_plain_json() -> None:
    for lang in LANGUAGES:
        raw = json.loads((WEB / "static" / "words" / f"{lang}.json").read_text("utf-8"))
        assert all(isinstance(text, str) for text in raw.values())
