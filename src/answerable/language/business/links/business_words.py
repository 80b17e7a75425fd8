"""Words for the same thing in business, and the phrases by which a name is said."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.question.word_lists import Phrase, synonyms
from answerable.naming.inflection import lemma
from answerable.semantics.meaning_words import word_data

__all__ = ["business_words", "known_words", "named_entries", "phrase_of", "same_meaning"]

_SYNONYM, _LAST_WORD, _ONE_WORD, _BARE = 0.8, 0.62, 0.4, 0.9
_TECHNICAL = frozenset(("code", "text", "label", "flag", "description", "desc", "nm", "lbl"))
"""Last words of names that nobody says: the `tender code` is the tender."""
_PARTICLES = frozenset(("up", "off", "on", "in", "out", "after", "before", "by", "to", "not", "do", "one", "no"))


def phrase_of(text: str) -> Phrase:
    """Lemmas of the words of a name or value."""
    plain = "".join(c if c.isalnum() else " " for c in text)
    return tuple(lemma(word) for word in plain.split())


@cache
def business_words() -> dict[str, Any]:
    text = files("answerable.language.business").joinpath("business_synonyms.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def same_meaning() -> dict[Phrase, tuple[Phrase, ...]]:
    """Each phrase → others for the same thing."""
    found: dict[Phrase, dict[Phrase, None]] = {key: dict.fromkeys(others) for key, others in synonyms().items()}
    for group in business_words()["groups"]:
        phrases = [phrase_of(text) for text in group]
        for phrase in phrases:
            found.setdefault(phrase, {}).update(dict.fromkeys(other for other in phrases if other != phrase))
    return {key: tuple(others) for key, others in found.items()}


@cache
def known_words() -> frozenset[str]:
    """Words that are spelled right, whether the source has them or not."""
    said = {word for phrase in same_meaning() for word in phrase}
    verbs = [verb for found in word_data("event_verbs")["nouns"].values() for verb in found]
    return frozenset(said | {lemma(word) for verb in verbs for word in verb.split()})


def named_entries(name: str, target: WordTarget, weight: float = 1.0) -> Iterator[LexiconEntry]:
    """By the whole name, by other words for it, by its last word and by any one of them."""
    phrase = phrase_of(name)
    if not phrase:
        return
    yield phrase, target, weight
    for other in same_meaning().get(phrase, ()):
        yield other, target, weight * _SYNONYM
    if len(phrase) > 1 and phrase[-1] in _TECHNICAL:
        yield phrase[:-1], target, weight * _BARE
        for other in same_meaning().get(phrase[:-1], ()):
            yield other, target, weight * _SYNONYM * _BARE
    if len(phrase) > 1:
        for place, word in enumerate(phrase):
            if word not in _PARTICLES:
                yield (word,), target, weight * (_LAST_WORD if place == len(phrase) - 1 else _ONE_WORD)
        for other in () if target.kind is LinkKind.FLAG else same_meaning().get(phrase[-1:], ()):
            yield (*phrase[:-1], *other), target, weight * _SYNONYM
            yield other, target, weight * _LAST_WORD * _SYNONYM
