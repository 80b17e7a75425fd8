"""How well the names that a reading uses, or the whole source has, fit the words of a question by their meaning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from answerable.language.neural.word_vectors import shipped_word_vectors
from answerable.language.reranking.column_uses import ColumnKinds
from answerable.language.reranking.source_uses import SourceUses
from answerable.naming.identifiers import identifier_lemmas

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language.neural.layers import Array
    from answerable.semantics import SemanticModel

__all__ = ["SourceWords"]


class SourceWords:
    """The words that tables and columns are made of, with what the semantic model calls them."""

    def __init__(self, schema: DatabaseSchema, model: SemanticModel) -> None:
        self.traits = _traits(schema, model)
        """How large and how messy the source is."""
        self.kinds = ColumnKinds(schema, model)
        self.uses = SourceUses(model)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for name, words in _named(schema, model):
            self._by_name[name.casefold()].update(word for text in words for word in identifier_lemmas(text))

    @cached_property
    def _vectors(self) -> Array:
        return shipped_word_vectors().stack(sorted(set().union(*self._by_name.values())))

    def of(self, names: Iterable[str]) -> set[str]:
        """The words of these tables and columns."""
        return {word for name in names for word in self._by_name.get(name.casefold(), ())}

    def nearest(self, words: Sequence[str]) -> list[float]:
        """Of each word the highest cosine with any word of the source."""
        return _highest(shipped_word_vectors().stack(words), self._vectors)

    def likeness(self, words: Sequence[str], names: Iterable[str]) -> list[float]:
        """Of each word the highest cosine with a word of one of these tables and columns; 1 where it is one of them."""
        vectors, own = shipped_word_vectors(), self.of(names)
        found = _highest(vectors.stack(words), vectors.stack(sorted(own)))
        return [1.0 if word in own else like for word, like in zip(words, found, strict=True)]


def _traits(schema: DatabaseSchema, model: SemanticModel) -> dict[str, float]:
    columns = sum(1 for _ in schema.columns())
    return {
        "source_tables": float(len(schema.tables)),
        "source_columns": float(columns),
        "source_hidden": float(len(model.hidden_types)),
        "source_flags": float(len(model.flags)),
        "source_exclusions": float(len(model.exclusions)),
        "source_events": float(len(model.events)),
        "source_codes": float(len(model.decodings)),
    }


def _named(schema: DatabaseSchema, model: SemanticModel) -> Iterator[tuple[str, tuple[str, ...]]]:
    for table in schema.tables:
        yield table.name, (table.name,)
    for _, column in schema.columns():
        yield column.name, (column.name,)
    for entity in model.entities:
        yield entity.table.split(".")[-1], (entity.noun, entity.native)
    for event in model.events:
        yield event.table.split(".")[-1], event.verbs
    for date in model.dates:
        yield date.column, (date.label, *date.verbs)
    labelled = (model.measures, model.flags, model.statuses, model.dimensions)
    yield from ((one.column, (one.label,)) for kind in labelled for one in kind)
    for derived in model.derived:
        yield from ((column, (derived.label,)) for _, column in derived.parts)


def _highest(words: Array, names: Array) -> list[float]:
    if not len(words) or not len(names):
        return [0.0] * len(words)
    best: list[float] = np.round((words @ names.T).max(axis=1), 4).tolist()
    return best
