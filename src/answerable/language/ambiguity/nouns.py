"""What kind of thing a noun means: a person, a body of people, a place or a time; see `nouns.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import lemma
from answerable.naming.word_files import word_file

__all__ = ["kinds_of", "kinds_of_name"]

_WORDS = word_file("answerable.language.ambiguity")
_SAYS_NOTHING = _WORDS.word_set("says_nothing")


@cache
def _nouns() -> dict[str, frozenset[str]]:
    text = files("answerable.language.ambiguity").joinpath("nouns.toml").read_text(encoding="utf-8")
    return {kind: frozenset(nouns.split()) for kind, nouns in tomllib.loads(text).items()}


@cache
def kinds_of(noun: str) -> frozenset[str]:
    """One noun may be of several kinds: a university is a body and a place."""
    return frozenset(kind for kind, nouns in _nouns().items() if lemma(noun) in nouns)


def kinds_of_name(name: str) -> frozenset[str]:
    """By the word that says what it is: the `manager` of `branch_manager`, the `country` of `country_of_origin`."""
    words = [word for word in identifier_lemmas(name) if word not in _SAYS_NOTHING]
    if "of" in words[1:]:
        words = words[: words.index("of")]
    return kinds_of(words[-1]) if words else frozenset()
