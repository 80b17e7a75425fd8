"""Nouns of a Korean word by `python-mecab-ko`, where it is installed; nothing otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

__all__ = ["nouns_in"]


def nouns_in(word: str) -> tuple[str, ...]:
    tagger = _tagger()
    return tuple(tagger(word)) if tagger else ()


@cache
def _tagger() -> Callable[[str], list[str]] | None:
    if find_spec("mecab") is None:
        return None
    nouns: Callable[[str], list[str]] = import_module("mecab").MeCab().nouns
    return nouns
