"""A schema as ambiguity is looked for in it: what rows are recognised by, what links two tables, what words name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.language.ambiguity.wordings import alike
from answerable.language.linking.column_traits import is_key, labels
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query.sql_names import SqlNames
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import stem
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = [
    "Link",
    "SchemaFacts",
    "column_phrase",
    "known_by",
    "label",
    "name_stems",
    "overlap",
    "own_texts",
    "spoken_name",
]

_SHORT_CELL = 3
_WORDS = word_file("answerable.language.ambiguity")
_BOOKKEEPING = _WORDS.word_set("bookkeeping")


@dataclass(frozen=True)
class Link:
    """A table whose rows pair rows of two others: many of one meet many of the other."""

    table: Table
    one: ForeignKey
    other: ForeignKey


class SchemaFacts:
    """Made once a schema; what costs is worked out when first needed."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self.schema = schema
        self.graph = JoinGraph(schema)
        self.names = SqlNames(schema)

    @cached_property
    def index(self) -> SchemaIndex:
        return SchemaIndex(self.schema)

    def spoken_of(self, stems: frozenset[str]) -> tuple[Table, ...]:
        """Tables of whose name at least one word is said, in the schema's order."""
        places = {position for word in stems for position in self._places.get(word, ())}
        return tuple(self.things[position] for position in sorted(places))

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        result: dict[str, list[int]] = defaultdict(list)
        for position, table in enumerate(self.things):
            for word in dict.fromkeys(name_stems(table.name)):
                result[word].append(position)
        return dict(result)

    def is_known(self, word: str) -> bool:
        """Whether the stem, or one that begins as it does, is a part of any name."""
        return any(alike(word, part) for part in self._parts)

    def is_in_a_cell(self, word: str) -> bool:
        """Whether the stem is a word of a cell that is itself but a few words."""
        return word in self._cell_words

    @cached_property
    def _cell_words(self) -> frozenset[str]:
        return frozenset(stem(word) for words in self.index.values if len(words) <= _SHORT_CELL for word in words)

    @cached_property
    def _parts(self) -> frozenset[str]:
        columns = (column.name for _, column in self.schema.columns())
        tables = (table.name for table in self.schema.tables)
        return frozenset(part for name in (*tables, *columns) for part in name_stems(name))

    def neighbours(self, table: str) -> frozenset[str]:
        """Tables one key away, in either direction."""
        return frozenset(self._neighbours.get(table, ()))

    def sisters(self, table: str) -> frozenset[str]:
        """Other tables that a table next to this one is next to."""
        near = self.neighbours(table)
        return frozenset(name for other in near for name in self.neighbours(other)) - {table}

    @cached_property
    def _neighbours(self) -> dict[str, list[str]]:
        result: dict[str, list[str]] = defaultdict(list)
        for table in self.things:
            for parent in self.graph.parents(table.qualified):
                result[table.qualified].append(parent)
                result[parent].append(table.qualified)
        return dict(result)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every way two different tables are many-to-many, in both directions."""
        return tuple(link for table in self.schema.tables for link in _links(table))

    @cached_property
    def things(self) -> tuple[Table, ...]:
        """Tables that hold things people speak of, without those that only link."""
        linking = {link.table.qualified for link in self.links if not own_texts(link.table)}
        return tuple(table for table in self.schema.tables if table.qualified not in linking)

    def values(self, words: tuple[str, ...]) -> tuple[tuple[ColumnRef, str], ...]:
        """Cells that read as these words, with the columns that hold them."""
        result = self.index.values.get(words, ())
        return tuple((ColumnRef(t.table, t.column), t.value) for t in result if t.table not in self.index.roles.real)

    def column(self, ref: ColumnRef) -> Column:
        return self.index.column(ref.table, ref.name)

    def table(self, name: str) -> Table:
        return self.index.table(name)


def label(table: Table) -> Column | None:
    """What a row is recognised by: its name, else the first text that is no key; None where there is no such text."""
    named = labels(table)[:1]
    if named and not (is_key(table, named[0]) and named[0].kind is not Kind.TEXT):
        return named[0]
    return next(iter(own_texts(table)), None)


def known_by(table: Table) -> Column | None:
    """What a row is recognised by; else the one thing its table says of it."""
    others = [column for column in table.columns if not is_key(table, column)]
    return label(table) or (others[0] if len(others) == 1 else None)


def own_texts(table: Table) -> tuple[Column, ...]:
    pointing = {name for key in table.foreign_keys for name in key.columns}
    return tuple(
        column
        for column in table.columns
        if column.kind is Kind.TEXT and column.name not in pointing and not is_key(table, column)
    )


def _links(table: Table) -> Iterator[Link]:
    keys = [key for key in table.foreign_keys if len(key.columns) == len(key.ref_columns) == 1]
    for one in keys:
        for other in keys:
            if one.ref_table.casefold() != other.ref_table.casefold() and not _single(table, one, other):
                yield Link(table, one, other)


def _single(table: Table, *keys: ForeignKey) -> bool:
    """True where a key alone is the primary key: then each of its rows is paired once."""
    return any(table.primary_key == key.columns for key in keys)


@lru_cache(maxsize=16_384)
def name_stems(name: str) -> tuple[str, ...]:
    """The telling words of an identifier, as stems: `store_id` → (stor,)."""
    words = [word for word in identifier_lemmas(name) if word not in _BOOKKEEPING]
    return tuple(stem(word) for word in words or identifier_lemmas(name))


def spoken_name(name: str) -> str:
    """An identifier as words."""
    return " ".join(identifier_lemmas(name)) or name


def overlap(words: Sequence[str], name: str) -> float:
    """How much of a name the stems say: 1 for all of it."""
    own = name_stems(name)
    return sum(word in words for word in own) / max(len(own), 1)


def column_phrase(table: Table, column: Column) -> str:
    """Its name, and its table's where the name alone says too little."""
    own = spoken_name(column.name)
    return (
        own if column is not label(table) else " ".join(dict.fromkeys((*spoken_name(table.name).split(), *own.split())))
    )
