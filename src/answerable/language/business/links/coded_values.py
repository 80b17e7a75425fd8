"""Values that are written in short or in German, said in full: `f` are women, `NL` is the Netherlands, `Einkauf` is
purchasing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.kernel.schema import Column, DatabaseSchema, Kind
from answerable.language.business.links.business_words import phrase_of
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.question.word_lists import Phrase
from answerable.naming.inflection import fold
from answerable.semantics import SemanticModel
from answerable.semantics.identifier_words import SchemaNames
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["coded_value_entries"]

_SAID, _TRANSLATED = 0.88, 0.85
_LEAST_SHARE = 0.8
"""Of a column's values, so many must be of the kind."""
_FEWEST = {"sex": 2, "weekday": 4, "size": 3}
_MOST_VALUES, _LONGEST = 300, 3
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def coded_value_entries(schema: DatabaseSchema, model: SemanticModel) -> Iterator[LexiconEntry]:
    labels, is_german = SemanticLabels(model), SchemaNames(schema).is_german
    people = {(one.table, column) for one in model.entities if one.is_person for column in one.display}
    meanings = {(one.table, one.column): one.meanings for one in model.decodings}
    for table, column in schema.columns():
        if column.kind is not Kind.TEXT or table.is_view:
            continue
        name = table.qualified, column.name
        values = _values(column)
        label = {*labels.column(*name).split(), *column.name.casefold().split("_")}
        for kind in _kinds_of(values, label):
            for value in values:
                target = WordTarget(LinkKind.VALUE, *name, (value,))
                yield from ((phrase, target, _SAID) for phrase in _said(kind, _key(value)))
        if is_german and name not in people:
            # A code is known by its text.
            texts = meanings.get(name) or tuple((value, value) for value in values)
            yield from _translated(name, texts)


def _translated(name: tuple[str, str], texts: tuple[tuple[str, str], ...]) -> Iterator[LexiconEntry]:
    for value, text in texts[:_MOST_VALUES]:
        if len(text.split()) <= _LONGEST:
            target = WordTarget(LinkKind.VALUE, *name, (value,))
            yield from ((phrase, target, _TRANSLATED) for phrase in _german().get(_key(text), ()))


def _kinds_of(values: tuple[str, ...], label: set[str]) -> Iterator[str]:
    keys = {_key(value) for value in values}
    for kind, found in _words()["kinds"].items():
        known = keys & found["values"].keys()
        is_named = not found["named"] or bool(label & {*found["named"]})
        if is_named and len(known) >= max(_FEWEST.get(kind, 2), _LEAST_SHARE * len(keys)):
            yield kind


def _values(column: Column) -> tuple[str, ...]:
    seen = (value for value in (*column.common_values, *column.cells) if isinstance(value, str) and value.strip())
    return tuple(dict.fromkeys(seen))[:_MOST_VALUES]


def _key(value: str) -> str:
    return fold(value.strip().casefold().translate(_TWO_LETTERS))


@cache
def _said(kind: str, key: str) -> tuple[Phrase, ...]:
    return tuple(phrase_of(text) for text in _words()["kinds"][kind]["values"].get(key, ()))


@cache
def _german() -> dict[str, tuple[Phrase, ...]]:
    return {_key(value): tuple(map(phrase_of, texts)) for value, texts in _words()["german"].items()}


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files("answerable.language.business").joinpath("value_words.toml").read_text(encoding="utf-8"))
