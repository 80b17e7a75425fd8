"""The same question of a schema with other names: what it names word for word is renamed, in the question and in the
schema alike, or said by another word of the same meaning. There are a hundred schemas to learn from; without this the
network would learn them by heart."""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from answerable.language.neural.form import Pointer
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.value_candidates import ValueCandidate
from answerable.naming.trained_words import lemma
from training.corpus import Example
from training.mentions import Change, Name, changed_text, said_instead, said_whole, spans_of_values, words_in

__all__ = ["Renamer"]

_RENAME_SAID, _RENAME_UNSAID, _SAY_OTHERWISE = 0.6, 0.15, 0.4
_TRIES = 5


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
        items, words = example.database.items, words_in(example.question)
        kinds = dict(zip(reversed(items.lemmas), reversed(items.kinds), strict=True))
        said = said_whole(words, kinds, spans_of_values(example))
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
            said_instead(words, at, name, spoken[name])
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


def _changed(example: Example, changes: list[Change], items: SchemaItems) -> Example:
    question = changed_text(example.question, changes)
    values = tuple(_moved(value, changes) for value in example.values)
    return replace(example, database=replace(example.database, items=items), question=question, values=values)


def _moved(value: ValueCandidate, changes: list[Change]) -> ValueCandidate:
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
