"""Parts of names: people say "the Opera House" for "Opera House Garage", and "Nimbex products" for all that are called
Nimbex something."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from answerable.language.business.links.business_words import known_words, phrase_of
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.question.word_lists import Phrase, filler_words, stop_words

__all__ = ["partial_names"]

_SEVERAL_WORDS, _ONE_WORD = 0.8, 0.6
_SHORTEST = 4
_LONGEST_NAME = 6
_MOST_OWNERS, _FEW_OWNERS = 0.5, 5
"""A part of more names than this tells nothing, but among a few names."""
_WORD = re.compile(r"[^\W_]+")

_Place = tuple[str, int, int]
"""A value, and where a part of it begins and ends."""


def partial_names(table: str, column: str, values: Sequence[str], nouns: set[Phrase]) -> Iterator[LexiconEntry]:
    """`nouns` are what tables are called: no part of a name."""
    found: dict[Phrase, dict[str, _Place]] = defaultdict(dict)
    for value in values:
        for part, start, end in _parts(value):
            found[part].setdefault(value, (value, start, end))
    for part, owners in found.items():
        if part not in nouns and _tells(part) and len(owners) <= max(_FEW_OWNERS, _MOST_OWNERS * len(values)):
            score = _SEVERAL_WORDS if len(part) > 1 else _ONE_WORD
            yield part, _target(table, column, [*owners.values()]), score


def _target(table: str, column: str, places: Sequence[_Place]) -> WordTarget:
    """The one name that has the part; of several the text that they share."""
    if len(places) == 1:
        return WordTarget(LinkKind.VALUE, table, column, (places[0][0],))
    texts = sorted({value[start:end] for value, start, end in places}, key=lambda text: (len(text), text))
    if not all(texts[0].casefold() in value.casefold() for value, _, _ in places):
        return WordTarget(LinkKind.VALUE, table, column, tuple(value for value, _, _ in places))
    if all(start == 0 and value[end : end + 1] == " " for value, start, end in places):
        # With the space behind it: what begins with "Art" are no artichokes.
        return WordTarget(LinkKind.VALUE, table, column, (texts[0] + " ",), "starts_with")
    return WordTarget(LinkKind.VALUE, table, column, (texts[0],), "contains")


def _parts(value: str) -> Iterator[tuple[Phrase, int, int]]:
    """Runs of its words, but not all of them, each with its place in characters."""
    name, words = phrase_of(value), [found.span() for found in _WORD.finditer(value)]
    if len(name) != len(words) or not 1 < len(name) <= _LONGEST_NAME:
        return
    for start in range(len(name)):
        for end in range(start + 1, len(name) + 1):
            if end - start < len(name):
                yield name[start:end], words[start][0], words[end - 1][1]


def _tells(part: Phrase) -> bool:
    plain = stop_words() | filler_words()
    if part[0] in plain or part[-1] in plain:
        return False
    return len(part) > 1 or (len(part[0]) >= _SHORTEST and part[0].isalpha() and part[0] not in known_words())
