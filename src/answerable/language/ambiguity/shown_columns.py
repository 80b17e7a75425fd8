"""What is to be shown of a table: the columns that words of the question name, else what its rows are recognised by."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, Table
from answerable.language.ambiguity.schema_facts import SchemaFacts, label, name_stems, own_texts
from answerable.language.ambiguity.wordings import stems, synonyms_of, word_list
from answerable.language.linking.column_traits import is_key
from answerable.language.question.tokens import Token
from answerable.naming.inflection import stem
from answerable.sql.column_ref import ColumnRef

__all__ = ["TableMention", "asked_of", "columns_named", "recognised_by"]

_WEAK = frozenset(map(stem, ("name", "type", "date")))
_VERY_COMMON = _WEAK | frozenset(map(stem, ("id", "title", "description", "cost", "price")))


@dataclass(frozen=True, slots=True)
class TableMention:
    columns: tuple[str, ...]
    """In the order of the table."""
    said: float
    """How much of the table and its columns the question speaks of; 0 for nothing."""


def columns_named(tokens: Sequence[Token], table: Table) -> TableMention:
    """`tokens` are those that may name something of this table."""
    telling = [token for token in tokens if token.text.casefold() not in word_list("shown", "asking") or token.quoted]
    words = stems(telling)
    own = [word for word in name_stems(table.name) if word in words]
    named = [column for column in table.columns if _is_named(column, table, words)]
    known = label(table)
    if not named or _comes_first(tokens, table):
        named = _with_label(named, known, table)
    said = 2.0 * len(own) / max(len(name_stems(table.name)), 1) + sum(column is not known for column in named) * 0.9
    said += 0.5 if own and name_stems(table.name)[-1] in words else 0.0
    return TableMention(tuple(column.name for column in named), said if own or _own_words(named, table, words) else 0.0)


def _with_label(named: list[Column], known: Column | None, table: Table) -> list[Column]:
    wanted = {column.name for column in named} | ({known.name} if known else set())
    return [column for column in table.columns if column.name in wanted]


def _own_words(named: Sequence[Column], table: Table, words: Sequence[str]) -> bool:
    """True where a column is named by a word that is more than `name` or `type`."""
    return any(word in words and word not in _VERY_COMMON for column in named for word in name_stems(column.name))


def _is_named(column: Column, table: Table, words: Sequence[str]) -> bool:
    """All of its name but the table's own words is said; a key only where its `id` is."""
    own = frozenset(name_stems(table.name))
    rest = [word for word in name_stems(column.name) if word not in own]
    if is_key(table, column):
        return column.name in table.primary_key and "id" in words
    if not rest:
        return False
    if all(synonyms_of(word) & set(words) for word in rest):
        return True
    return bool({rest[0], rest[-1]} & set(words) - _WEAK)


def _comes_first(tokens: Sequence[Token], table: Table) -> bool:
    """`courses and their durations`: the things themselves are wanted too."""
    own = frozenset(name_stems(table.name))
    for position, token in enumerate(tokens):
        following = [other.text.casefold() for other in tokens[position + 1 :]]
        if stems((token,))[0] in own and any(word in ("their", "its") for word in following):
            return True
    return False


def recognised_by(table: Table, besides: Sequence[ColumnRef]) -> ColumnRef | None:
    """What rows are recognised by, other than the columns that are tested."""
    tested = {ref.name for ref in besides if ref.table == table.qualified}
    known = label(table)
    if known and known.name not in tested:
        return ColumnRef(table.qualified, known.name)
    left = next((column for column in own_texts(table) if column.name not in tested), None)
    return ColumnRef(table.qualified, left.name) if left else None


def asked_of(
    before: Sequence[Token],
    left_over: Sequence[str],
    tables: Sequence[str],
    tested: Sequence[ColumnRef],
    ground: SchemaFacts,
) -> tuple[ColumnRef, ...]:
    """What is asked of two coordinated things: columns named before or after them, else who they are."""
    near = [ground.table(name) for name in _around(tables, ground)]
    named = _said_columns(stems(before), near) or _said_columns(left_over, near)
    if named := tuple(ref for ref in named if ref not in tested):
        return named[:1]
    called = [table for table in near if name_stems(table.name)[-1] in (*stems(before), *left_over)]
    result = (recognised_by(table, tested) for table in (*called, *near))
    return next(((ref,) for ref in result if ref), ())


def _around(tables: Sequence[str], ground: SchemaFacts) -> tuple[str, ...]:
    """The tables, those between them, and what the first points to."""
    path = ground.graph.spanning(tuple(dict.fromkeys(tables))) or ()
    between = [step.table for step in path if step.table not in tables]
    return tuple(dict.fromkeys((tables[0], *between, *ground.graph.parents(tables[0]), *tables)))


def _said_columns(words: Sequence[str], tables: Sequence[Table]) -> tuple[ColumnRef, ...]:
    return tuple(
        ColumnRef(table.qualified, column.name)
        for table in tables
        for column in table.columns
        if not is_key(table, column) and _is_said(name_stems(column.name), name_stems(table.name), words)
    )


def _is_said(column: Sequence[str], table: Sequence[str], words: Sequence[str]) -> bool:
    rest = [word for word in column if word not in table] or list(column)
    return bool(rest) and all(word in words for word in rest)
