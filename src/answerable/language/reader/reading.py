"""A question read by the network: the forms it finds likeliest, written as SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from answerable.language.reader.beam import search
from answerable.language.reader.candidates import ValueCandidate, find_candidates
from answerable.language.reader.features import ITEM_KINDS, Features, make_features
from answerable.language.reader.form import KEYWORDS, Form, Pointer, PointerKind, Token
from answerable.language.reader.forming import Former
from answerable.language.reader.items import SchemaItems
from answerable.language.reader.names import WORD, lemma
from answerable.language.reader.network import Network
from answerable.language.reader.value_index import ValueIndex
from answerable.language.reader.wordpiece import WordPieces, shipped_vocabulary
from answerable.language.reader.writing import Writer

if TYPE_CHECKING:
    from answerable.language.reader.layers import Array
    from answerable.schema import DatabaseSchema

__all__ = ["Read", "Reader"]

_WIDTH = 8
_LONGEST_NAME = 16


@dataclass(frozen=True, slots=True)
class Read:
    """One way to read a question."""

    sql: str
    form: Form
    values: tuple[ValueCandidate, ...]
    """What the form's pointers to values point into."""
    log_probability: float


class Reader:
    """Reads questions over one schema; what it works out about the schema is kept for the next question."""

    def __init__(self, schema: DatabaseSchema, network: Network) -> None:
        self._network = network
        self.items = SchemaItems(schema)
        self._index = ValueIndex(schema)
        self._writer = Writer(schema)
        self._former = Former(self.items)
        self._pieces = WordPieces(shipped_vocabulary())
        self._vectors: dict[str, Array] = {}

    def read(self, question: str) -> tuple[Read, ...]:
        """Likeliest first, each SQL once; empty when nothing could be written."""
        if not self.items.columns:
            return ()
        pieces = self._pieces.encode(question)
        values = self.values(question)
        features = make_features(question, pieces.ids, pieces.spans, self.items, values)
        hints = frozenset(lemma(word) for word in WORD.findall(question.lower()))
        found: dict[str, Read] = {}
        for form, likely in self._forms(features):
            sql = self._writer.sql(form, [value.text for value in values], hints)
            if sql:
                found.setdefault(sql, Read(sql, form, values, likely))
        return tuple(found.values())

    def values(self, question: str) -> tuple[ValueCandidate, ...]:
        return find_candidates(question, self._index)

    def form(self, sql: str, values: tuple[ValueCandidate, ...]) -> Form | None:
        """The form of somebody else's SQL, to compare with; None where it has none."""
        return self._former.form(sql, values)

    def _forms(self, features: Features) -> list[tuple[Form, float]]:
        memory = self._network.read(
            features.pieces,
            self._vectors_of(features.chosen),
            features.kinds,
            features.column_kinds,
            features.value_kinds,
            features.relations,
            features.value_pool,
            features.value_columns,
        )
        kinds = [_pointer_kind(kind) for kind in features.kinds[len(features.pieces) :].tolist()]
        written = search(self._network, memory, kinds, width=_WIDTH)
        return [(self._form(one.tokens, features), one.log_probability) for one in written]

    def _form(self, tokens: Sequence[int], features: Features) -> Form:
        return tuple(self._token(number, features) for number in tokens)

    def _token(self, number: int, features: Features) -> Token:
        place = number - len(KEYWORDS)
        if place < 0:
            return KEYWORDS[number]
        if place >= len(features.chosen):
            return Pointer("value", place - len(features.chosen))
        item = features.chosen[place]
        if item < self.items.first_column:
            return Pointer("table", item)
        return Pointer("column", item - self.items.first_column)

    def _vectors_of(self, chosen: Sequence[int]) -> Array:
        names = [self.items.names[item] for item in chosen]
        new = [name for name in dict.fromkeys(names) if name not in self._vectors]
        if new:
            pieces = [self._pieces.encode(name, most=_LONGEST_NAME).ids for name in new]
            self._vectors.update(zip(new, self._network.encode_names(pieces), strict=True))
        return np.stack([self._vectors[name] for name in names])


def _pointer_kind(kind: int) -> PointerKind:
    kinds: dict[str, PointerKind] = {"column": "column", "table": "table", "value": "value"}
    return kinds[ITEM_KINDS[kind]]
