"""The word lists that ship with the translator: cues, synonyms, demonyms. Read once, when first asked for."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.inflection import lemma

__all__ = [
    "Derived",
    "PeopleWords",
    "Phrase",
    "SpendingWords",
    "cue_phrases",
    "demonyms",
    "derived_concept",
    "filler_words",
    "money_words",
    "people_words",
    "spending_words",
    "stop_words",
    "synonyms",
]

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """A concept that counted × priced columns of one table express."""

    concept: frozenset[Phrase]
    counted: tuple[Phrase, ...]
    priced: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class PeopleWords:
    tables: frozenset[str]
    """What a table of people is called."""
    pronouns: frozenset[str]
    """What stands for people without naming them."""
    doings: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Verbs, and who does what they say."""
    earning: frozenset[str]
    """Those who are paid for what they do."""


@dataclass(frozen=True, slots=True)
class SpendingWords:
    verbs: frozenset[str]
    columns: tuple[str, ...]
    """What the column is called that they speak of, the likeliest first."""


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files("answerable.language.question").joinpath(name).read_text(encoding="utf-8"))


def _phrase(text: str) -> Phrase:
    return tuple(lemma(word) for word in text.split())


@cache
def cue_phrases() -> dict[Phrase, tuple[tuple[str, str], ...]]:
    """Words of each cue phrase, as written → its kinds and meanings, in the file's order."""
    result: dict[Phrase, tuple[tuple[str, str], ...]] = {}
    for kind, meanings in _table("cues.toml").items():
        if kind in ("stop", "filler"):
            continue
        for meaning, phrases in meanings.items():
            for phrase in phrases:
                key = tuple(phrase.split())
                result[key] = (*result.get(key, ()), (kind, meaning))
    return result


@cache
def stop_words() -> frozenset[str]:
    return frozenset(_table("cues.toml")["stop"]["words"])


@cache
def filler_words() -> frozenset[str]:
    """Words that may be left over without harm, yet may name something."""
    return frozenset(_table("cues.toml")["filler"]["words"])


@cache
def synonyms() -> dict[Phrase, tuple[Phrase, ...]]:
    """Each phrase → the other phrases of its groups."""
    result: dict[Phrase, tuple[Phrase, ...]] = {}
    for group in _table("synonyms.toml")["groups"]:
        phrases = [_phrase(text) for text in group]
        for phrase in phrases:
            result[phrase] = (*result.get(phrase, ()), *(other for other in phrases if other != phrase))
    return result


@cache
def demonyms() -> dict[str, tuple[str, ...]]:
    return {word: tuple(values) for word, values in _table("synonyms.toml")["demonyms"].items()}


@cache
def derived_concept() -> Derived:
    table = _table("synonyms.toml")["derived"]
    counted, priced = (tuple(_phrase(text) for text in table[name]) for name in ("counted", "priced"))
    return Derived(frozenset(_phrase(text) for text in table["concept"]), counted, priced)


@cache
def people_words() -> PeopleWords:
    table = _table("synonyms.toml")["people"]
    doings = tuple((frozenset(doing["verbs"]), frozenset(doing["by"])) for doing in table["doings"])
    return PeopleWords(frozenset(table["tables"]), frozenset(table["pronouns"]), doings, frozenset(table["earning"]))


@cache
def money_words() -> frozenset[str]:
    """Names of tables whose rows are spoken of as money: `expenses by category` adds them up."""
    return frozenset(_table("synonyms.toml")["money"]["tables"])


@cache
def spending_words() -> SpendingWords:
    table = _table("synonyms.toml")["spending"]
    return SpendingWords(frozenset(table["verbs"]), tuple(table["columns"]))
