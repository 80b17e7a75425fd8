"""Phrases that tell how a question is composed, found without taking its tokens from the links."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from answerable.language.business.parts.question_parts import QuestionParts
from answerable.language.question.tokens import Token

__all__ = ["PhraseSpan", "find_phrase", "given_back", "shape_words"]

_LEFT_OUT = 0.75
"""What a token costs that no link explains."""


class PhraseSpan(NamedTuple):
    start: int
    end: int


@cache
def shape_words(meaning: str) -> frozenset[tuple[str, ...]]:
    text = files("answerable.language.business").joinpath("shape_words.toml").read_text(encoding="utf-8")
    return frozenset(tuple(phrase.split()) for phrase in tomllib.loads(text)[meaning])


def find_phrase(tokens: Sequence[Token], meaning: str) -> PhraseSpan | None:
    """The first, and of those that begin there the longest."""
    return _first_phrase(tuple(tokens), meaning)


# A question is asked about the same phrases once for each way in which its words are linked.
@lru_cache(maxsize=512)
def _first_phrase(tokens: tuple[Token, ...], meaning: str) -> PhraseSpan | None:
    phrases = shape_words(meaning)
    longest = max(map(len, phrases))
    for at in range(len(tokens)):
        for end in range(min(len(tokens), at + longest), at, -1):
            if _texts(tokens[at:end]) in phrases or tuple(token.lemma for token in tokens[at:end]) in phrases:
                return PhraseSpan(at, end)
    return None


def _texts(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(token.text.casefold() for token in tokens)


def given_back(parts: QuestionParts, *spans: PhraseSpan | None) -> float:
    """A composition explains its own words: they were not left out."""
    explained = {index for span in spans if span for index in range(span.start, span.end)}
    return _LEFT_OUT * len(explained & {*parts.linked.left_out})
