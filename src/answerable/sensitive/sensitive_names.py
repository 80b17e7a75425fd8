"""What a column's name says it holds.

A name is read as words. It speaks of a kind when one of the kind's phrases stands in it, nothing before the phrase
makes it a flag or a count (`is_mobile`), and nothing behind it makes it something else (`email_sent`, `card_type`).
The words are in `names.txt`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from answerable.naming.identifiers import identifier_parts
from answerable.naming.inflection import fold

__all__ = ["kinds_of_name"]

Phrase = tuple[str, ...]

_LISTS = ("before", "behind", "behind secret", "behind email")


@lru_cache(maxsize=16_384)
def kinds_of_name(name: str) -> frozenset[str]:
    """Kinds of sensitive content the name speaks of; empty for most."""
    words = _words(name)
    kinds = (kind for kind in _sections() if kind not in _LISTS)
    return frozenset(kind for kind in kinds if any(_says(words, phrase, kind) for phrase in _sections()[kind]))


def _words(name: str) -> Phrase:
    """A number behind a word tells which of several (`phone2`) and is left out, but `cvv2` is a word of its own."""
    kept: list[str] = []
    for word in map(fold, identifier_parts(name)):
        if word.isdigit() and kept and f"{kept[-1]}{word}" in _words_with_digits():
            kept[-1] += word
        elif not word.isdigit():
            kept.append(word)
    return tuple(kept)


def _says(words: Phrase, phrase: Phrase, kind: str) -> bool:
    width = len(phrase)
    return any(
        words[start : start + width] == phrase and _leaves_it(words[:start], words[start + width :], kind)
        for start in range(len(words) - width + 1)
    )


def _leaves_it(before: Phrase, behind: Phrase, kind: str) -> bool:
    """Whether the words around a phrase leave its meaning."""
    harmless = _single("behind") - _single(f"behind {kind}")
    return _single("before").isdisjoint(before) and harmless.issuperset(behind)


@cache
def _single(section: str) -> frozenset[str]:
    return frozenset(word for phrase in _sections().get(section, ()) for word in phrase)


@cache
def _words_with_digits() -> frozenset[str]:
    return frozenset(
        word for phrases in _sections().values() for phrase in phrases for word in phrase if word[-1].isdigit()
    )


@cache
def _sections() -> dict[str, tuple[Phrase, ...]]:
    text = resources.files("answerable.sensitive").joinpath("names.txt").read_text(encoding="utf-8")
    sections: dict[str, str] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif not line.startswith("#"):
            sections[section] = f"{sections.get(section, '')}{line};"
    return {
        name: tuple(tuple(phrase.split()) for phrase in words.split(";") if phrase.strip())
        for name, words in sections.items()
        if name
    }
