"""Where a question says a phrase, and the question with other words in its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from answerable.language.question.tokens import Token, normalise
from answerable.language.question.word_lists import Phrase

__all__ = ["first_of", "replace_phrases", "says"]


def says(tokens: Sequence[Token], phrase: Phrase) -> bool:
    return first_of(tokens, {phrase: None}) is not None


def first_of(tokens: Sequence[Token], phrases: Mapping[Phrase, object]) -> tuple[int, int] | None:
    """Where the first of the phrases stands, the longest at that place; quoted text says nothing."""
    longest = max((len(phrase) for phrase in phrases), default=0)
    for start in range(len(tokens)):
        for end in range(min(start + longest, len(tokens)), start, -1):
            span = tokens[start:end]
            if tuple(token.lemma for token in span) in phrases and not any(token.quoted for token in span):
                return start, end
    return None


def replace_phrases(question: str, phrases: Mapping[Phrase, str]) -> str:
    """The question with every phrase said in the other words; itself where it says none of them."""
    text = unicodedata.normalize("NFKC", question)
    tokens = normalise(text)
    result: list[str] = []
    done = position = 0
    while (span := first_of(tokens[position:], phrases)) is not None:
        start, end = position + span[0], position + span[1]
        phrase = tuple(token.lemma for token in tokens[start:end])
        result += [text[done : tokens[start].start], phrases[phrase]]
        done, position = tokens[end - 1].end, end
    return "".join((*result, text[done:])) if result else question
