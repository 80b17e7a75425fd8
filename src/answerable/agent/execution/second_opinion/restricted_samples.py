"""Salted hashes of values sampled from blocked and masked columns with identifying content; never on disk."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from answerable.guard import Mode, seen_through
from answerable.kernel.cache import BoundedCache
from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.sensitive import kinds_of_name

if TYPE_CHECKING:
    from answerable.guard import Policy
    from answerable.sources import Source

__all__ = ["RestrictedSamples", "fold_text", "samples_for"]

MOST_VALUES = 300
MOST_COLUMNS = 60
SHORTEST = 6
_FEWEST_CHARACTERS = 4
_NEARLY_UNIQUE = 0.8
_MOST_KEPT = 32
_SALT = secrets.token_bytes(32)
_cache: BoundedCache[tuple[object, ...], RestrictedSamples] = BoundedCache(_MOST_KEPT)


def fold_text(value: object) -> str:
    return str(value).strip().lower()


def _digest(value: str) -> bytes:
    return hashlib.blake2b(value.encode("utf-8", "surrogatepass"), key=_SALT, digest_size=16).digest()


@dataclass(frozen=True)
class RestrictedSamples:
    columns: Mapping[bytes, str] = field(default_factory=dict)
    """Keyed hash of a value → `table.column`."""
    likely: frozenset[int] = frozenset()
    """Python's own salted hashes: they sort out nearly every cell before the keyed hash is made."""
    lengths: frozenset[int] = frozenset()
    """Of the values, in characters."""
    unread: tuple[str, ...] = ()
    """Restricted columns that were not sampled, because they could not be read or were too many."""

    def column_of(self, value: str) -> str | None:
        """The restricted column that holds the folded value; None for most."""
        return self.columns.get(_digest(value)) if hash(value) in self.likely else None


def samples_for(source: Source, schema: DatabaseSchema, policy: Policy | None) -> RestrictedSamples | None:
    """None, at no cost, where the policy restricts no column. Read once for a schema, and anew with it."""
    if policy is None or not policy.restricts_columns:
        return None
    key = (source.specs, source.name, schema.fingerprint, schema.read_at, policy.fingerprint)
    return _cache.get_or_make(key, lambda: _sampled(source, schema, policy))


def _sampled(source: Source, schema: DatabaseSchema, policy: Policy) -> RestrictedSamples:
    seen = seen_through(policy, schema)
    hidden = {Mode.BLOCKED, Mode.MASKED}
    wanted = [
        (table, column)
        for table, column in schema.columns()
        if not table.is_view and _is_identifying(table, column) and seen.modes(table, column) & hidden
    ]
    chosen = wanted[:MOST_COLUMNS]
    values, unread = _values(source, chosen)
    unread += [_name(table, column) for table, column in wanted[MOST_COLUMNS:]]
    open_columns = [pair for pair in schema.columns() if not seen.modes(*pair)] if values else []
    for value in _open_values(source, open_columns, {column.name.lower() for _, column in chosen}):
        values.pop(value, None)
    columns = {_digest(value): name for value, name in values.items()}
    return RestrictedSamples(
        columns, frozenset(map(hash, values)), frozenset(map(len, values)), tuple(sorted(set(unread)))
    )


def _name(table: Table, column: Column) -> str:
    return f"{table.qualified}.{column.name}"


def _open_values(source: Source, columns: list[tuple[Table, Column]], names: set[str]) -> Iterator[str]:
    """What anybody may see: the values the schema keeps, and fresh ones of columns that are called like a sampled one,
    because these may hold the same."""
    for _, column in columns:
        yield from (fold_text(value) for value in (*column.common_values, *column.cells) if value is not None)
    alike = [(table, column) for table, column in columns if column.name.lower() in names and not table.is_view]
    yield from _values(source, alike[:MOST_COLUMNS])[0]


def _is_identifying(table: Table, column: Column) -> bool:
    if column.sensitive or kinds_of_name(column.name):
        return column.kind in (Kind.TEXT, Kind.INTEGER, Kind.DECIMAL, Kind.OTHER)
    rows, distinct = table.row_estimate, column.distinct_estimate
    return column.kind is Kind.TEXT and bool(rows and distinct and distinct >= _NEARLY_UNIQUE * rows)


def _values(source: Source, chosen: list[tuple[Table, Column]]) -> tuple[dict[str, str], list[str]]:
    """Each value with its column, and the columns that could not be read."""
    values: dict[str, str] = {}
    unread: list[str] = []
    for table, column in chosen:
        try:
            sampled = source.sample(table.qualified, column.name, MOST_VALUES)
        except (QueryFailed, QueryStopped) as error:
            if isinstance(error, QueryStopped) and error.reason == "cancelled":
                raise
            unread.append(_name(table, column))
            continue
        values.update((value, _name(table, column)) for value in map(fold_text, sampled) if _is_telling(value))
    return values, unread


def _is_telling(value: str) -> bool:
    return len(value) >= SHORTEST and len(set(value)) >= _FEWEST_CHARACTERS
