"""Patterns that a policy writes itself, between slashes: which columns they match, by name or by what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from answerable.kernel.schema import Column
from answerable.sensitive import SHARE
from answerable.sensitive.bounded_pattern import BoundedPattern, compile_pattern

__all__ = ["check_pattern", "is_own_pattern", "own_patterns_of"]

_MOST_VALUES = 100
"""Looked at of a column."""


def is_own_pattern(kind: str) -> bool:
    return len(kind) > len("//") and kind.startswith("/") and kind.endswith("/")


def check_pattern(kind: str) -> None:
    """Raises BadSetting where it cannot be used."""
    _compiled(kind)


def own_patterns_of(kinds: Iterable[str], column: Column) -> Iterator[str]:
    """Those among the policy's kinds that are patterns and match: a part of the column's name, or at least half of the
    values that are known of it, each as a whole. What matched before the values were taken away stays marked."""
    for kind in filter(is_own_pattern, kinds):
        if kind in column.sensitive or _compiled(kind).found_in(column.name) or _fits_values(_compiled(kind), column):
            yield kind


def _compiled(kind: str) -> BoundedPattern:
    return compile_pattern(kind[1:-1])


def _fits_values(pattern: BoundedPattern, column: Column) -> bool:
    known = (value for value in (*column.common_values, *column.cells) if value is not None)
    texts = [text for value in islice(known, _MOST_VALUES) if (text := str(value).strip())]
    return bool(texts) and sum(map(pattern.fullmatch, texts)) >= SHARE * len(texts)
