"""Names of tables and columns as English words: cut apart, abbreviations expanded, German and Korean translated.

An abbreviation with several meanings takes the one that stands written out elsewhere in the schema. German words are
read as such only in a schema that has several of them: `art` and `land` are English elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from answerable.kernel.schema import DatabaseSchema
from answerable.naming.inflection import lemma
from answerable.semantics.meaning_words import MeaningWords, is_among, word_data

__all__ = ["SchemaNames", "name_parts"]

_CASE = re.compile(r"(?<=[a-zäöüß0-9])(?=[A-ZÄÖÜ])|(?<=[A-ZÄÖÜ])(?=[A-ZÄÖÜ][a-zäöüß])|(?<=[A-Za-z]{3})(?=\d)")
_APART = re.compile(r"[\W_]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_GLUED = re.compile(r"([a-z]{3,})(id|key|code|name|date|type|price|number|time|flag|status)")
_HANGUL = re.compile(r"[가-힣]+")
_UMLAUT = re.compile(r"([ao]|(?<=[^aeo])u)e(?=[^aeiou]*$)")
_GERMAN_SHARE = 0.12
_SHORTEST_STEM = 3


@lru_cache(maxsize=1 << 15)
def name_parts(name: str) -> tuple[str, ...]:
    """`orderLineID` and `Order Line_id` alike → order, line, id."""
    folded = (part.casefold().translate(_UMLAUTS) for part in _APART.split(_CASE.sub("_", name)))
    return tuple(part for part in folded if part) or (name.casefold(),)


class SchemaNames:
    """The names of one schema, each read once."""

    def __init__(self, schema: DatabaseSchema) -> None:
        names = {table.name for table in schema.tables} | {column.name for _, column in schema.columns()}
        parts = [part for name in sorted(names) for part in name_parts(name)]
        self.is_german = _share_german(parts) >= _GERMAN_SHARE
        self._written = frozenset(lemma(part) for part in parts)
        self._read: dict[str, MeaningWords] = {}

    def words(self, name: str) -> MeaningWords:
        known = self._read.get(name)
        if known is None:
            known = self._read[name] = self._words(name_parts(name))
        return known

    def _words(self, parts: tuple[str, ...]) -> MeaningWords:
        words: list[str] = []
        for place, part in enumerate(parts):
            words += self._meaning(part, parts, place)
        return tuple(words)

    def _meaning(self, part: str, parts: tuple[str, ...], place: int) -> list[str]:
        if _HANGUL.fullmatch(part):
            return _korean(part)
        if self.is_german and part == "von" and place == len(parts) - 1 > 0:
            return ["by"]
        if self.is_german and (german := _german(part)):
            return german.split()
        meanings = word_data("abbreviations")["words"].get(part)
        if meanings and not _is_word_here(part, parts, place):
            return str(self._likeliest(meanings, parts, place)).split()
        glued = _GLUED.fullmatch(part) if part not in word_data("abbreviations")["whole"] else None
        if glued:
            return [*self._meaning(glued[1], (glued[1],), 0), glued[2]]
        return [part]

    def _likeliest(self, meanings: list[str], parts: tuple[str, ...], place: int) -> str:
        if parts[place] == "min" and place == 0 and len(parts) > 1:
            return "minimum"
        if len(meanings) > 1 and parts[place + 1 :] and parts[place + 1] in ("dt", "ts", "date", "at", "on", "dttm"):
            return next((one for one in meanings if _is_date_word(one)), meanings[0])
        return next((one for one in meanings if lemma(one) in self._written), meanings[0])


@cache
def _is_date_word(word: str) -> bool:
    roles = (role for role in word_data("date_words")["roles"] if role != "happened")
    return any(is_among((word,), "date_words", "roles", role, "words") for role in roles)


def _is_word_here(part: str, parts: tuple[str, ...], place: int) -> bool:
    """`no` is a number at the end of a name and a word before another; a name of one part is seldom cut short to it."""
    return part == "no" and (place < len(parts) - 1 or len(parts) == 1)


def _share_german(parts: Iterable[str]) -> float:
    seen = [part for part in parts if len(part) > 1 and not _HANGUL.search(part)]
    english = {
        "name",
        "note",
        "student",
        "trainer",
        "stall",
        "mit",
        "tier",
        "tor",
        "teil",
        "chef",
        "rate",
        "text",
        "status",
        "position",
        "region",
        "patient",
        "art",
        "land",
        "alter",
        "tag",
        "not",
        "kurs",
    }
    return sum(part not in english and _german(part) is not None for part in seen) / max(1, len(seen))


@cache
def _german(part: str) -> str | None:
    words: dict[str, str] = word_data("translations")["de"]
    if known := next((words[form] for form in (part, *_german_singulars(part)) if form in words), None):
        return known
    heads = sorted(word_data("translations")["de_heads"].items(), key=lambda pair: -len(pair[0]))
    compounds = ((form, head, meaning) for form in (part, *_german_singulars(part)) for head, meaning in heads)
    return next((found for one in compounds if (found := _german_compound(*one))), None)


def _german_compound(part: str, head: str, meaning: str) -> str | None:
    stem = part.removesuffix(head)
    if stem == part or len(stem) < _SHORTEST_STEM - (len(head) > 3):
        return None
    first = _german_stem(stem)
    return f"{first or stem} {meaning}" if first or len(head) > 3 else None


def _german_singulars(part: str) -> tuple[str, ...]:
    """What a plural may be one of: `rechnungen`, `fahrten`, `vertraege`, `haeuser`."""
    bare = [part.removesuffix(ending) for ending in ("en", "n", "er", "e") if part.endswith(ending)]
    plain = [_UMLAUT.sub(r"\1", form.replace("aeu", "au")) for form in bare]
    return tuple(form for form in dict.fromkeys((*bare, *plain)) if len(form) > _SHORTEST_STEM)


def _german_stem(stem: str) -> str | None:
    """Without the letters that join a compound: `auftrags` is `auftrag`."""
    words: dict[str, str] = word_data("translations")["de"]
    forms = (stem, *(stem.removesuffix(ending) for ending in ("s", "es", "n", "en", "e")), f"{stem}e")
    return next((words[form] for form in forms if form in words), None)


@cache
def _korean_words() -> tuple[tuple[str, str], ...]:
    return tuple(sorted(word_data("translations")["ko"].items(), key=lambda pair: -len(pair[0])))


def _korean(part: str) -> list[str]:
    """From the left, the longest word first; what is not known stays as it is."""
    words: list[str] = []
    while part:
        known = next(((word, meaning) for word, meaning in _korean_words() if part.startswith(word)), None)
        if known is None:
            return [*words, part]
        words += known[1].split()
        part = part[len(known[0]) :]
    return words
