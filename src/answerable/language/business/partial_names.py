"""Parts of names that only one row has: people say "the Opera House" for "Opera House Garage"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from answerable.language.business.business_words import known_words, phrase_of
from answerable.language.business.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.question.word_lists import Phrase, filler_words, stop_words

__all__ = ["partial_names"]

_SEVERAL_WORDS, _ONE_WORD = 0.8, 0.6
_SHORTEST = 4
_LONGEST_NAME = 6


def partial_names(table: str, column: str, values: Sequence[str], nouns: set[Phrase]) -> Iterator[LexiconEntry]:
    """`nouns` are what tables are called: no part of a name."""
    found: dict[Phrase, set[str]] = defaultdict(set)
    for value in values:
        for part in _parts(phrase_of(value)):
            found[part].add(value)
    for part, owners in found.items():
        if len(owners) == 1 and part not in nouns and _tells(part):
            score = _SEVERAL_WORDS if len(part) > 1 else _ONE_WORD
            yield part, WordTarget(LinkKind.VALUE, table, column, tuple(owners)), score


def _parts(name: Phrase) -> Iterator[Phrase]:
    """Runs of its words, but not all of them."""
    if 1 < len(name) <= _LONGEST_NAME:
        for start in range(len(name)):
            for end in range(start + 1, len(name) + 1):
                if end - start < len(name):
                    yield name[start:end]


def _tells(part: Phrase) -> bool:
    plain = stop_words() | filler_words()
    if part[0] in plain or part[-1] in plain:
        return False
    return len(part) > 1 or (len(part[0]) >= _SHORTEST and part[0].isalpha() and part[0] not in known_words())
