"""The walk over a query's tree that turns each node into words.

Each family of nodes has its module with a table from node class to the function that tells it. A node that no table
knows, or that carries something its function does not speak of, is given as its SQL text: said plainly or said
verbatim, but never left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlglot import ErrorLevel, exp

from answerable.errors import one_line
from answerable.language.explainer import aggregates, arithmetic, conditions, functions, moments, named, values, windows
from answerable.language.explainer.completeness import is_told_whole
from answerable.language.explainer.family import Family
from answerable.language.explainer.scope import Scope
from answerable.language.explainer.words import is_enclosed

if TYPE_CHECKING:
    from answerable.language.explainer.words import Words
    from answerable.schema import Column, DatabaseSchema

__all__ = ["Teller"]

VALUE_FAMILIES: tuple[Family, ...] = (
    values.TELLERS,
    arithmetic.TELLERS,
    named.TELLERS,
    moments.TELLERS,
    functions.TELLERS,
    aggregates.TELLERS,
    windows.TELLERS,
)
PREDICATES = conditions.TELLERS

_WHOLE = (exp.Column, exp.Literal, exp.Paren, exp.Interval, exp.Query)
"""Read as one thing whatever stands beside them."""


class Teller:
    """One explanation in the making: the language, the scope it is in, and notes of what has been told."""

    def __init__(self, words: Words, dialect: str, schema: DatabaseSchema | None) -> None:
        self.words = words
        self.say = words.say
        self.dialect = dialect
        self.schema = schema
        self.scope = Scope()
        self.filters: list[str] = []
        """Each filter of each SELECT, in the order told."""
        self.folded: set[int] = set()
        """Ids of nodes whose meaning was told in other words than their own text."""

    def tell(self, node: exp.Expr) -> str:
        """A value, as a noun phrase."""
        if type(node) in PREDICATES and not isinstance(node, exp.Boolean):
            return self.say("whether", self.condition(node))
        for family in VALUE_FAMILIES:
            if (told := self._told(family, node)) is not None:
                return told
        return self.verbatim(node)

    def _told(self, family: Family, node: exp.Expr) -> str | None:
        tell = family.get(type(node))
        is_checked_there = family is functions.TELLERS or isinstance(node, exp.Query)
        if tell is None or not (is_checked_there or is_told_whole(node)):
            return None
        return tell(self, node)

    def condition(self, node: exp.Expr) -> str:
        """Something that can be true, as a predicate."""
        node = node.unnest()
        if type(node) not in PREDICATES:
            return self.say("is_true", self.tell(node))
        told = self._told(PREDICATES, node)
        return self.say("is_true", self.verbatim(node)) if told is None else told

    def operand(self, node: exp.Expr) -> str:
        """A value inside a larger expression, in parentheses where it would be read wrongly without."""
        told = self.tell(node)
        is_whole = isinstance(node, _WHOLE) or " " not in told or is_enclosed(told)
        return told if is_whole else self.say("group", told)

    def side(self, node: exp.Expr) -> str:
        """A value on one side of a comparison."""
        return self.operand(node) if type(node) in PREDICATES else self.tell(node)

    def tell_all(self, nodes: Iterable[exp.Expr]) -> str:
        return self.words.listed([self.tell(node) for node in nodes])

    def each_of(self, nodes: Iterable[exp.Expr]) -> str:
        """What follows `for each`."""
        return self.words.listed([self.words.bare(self.tell(node)) for node in nodes])

    def verbatim(self, node: exp.Expr) -> str:
        self.fold(node)
        in_dialect = node.sql(dialect=self.dialect, comments=False, unsupported_level=ErrorLevel.IGNORE)
        return self.say("verbatim", one_line(in_dialect or node.key.upper()))

    def query(self, node: exp.Expr) -> str:
        """A query inside another one, as a noun phrase."""
        from answerable.language.explainer.queries import query_clauses

        return self.words.nested(query_clauses(self, node))

    def column_of(self, node: exp.Expr) -> Column | None:
        return self.scope.column(node, self.schema)

    def fold(self, *nodes: exp.Expr) -> None:
        self.folded.update(id(leaf) for node in nodes for leaf in node.walk())

    @contextmanager
    def within(self, select: exp.Select) -> Iterator[None]:
        outer = self.scope
        self.scope = Scope.of(select, outer if outer.names else None)
        try:
            yield
        finally:
            self.scope = outer
