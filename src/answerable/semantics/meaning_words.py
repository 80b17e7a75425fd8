"""The word lists of `word_data`, each read once."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

__all__ = ["MeaningWords", "is_among", "word_data"]

MeaningWords = tuple[str, ...]
"""A name in English words: ("home", "team", "id")."""


@cache
def word_data(name: str) -> dict[str, Any]:
    text = files("answerable.semantics").joinpath("word_data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _phrases(name: str, *path: str) -> frozenset[tuple[str, ...]]:
    data: Any = word_data(name)
    for step in path:
        data = data[step]
    return frozenset(tuple(phrase.split()) for phrase in data)


@lru_cache(maxsize=1 << 16)
def is_among(words: MeaningWords, name: str, *path: str) -> bool:
    """Whether the words hold a phrase of the list at `path` in the file `name`."""
    phrases = _phrases(name, *path)
    return any(words[start:end] in phrases for start in range(len(words)) for end in range(start + 1, len(words) + 1))
