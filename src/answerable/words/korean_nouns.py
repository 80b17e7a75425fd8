"""Korean words for the English nouns that tables and columns are called by."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

__all__ = ["korean_noun"]

_PLURALS = (("ies", "y"), ("es", ""), ("s", ""))


def korean_noun(label: str) -> str:
    """`customers` is 고객, `order date` 주문일; as it is where a word of it is not known."""
    if whole := _word(label):
        return whole
    words = [_word(word) for word in label.split()]
    return " ".join(words) if words and all(words) else label


def _word(word: str) -> str:
    known = _nouns()
    plain = word.casefold()
    singulars = (plain.removesuffix(ending) + instead for ending, instead in _PLURALS if plain.endswith(ending))
    return next((known[one] for one in (plain, *singulars) if one in known), "")


@cache
def _nouns() -> dict[str, str]:
    text = files("answerable.words").joinpath("korean_nouns.toml").read_text(encoding="utf-8")
    return {str(english): str(korean) for english, korean in tomllib.loads(text).items()}
