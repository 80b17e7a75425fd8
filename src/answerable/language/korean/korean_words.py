"""The Korean word list that ships with the translator, read once, when first asked for."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Meaning", "additive_words", "particles", "question_words", "schema_words"]

_SIMPLE = (
    "asks_count", "counters", "money", "than", "share", "distinct", "negate", "absent", "present", "order", "basis",
    "list", "stop",
)  # fmt: skip
_KEYED = ("aggregates", "groups", "grains", "always", "superlative", "adjectives", "compare")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a Korean word says in a question."""

    kind: str
    """The table of the word list it stands in, or `table`, `column`, `value` for what the schema holds."""
    english: str = ""
    """The English word for it, or the key it stands under."""


@cache
def _lists() -> dict[str, Any]:
    text = files("answerable.language.korean").joinpath("vocabulary.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def question_words() -> dict[str, Meaning]:
    """Words that mean the same whatever the schema; the first list that has a word decides."""
    result: dict[str, Meaning] = {}
    for kind in _KEYED:
        for key, words in _lists()[kind].items():
            for word in words:
                result.setdefault(word, Meaning(kind, key))
    for kind in _SIMPLE:
        for word in _lists()[kind]["words"]:
            result.setdefault(word, Meaning(kind, word))
    return result


@cache
def schema_words(kind: str) -> dict[str, tuple[str, ...]]:
    """Of `nouns`, `verbs` or `values`: the English words for each Korean one."""
    return {word: tuple(english) for word, english in _lists()[kind].items()}


@cache
def particles() -> dict[str, str]:
    """Each particle and ending → its role."""
    return {text: role for role, texts in _lists()["particles"].items() for text in reversed(texts)}


@cache
def additive_words() -> frozenset[str]:
    """Amounts that are asked for as a total when nothing else is said."""
    return frozenset(_lists()["additive"]["words"])
