"""The word lists of `wording.toml`, read when first asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.language.question.tokens import Token
from answerable.naming.inflection import stem

__all__ = ["alike", "says_any", "stems", "synonyms_of", "word_list"]


@cache
def _table() -> dict[str, Any]:
    text = files("answerable.language.ambiguity").joinpath("wording.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def word_list(section: str, name: str) -> frozenset[str]:
    return frozenset(_table()[section][name])


@cache
def synonyms_of(word: str) -> frozenset[str]:
    """Stems that may stand for this stem in the name of a column, itself among them."""
    groups = [frozenset(stem(other) for other in group) for group in _table()["shown"]["synonyms"]]
    return frozenset((word,)).union(*(group for group in groups if word in group))


def says_any(tokens: Iterable[Token], words: frozenset[str]) -> bool:
    """True where one of the words is said, outside of quotes."""
    return any(not token.quoted and token.text.casefold() in words for token in tokens)


def stems(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(stem(token.lemma) for token in tokens)


def alike(one: str, other: str) -> bool:
    """`attend` and `attendance`, `publish` and `publication`: the first letters tell."""
    return one == other or (min(len(one), len(other)) >= 5 and one[:5] == other[:5])
