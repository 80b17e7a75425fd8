"""The column by which rows of a table are told apart, and how well its values tell them from those of other keys."""

from __future__ import annotations

from functools import cache, lru_cache

from answerable.kernel.schema import Kind
from answerable.semantics.column_facts import ColumnFacts, TableFacts
from answerable.semantics.meaning_words import MeaningWords, word_data

__all__ = ["bare_words", "contained_share", "is_distinctive", "is_key_name", "key_of", "unique_keys"]

_OWN_NUMBERS_FROM = 500
"""Keys that begin here or above are seldom hit by chance."""


@cache
def endings() -> frozenset[str]:
    return frozenset(word_data("role_words")["endings"])


def bare_words(facts: ColumnFacts) -> tuple[str, ...]:
    """Without `id`, `code`, `number` at the end."""
    return _without_endings(facts.words)


@lru_cache(maxsize=1 << 15)
def _without_endings(words: MeaningWords) -> MeaningWords:
    while words and words[-1] in endings():
        words = words[:-1]
    return words


def is_key_name(facts: ColumnFacts) -> bool:
    return facts.words[-1] in endings() or facts.words[-1] in ("sku", "isbn", "plate", "barcode")


def key_of(table: TableFacts) -> tuple[str, ...]:
    """The declared key, else the first column that is unique and looks like one, else nothing."""
    if table.table.primary_key:
        return table.table.primary_key
    unique = [facts for facts in table.columns if facts.is_unique and _may_be_key(facts) and not facts.is_date]
    named = [facts for facts in unique if is_key_name(facts)]
    first = named or [facts for facts in unique if facts.position == 0]
    return (first[0].name,) if first and not table.table.is_view else ()


def unique_keys(table: TableFacts) -> list[ColumnFacts]:
    """Columns another table may point to, the key first."""
    key = key_of(table)
    if table.table.is_view:
        return []
    keys = [facts for facts in table.columns if key == (facts.name,)]
    others = [
        facts
        for facts in table.columns
        if facts.is_unique and facts.name not in key and is_key_name(facts) and _may_be_key(facts)
    ]
    return keys + others


def _may_be_key(facts: ColumnFacts) -> bool:
    return facts.kind in (Kind.INTEGER, Kind.TEXT, Kind.OTHER, Kind.DECIMAL)


def is_distinctive(key: ColumnFacts) -> bool:
    """Whether being among the key's values is no coincidence."""
    if key.kind is Kind.TEXT:
        return True
    return key.least is not None and key.least >= _OWN_NUMBERS_FROM


def contained_share(child: ColumnFacts, key: ColumnFacts) -> float | None:
    """What share of the child's values are the key's; None where that cannot be told.

    Of a key with more values than its sketch holds, the least hashes are known: only values that hash below the
    greatest of these can be looked up.
    """
    if not child.hashes or not key.hashes or not (key.holds_all or key.is_least):
        return None
    reach = child.hashes if key.holds_all else tuple(one for one in child.hashes if one <= key.hashes[-1])
    known = frozenset(key.hashes)
    return sum(one in known for one in reach) / len(reach) if reach else None
