"""Words brought to the form in which they are compared: the lemma (plural undone) and the stem (ending undone too)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from answerable.naming.word_files import word_file

__all__ = ["fold", "lemma", "plural", "stem"]

_WORDS = word_file("answerable.naming")
_IRREGULAR = _WORDS.pairs("irregular")
_UNCHANGED = _WORDS.word_set("unchanged")
_ENDINGS = _WORDS.words("endings")
_SHORTEST_STEM = 4


def fold(word: str) -> str:
    """Lower-case and without accents: people type `region` for `Région`."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in apart if unicodedata.category(c) != "Mn"))


@lru_cache(maxsize=8192)
def lemma(word: str) -> str:
    """The singular of a word, folded: `Categories` → `category`, `boxes` → `box`, `status` → `status`."""
    word = fold(word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word in _UNCHANGED or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "xes", "zes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a word shares with its relatives: `shipped`, `shipping` and `shipment` all give `ship`."""
    base = lemma(word)
    while ending := next((e for e in _ENDINGS if base.endswith(e) and len(base) - len(e) >= 3), ""):
        base = base.removesuffix(ending)
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiouls":
        base = base[:-1]
    return base.removesuffix("e") if len(base) > _SHORTEST_STEM else base


def plural(word: str) -> str:
    """The regular English plural; a word that ends in s, or is not English, stays as it is."""
    if not word.isascii() or not word[-1:].isalpha() or word.endswith("s"):
        return word
    if word.endswith("y") and word[-2:-1] not in set("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "ch", "sh", "z")) else "s")
