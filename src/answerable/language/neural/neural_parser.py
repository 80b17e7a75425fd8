"""A question read by the network: the forms it finds likeliest, written as SQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.beam import search
from answerable.language.neural.doubt import Doubt, column_doubts
from answerable.language.neural.form import KEYWORD_IDS, KEYWORDS, Form, Pointer, PointerKind, Token
from answerable.language.neural.form_to_sql import FormToSql
from answerable.language.neural.input_features import ITEM_KINDS, Features, make_features
from answerable.language.neural.name_vectors import NameVectors
from answerable.language.neural.network import EncodedInput, Network, shipped_network
from answerable.language.neural.pointer_features import PointerFeatures
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.sql_to_form import SqlToForm
from answerable.language.neural.value_candidates import ValueCandidate, find_candidates
from answerable.language.neural.value_index import ValueIndex
from answerable.language.neural.wordpiece import WordPieces, shipped_vocabulary
from answerable.naming.trained_words import WORD, lemma

if TYPE_CHECKING:
    from answerable.kernel.cache_folder import CacheFolder
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["NeuralParser", "NeuralReading", "shipped_parser"]

_WIDTH = 12


@dataclass(frozen=True, slots=True)
class NeuralReading:
    """One way to read a question."""

    sql: str
    form: Form
    values: tuple[ValueCandidate, ...]
    """What the form's pointers to values point into."""
    log_probability: float
    least: float
    """Of the token the network was least sure of."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """One question as the network sees it."""

    question: str
    features: Features
    memory: EncodedInput
    ground: PointerFeatures
    item_kinds: tuple[PointerKind, ...]


class NeuralParser:
    """Reads questions over one schema; what it works out about the schema is kept for the next question."""

    def __init__(
        self, schema: DatabaseSchema, network: Network | None = None, files: CacheFolder | None = None
    ) -> None:
        """Without a `network` the package's own is loaded, once a question needs it: many do not. `files` keep the
        vectors of names."""
        self._files = files
        self._given = network
        self._schema = schema
        self.items = SchemaItems(schema)
        self._former = SqlToForm(self.items)
        self._last: _Seen | None = None

    @cached_property
    def _network(self) -> Network:
        return self._given or shipped_network()

    @cached_property
    def _vectors(self) -> NameVectors:
        return NameVectors(self._network, self._pieces, self.items.names, self._files)

    @cached_property
    def _index(self) -> ValueIndex:
        return ValueIndex(self._schema)

    @cached_property
    def _writer(self) -> FormToSql:
        return FormToSql(self._schema)

    @cached_property
    def _pieces(self) -> WordPieces:
        return WordPieces(shipped_vocabulary())

    def read(self, question: str) -> tuple[NeuralReading, ...]:
        """Likeliest first, each SQL once; empty when nothing could be written."""
        if not self.items.columns:
            return ()
        seen = self._seen(question)
        result: dict[str, NeuralReading] = {}
        for one in search(self._network, seen.memory, seen.ground, seen.item_kinds, width=_WIDTH):
            form = self._form(one.tokens, seen.features)
            sql = self.write_sql(question, form, seen.features.values)
            if sql:
                result.setdefault(sql, NeuralReading(sql, form, seen.features.values, one.log_probability, one.least))
        return tuple(result.values())

    def write_sql(self, question: str, form: Form, values: tuple[ValueCandidate, ...]) -> str | None:
        """A form over this schema as SQL; None where it cannot be said. The question's words tell keys apart."""
        hints = frozenset(lemma(word) for word in WORD.findall(question.lower()))
        try:
            return self._writer.sql(form, [value.text for value in values], hints)
        except ValueError:  # it breaks the grammar: more columns than a form may show
            return None

    def doubts(self, question: str, form: Form) -> tuple[Doubt, ...]:
        """For each column of the form: the columns that could stand there, as places in the schema, and how likely.

        Nothing for somebody else's form that the network could not have written."""
        seen = self._seen(question)
        first, chosen = self.items.first_column, seen.features.chosen
        try:
            tokens = [self._number(token, chosen) for token in form]
            result = column_doubts(self._network, seen.memory, seen.ground, seen.item_kinds, tokens)
        except ValueError:  # a name that was not shown to the network, or more columns than its grammar allows
            return ()
        return tuple(Doubt(one.place, tuple((chosen[at] - first, score) for at, score in one.likely)) for one in result)

    def _number(self, token: Token, chosen: tuple[int, ...]) -> int:
        if isinstance(token, str):
            return KEYWORD_IDS[token]
        if token.kind == "value":
            return len(KEYWORDS) + len(chosen) + token.index
        return len(KEYWORDS) + chosen.index(token.index + (self.items.first_column if token.kind == "column" else 0))

    def values(self, question: str) -> tuple[ValueCandidate, ...]:
        return find_candidates(question, self._index)

    def column(self, table: str, name: str) -> int:
        """Its place among the schema's columns; -1 where there is none."""
        places = (at for at, (of, own) in enumerate(self.items.columns) if of.qualified == table and own.name == name)
        return next(places, -1)

    def form(self, sql: str, values: tuple[ValueCandidate, ...]) -> Form | None:
        """The form of somebody else's SQL, to compare with; None where it has none."""
        return self._former.form(sql, values)

    def _seen(self, question: str) -> _Seen:
        """Kept until the next question: what the network doubts is asked for after what it reads."""
        seen = self._last
        if seen is None or seen.question != question:
            pieces = self._pieces.encode(question)
            features = make_features(question, pieces.ids, pieces.spans, self.items, self.values(question))
            memory, ground = self._memory(features), PointerFeatures.of(features)
            seen = self._last = _Seen(question, features, memory, ground, _pointer_kinds(features))
        return seen

    def _memory(self, features: Features) -> EncodedInput:
        return self._network.read(
            features.pieces,
            self._vectors.of([self.items.names[item] for item in features.chosen]),
            features.kinds,
            features.column_kinds,
            features.value_kinds,
            features.relations,
            features.value_pool,
        )

    def _form(self, tokens: Sequence[int], features: Features) -> Form:
        return tuple(self._token(number, features) for number in tokens)

    def _token(self, number: int, features: Features) -> Token:
        position = number - len(KEYWORDS)
        if position < 0:
            return KEYWORDS[number]
        if position >= len(features.chosen):
            return Pointer("value", position - len(features.chosen))
        item = features.chosen[position]
        if item < self.items.first_column:
            return Pointer("table", item)
        return Pointer("column", item - self.items.first_column)


def shipped_parser(schema: DatabaseSchema, files: CacheFolder | None = None) -> NeuralParser:
    """By the package's own weights."""
    return NeuralParser(schema, files=files)


def _pointer_kinds(features: Features) -> tuple[PointerKind, ...]:
    """Of the items, after the words."""
    kinds: dict[str, PointerKind] = {"column": "column", "table": "table", "value": "value"}
    return tuple(kinds[ITEM_KINDS[kind]] for kind in features.kinds[len(features.pieces) :].tolist())
