"""What makes little sense whatever the question: sums of keys, counting rows one by one, comparing unlike things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from answerable.language.neural.form import Form, Pointer, Token
from answerable.language.ranking.clause_features import clauses, columns_in, tables_in

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems
    from answerable.language.neural.value_candidates import ValueCandidate

__all__ = ["makes_sense", "signs_of_sense"]

_ADDED = frozenset(("sum", "avg"))
_COUNTS = frozenset(("number", "number_word", "one"))
_SOME_DAY = "2024-01-01"
_RANGES = frozenset((">", "<", ">=", "<=", "between"))


def makes_sense(form: Form, values: Sequence[ValueCandidate], items: SchemaItems) -> bool:
    """Nobody adds up or averages words, and no day is a number."""
    columns = (_item(token, items) for before, token in pairwise(form) if before in _ADDED)
    if any(item is not None and items.holds_words(item) for item in columns):
        return False
    return not any(_is_day(column, items) and values[value].kind in _COUNTS for column, value in _equal(form))


def _equal(form: Form) -> Iterator[tuple[Token, int]]:
    """Columns and the values they are to be."""
    for column, test, value in zip(form, form[1:], form[2:], strict=False):
        if test == "=" and isinstance(value, Pointer) and value.kind == "value":
            yield column, value.index


def _is_day(token: Token, items: SchemaItems) -> bool:
    """A date, not a year that is kept as one."""
    item = _item(token, items)
    own = items.columns[item - items.first_column][1] if item is not None else None
    return own is not None and own.kind.is_date and len(own.minimum or _SOME_DAY) >= len(_SOME_DAY)


def signs_of_sense(form: Form, items: SchemaItems) -> dict[str, float]:
    parts = clauses(form)
    return {
        "sums_keys": float(sum(_is_odd_sum(*pair, items) for pair in pairwise(form))),
        "ranges_over_text": float(sum(_is_odd_range(*pair, items) for pair in pairwise(form))),
        "contradicts": float(_contradicts(parts.where)),
        "halves_alike": float(bool(parts.rest) and form[: len(form) - len(parts.rest)] == parts.rest[1:]),
        "unlike": float(sum(not _are_alike(*pair, items) for pair in _compared(form))),
        "counts_single_rows": float(_counts_single_rows(form, items)),
    }


def _item(token: Token, items: SchemaItems) -> int | None:
    if isinstance(token, Pointer) and token.kind == "column":
        return items.first_column + token.index
    return None


def _is_odd_sum(before: Token, token: Token, items: SchemaItems) -> bool:
    """Of keys or texts."""
    item = _item(token, items)
    return before in _ADDED and item is not None and (item in items.keys or items.kinds[item] != 1)


def _is_odd_range(before: Token, token: Token, items: SchemaItems) -> bool:
    item = _item(before, items)
    return token in _RANGES and item is not None and (item in items.keys or items.kinds[item] == 0)


def _contradicts(where: Form) -> bool:
    """One column is to be two things at once."""
    if "OR" in where or "(" in where:
        return False
    equal = [before for before, token in pairwise(where) if token in ("=",)]
    return len(equal) > len(set(equal))


def _compared(form: Form) -> Iterator[tuple[Token, Token]]:
    """Columns of which one is looked for in the other: by `in`, or by halves of a set operation."""
    for at, token in enumerate(form):
        if token in ("in", "not_in") and form[at + 1 : at + 3] == ("(", "SELECT"):
            yield form[at - 1], form[at + 3] if form[at + 3] != "DISTINCT" else form[at + 4]
    parts = clauses(form)
    if parts.rest:
        yield from zip(_shown(form), _shown(parts.rest[1:]), strict=False)


def _shown(form: Form) -> list[Token]:
    return [one[-1] for one in clauses(form).shown_items if "count" not in one]


def _are_alike(one: Token, other: Token, items: SchemaItems) -> bool:
    """The same column, columns of one name, or a key and what it points to; what is no column is not judged."""
    a, b = _item(one, items), _item(other, items)
    if a is None or b is None or a == b:
        return True
    return items.lemmas[a] == items.lemmas[b] or bool(items.targets(a) & items.targets(b))


def _counts_single_rows(form: Form, items: SchemaItems) -> bool:
    """Rows of one table are counted for each value of its own key: one each."""
    parts, tables = clauses(form), tables_in(form, items)
    if "count" not in form or len(tables) != 1:
        return False
    return any(items.first_column + column in items.primary for column in columns_in(parts.group))
