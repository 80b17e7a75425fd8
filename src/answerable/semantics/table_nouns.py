"""What the rows of a table are called, by the table's name."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema, Table
from answerable.naming.inflection import lemma
from answerable.semantics.identifier_words import SchemaNames, name_parts
from answerable.semantics.meaning_words import MeaningWords, is_among, word_data

__all__ = ["TableNoun", "plural_of", "table_noun", "table_nouns"]

_IRREGULAR = {
    "person": "people",
    "child": "children",
    "man": "men",
    "woman": "women",
    "staff": "staff",
    "series": "series",
}
_UNCOUNTED = frozenset(
    ("staff", "equipment", "stock", "maintenance", "inventory", "attendance", "news", "overtime", "personnel")
)


@dataclass(frozen=True, slots=True)
class TableNoun:
    words: MeaningWords
    """In English, singular."""
    native: str
    """The name's own parts, affixes dropped."""
    is_technical: bool
    is_people: bool


def table_nouns(schema: DatabaseSchema, names: SchemaNames) -> dict[str, TableNoun]:
    shared = _shared_prefixes(schema)
    return {table.qualified: table_noun(table, names, shared) for table in schema.tables}


def _shared_prefixes(schema: DatabaseSchema) -> frozenset[str]:
    """First parts that most tables have in common, e.g. the product's name."""
    if len(schema.tables) < 4:
        return frozenset()
    firsts = [parts[0] for table in schema.tables if len(parts := name_parts(table.name)) > 1]
    return frozenset(part for part in set(firsts) if firsts.count(part) > len(schema.tables) / 2)


def table_noun(table: Table, names: SchemaNames, shared: frozenset[str] = frozenset()) -> TableNoun:
    bare = _without_affixes(name_parts(table.name), shared)
    words = tuple(word for part in _joined(bare, names) for word in part)
    singular = (*words[:-1], lemma(words[-1])) if words else tuple(name_parts(table.name))
    return TableNoun(
        words=tuple(singular),
        native=" ".join(bare),
        is_technical=is_among(names.words(table.name), "table_words", "technical"),
        is_people=is_among(tuple(map(lemma, singular[-1:])), "table_words", "people"),
    )


def _joined(bare: tuple[str, ...], names: SchemaNames) -> list[MeaningWords]:
    return [names.words("_".join(bare))]


def _without_affixes(parts: tuple[str, ...], shared: frozenset[str]) -> tuple[str, ...]:
    data = word_data("table_words")
    while len(parts) > 1 and (parts[0] in data["prefixes"] or parts[0] in data["letters"] or parts[0] in shared):
        parts = parts[1:]
    while len(parts) > 1 and (parts[-1] in data["suffixes"] or parts[-1] in ("hd", "hdr", "lst", "mst")):
        parts = parts[:-1]
    return parts


def plural_of(noun: str) -> str:
    """Of the last word: `order line` → `order lines`."""
    first, _, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last in _UNCOUNTED or not last.isascii() or not last:
        pass
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    elif last.endswith(("s", "x", "ch", "sh", "z")):
        last += "es"
    else:
        last += "s"
    return f"{first} {last}".strip()
