"""Korean words over one schema: which table, column or value each names there, in the words of the schema itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from answerable.kernel.schema import DatabaseSchema, Kind
from answerable.language.korean.korean_words import Meaning, question_words, schema_words
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import lemma

__all__ = ["Lexicon"]

_HANGUL = re.compile(r"[가-힣]")
_LONGEST = 12
Phrase = tuple[str, ...]


class Lexicon:
    """Made once a schema. Look-ups are by the word without its spaces."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._names = dict(_names(schema))
        self._parts = dict(_parts(self._names))
        self._values = dict(_values(schema))
        self._words = {**question_words(), **self._nouns(), **self._own_names(), **self._own_values()}
        self.longest = min(max((len(word) for word in self._words), default=1), _LONGEST)

    def meaning(self, word: str) -> Meaning | None:
        return self._words.get(word)

    @property
    def sold_by(self) -> str:
        """The column that says how many were sold; empty when none does."""
        sold = self._words["판매량"]
        return sold.english if sold.kind == "column" else ""

    def latin(self, words: Sequence[str]) -> Meaning | None:
        """A name or value written in Latin letters, as the schema has it."""
        if (value := self._values.get(squeeze(" ".join(words)))) is not None:
            return Meaning("value", value)
        phrase = tuple(lemma(word) for word in words)
        kind = self._names.get(phrase) or self._parts.get(phrase)
        return Meaning(kind, " ".join(words)) if kind else None

    def _nouns(self) -> dict[str, Meaning]:
        result = {word: self._noun(word, english) for word, english in schema_words("nouns").items()}
        for word, english in schema_words("values").items():
            if (value := self._known_value(english)) and result.get(word, _UNNAMED).kind == "noun":
                result[word] = Meaning("value", value)
            else:
                result.setdefault(word, Meaning("unknown", word))
        for word, english in schema_words("verbs").items():
            result[word] = self._noun(word, english)
        return result

    def _noun(self, word: str, english: Sequence[str]) -> Meaning:
        """The first English word that names something here, whole names before parts; or a Korean name of its kin."""
        for kin in (word, *_kin(english[0])):
            if kind := self._names.get((kin,)):
                return Meaning(kind, kin)
        for names in (self._names, self._parts):
            for candidate in english:
                if kind := names.get(tuple(lemma(part) for part in candidate.split())):
                    return Meaning(kind, candidate)
        return Meaning("noun", english[0])

    def _known_value(self, english: Sequence[str]) -> str | None:
        return next((self._values[key] for word in english if (key := squeeze(word)) in self._values), None)

    def _own_names(self) -> dict[str, Meaning]:
        """Names of the schema that are written in Hangul, and the words they are made of."""
        korean = [(phrase, kind) for phrase, kind in self._names.items() if _HANGUL.search("".join(phrase))]
        words = {word: Meaning(kind, word) for phrase, kind in korean for word in phrase if len(word) > 1}
        return words | {"".join(phrase): Meaning(kind, " ".join(phrase)) for phrase, kind in korean if _telling(phrase)}

    def _own_values(self) -> dict[str, Meaning]:
        korean = {key: value for key, value in self._values.items() if _HANGUL.search(key)}
        taken = self._own_names()
        return {key: Meaning("value", value) for key, value in korean.items() if key not in taken and len(key) > 1}


_UNNAMED = Meaning("noun")


def squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()


def _telling(phrase: Phrase) -> bool:
    """A name of one syllable is left to the question words: `수`, `일` and `월` mean too much else."""
    return len("".join(phrase)) > 1


def _kin(english: str) -> Iterator[str]:
    """Korean words for the same thing."""
    return (word for word, candidates in schema_words("nouns").items() if candidates[0] == english)


def _names(schema: DatabaseSchema) -> Iterator[tuple[Phrase, str]]:
    """Columns first, so that a table of the same name wins."""
    for _, column in schema.columns():
        yield identifier_lemmas(column.name), "column"
    for table in schema.tables:
        yield identifier_lemmas(table.name), "table"


def _parts(names: dict[Phrase, str]) -> Iterator[tuple[Phrase, str]]:
    """`discount` of `discount_percent`: what a longer name has in it, of columns before tables."""
    for wanted in ("table", "column"):
        for phrase, kind in names.items():
            if kind == wanted and len(phrase) > 1:
                for start in range(len(phrase)):
                    yield from ((phrase[start:end], kind) for end in range(start + 1, len(phrase) + 1))


def _values(schema: DatabaseSchema) -> Iterator[tuple[str, str]]:
    for _, column in schema.columns():
        for value in column.common_values if column.kind is Kind.TEXT else ():
            if key := squeeze(value):
                yield key, value
