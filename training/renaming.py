"""The same question of a schema with other names: what it names word for word is renamed, in the question and in the
schema alike, or said by another word of the same meaning. There are a hundred schemas to learn from; without this the
network would learn them by heart."""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from answerable.language.reader.candidates import ValueCandidate
from answerable.language.reader.form import Pointer
from answerable.language.reader.items import SchemaItems
from answerable.language.reader.names import WORD, lemma
from training.corpus import Example

__all__ = ["Renamer"]

_RENAME_SAID, _RENAME_UNSAID, _SAY_OTHERWISE = 0.6, 0.15, 0.4
_TRIES = 5

Name = tuple[str, ...]


@dataclass(frozen=True)
class _Word:
    text: str
    lemma: str
    start: int
    end: int


@dataclass(frozen=True)
class _Change:
    start: int
    end: int
    text: str


class Renamer:
    def __init__(
        self, schemas: Iterable[SchemaItems], synonyms: Mapping[str, Sequence[str]], chance: random.Random
    ) -> None:
        self._synonyms = synonyms
        self._chance = chance
        found: dict[int, set[str]] = defaultdict(set)
        for items in schemas:
            for kind, name in zip(items.kinds, items.names, strict=True):
                found[kind].add(name)
        self._names = {kind: sorted(names) for kind, names in found.items()}

    def renamed(self, example: Example) -> Example:
        items, words = example.database.items, _words(example.question)
        kinds = dict(zip(reversed(items.lemmas), reversed(items.kinds), strict=True))
        said = _said(words, kinds, _kept(example))
        taken = {word.lemma for word in words} | set(items.by_word)
        new: dict[Name, str] = {}
        for name in kinds:
            if self._chance.random() < (_RENAME_SAID if name in said else _RENAME_UNSAID) and self._is_free(
                name, said, example
            ):
                other = self._other(kinds[name], taken)
                if other:
                    new[name] = other
                    taken |= {lemma(word) for word in other.split()}
        spoken = {name: new.get(name) or self._otherwise(name) for name in said}
        changes = [
            _Change(words[at].start, words[at + len(name) - 1].end, _like(words[at + len(name) - 1], spoken[name]))
            for name, places in said.items()
            if spoken[name] != " ".join(name)
            for at in places
        ]
        return _changed(example, sorted(changes, key=lambda one: one.start), _with_names(items, new))

    def _otherwise(self, name: Name) -> str:
        """Perhaps with a synonym for one of its words."""
        at = self._chance.randrange(len(name))
        others = self._synonyms.get(name[at], ())
        if not others or self._chance.random() > _SAY_OTHERWISE:
            return " ".join(name)
        return " ".join((*name[:at], self._chance.choice(others), *name[at + 1 :]))

    def _is_free(self, name: Name, said: dict[Name, list[int]], example: Example) -> bool:
        """What the form uses but the question does not say whole was meant by other words: it keeps its name."""
        if not name:
            return False
        items = example.database.items
        used = {
            items.lemmas[token.index + (items.first_column if token.kind == "column" else 0)]
            for token in example.form or ()
            if isinstance(token, Pointer) and token.kind != "value"
        }
        return name in said or name not in used

    def _other(self, kind: int, taken: set[str]) -> str | None:
        for _ in range(_TRIES):
            name = self._chance.choice(self._names[kind])
            if name and not {lemma(word) for word in name.split()} & taken:
                return name
        return None


def _words(question: str) -> list[_Word]:
    return [_Word(match[0], lemma(match[0]), match.start(), match.end()) for match in WORD.finditer(question.lower())]


def _kept(example: Example) -> list[tuple[int, int]]:
    """Where the question says the values of the form."""
    pointers = [token for token in example.form or () if isinstance(token, Pointer)]
    values = [example.values[token.index] for token in pointers if token.kind == "value"]
    return [(value.start, value.end) for value in values]


def _said(words: Sequence[_Word], names: Iterable[Name], kept: Sequence[tuple[int, int]]) -> dict[Name, list[int]]:
    """Where each name is said whole; of two that overlap, the longer one is."""
    free = [all(word.end <= start or word.start >= end for start, end in kept) for word in words]
    lemmas = [word.lemma for word in words]
    found: dict[Name, list[int]] = {}
    for name in sorted((name for name in names if name), key=lambda name: (-len(name), name)):
        for at in range(len(words) - len(name) + 1):
            if tuple(lemmas[at : at + len(name)]) == name and all(free[at : at + len(name)]):
                free[at : at + len(name)] = [False] * len(name)
                found.setdefault(name, []).append(at)
    return found


def _like(word: _Word, name: str) -> str:
    """In the plural where the word was."""
    if word.text == word.lemma or not word.text.endswith("s") or name.endswith("s"):
        return name
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in "aeiou" else f"{name}s"


def _with_names(items: SchemaItems, new: dict[Name, str]) -> SchemaItems:
    renamed = copy.copy(items)
    for kept in ("by_word", "tables_with"):
        renamed.__dict__.pop(kept, None)
    renamed.names = tuple(
        _replaced(name.split(), words, new) for name, words in zip(items.names, items.lemmas, strict=True)
    )
    renamed.lemmas = tuple(tuple(lemma(word) for word in name.split()) for name in renamed.names)
    return renamed


def _replaced(words: list[str], lemmas: Name, new: dict[Name, str]) -> str:
    """Also inside longer names: with `customer`, `customer name`."""
    at, found = 0, []
    while at < len(words):
        name = next(
            (lemmas[at:end] for end in range(len(words), at, -1) if lemmas[at:end] in new),
            (),
        )
        found.append(new[name] if name else words[at])
        at += len(name) or 1
    return " ".join(found)


def _changed(example: Example, changes: list[_Change], items: SchemaItems) -> Example:
    question, before = "", 0
    for change in changes:
        question += example.question[before : change.start] + change.text
        before = change.end
    question += example.question[before:]
    values = tuple(_moved(value, changes) for value in example.values)
    return replace(example, database=replace(example.database, items=items), question=question, values=values)


def _moved(value: ValueCandidate, changes: list[_Change]) -> ValueCandidate:
    """A candidate that was renamed stays where the new name is, but no cell holds it any more."""
    start, end, columns = value.start, value.end, value.columns
    shift = 0
    for change in changes:
        longer = len(change.text) - (change.end - change.start)
        if change.end <= value.start:
            shift += longer
        elif change.start < value.end:
            end, columns = end + longer, ()
    return ValueCandidate(value.text, start + shift, max(start, end) + shift, value.kind, columns)
