"""A form, clause by clause: what it shows, tests, groups and orders by, and which tables it draws on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import Form, Pointer, Token

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems

__all__ = ["Clauses", "clauses", "columns_in", "compared_values", "items_in", "tables_in", "values_in"]

_SETS = ("UNION", "INTERSECT", "EXCEPT")
_BEGIN = ("SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT")
_DEEPER: dict[Token, int] = {"(": 1, ")": -1}
_PREFIXES = frozenset(("DISTINCT", "count", "sum", "avg", "min", "max", "distinct"))


@dataclass(frozen=True, slots=True)
class Clauses:
    """The outermost query's, each without its keyword; `rest` is a set operation and the query after it."""

    select: Form = ()
    source: Form = ()
    where: Form = ()
    group: Form = ()
    having: Form = ()
    order: Form = ()
    limit: Form = ()
    rest: Form = ()

    @property
    def shown_items(self) -> tuple[Form, ...]:
        """Each thing shown, with the words before it."""
        return _shown(self.select)

    @property
    def tests(self) -> frozenset[Form]:
        """The conditions in any order."""
        return frozenset(_split(self.where))


@lru_cache(maxsize=512)
def clauses(form: Form) -> Clauses:
    parts: dict[str, list[Token]] = {word: [] for word in _BEGIN}
    now, depth = "SELECT", 0
    for at, token in enumerate(form):
        if not depth and token in _SETS:
            return _clauses(parts, form[at:])
        depth += _DEEPER.get(token, 0)
        if not depth and token in _BEGIN:
            now = str(token)
        else:
            parts[now].append(token)
    return _clauses(parts, ())


def _clauses(parts: dict[str, list[Token]], rest: Form) -> Clauses:
    select, source, where, group, having, order, limit = (tuple(parts[word]) for word in _BEGIN)
    return Clauses(select, source, where, group, having, order, limit, rest)


def _shown(select: Form) -> tuple[Form, ...]:
    result: list[Form] = []
    words: Form = ()
    for token in select:
        words = (*words, token)
        if token not in _PREFIXES:
            result.append(words)
            words = ()
    return tuple(result)


def _split(where: Form) -> list[Form]:
    result: list[list[Token]] = [[]]
    depth = 0
    for token in where:
        depth += _DEEPER.get(token, 0)
        if not depth and token in ("AND", "OR"):
            result.append([])
        else:
            result[-1].append(token)
    return [tuple(test) for test in result if test]


def columns_in(form: Form) -> list[int]:
    return [token.index for token in form if isinstance(token, Pointer) and token.kind == "column"]


def values_in(form: Form) -> list[int]:
    return [token.index for token in form if isinstance(token, Pointer) and token.kind == "value"]


def compared_values(form: Form) -> Iterator[tuple[int, int]]:
    """(column, value) pairs that stand on both sides of a test."""
    column = -1
    for token in form:
        if isinstance(token, Pointer):
            if token.kind == "column":
                column = token.index
            elif token.kind == "value" and column >= 0:
                yield column, token.index
        elif token in ("LIMIT", "HAVING"):
            column = -1


def items_in(form: Form, items: SchemaItems) -> list[int]:
    """Tables and columns by their numbers in `items`, each once."""
    result = [
        token.index + (items.first_column if token.kind == "column" else 0)
        for token in form
        if isinstance(token, Pointer) and token.kind != "value"
    ]
    return list(dict.fromkeys(result))


def tables_in(form: Form, items: SchemaItems) -> list[int]:
    return list(dict.fromkeys(items.owner(item) for item in items_in(form, items)))
