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

from answerable.explain import (
    aggregate_words,
    arithmetic_words,
    condition_words,
    function_words,
    named_parts,
    time_words,
    value_words,
    window_words,
)
from answerable.explain.completeness import is_told_whole
from answerable.explain.phrasebook import is_enclosed
from answerable.explain.query_scope import QueryScope
from answerable.explain.query_words import query_clauses
from answerable.explain.type_family import Family
from answerable.kernel.errors import one_line

if TYPE_CHECKING:
    from answerable.explain.phrasebook import Phrasebook
    from answerable.kernel.schema import Column, DatabaseSchema

__all__ = ["Explainer"]

VALUE_FAMILIES: tuple[Family, ...] = (
    value_words.TELLERS,
    arithmetic_words.TELLERS,
    named_parts.TELLERS,
    time_words.TELLERS,
    function_words.TELLERS,
    aggregate_words.TELLERS,
    window_words.TELLERS,
)
PREDICATES = condition_words.TELLERS

_WHOLE = (exp.Column, exp.Literal, exp.Paren, exp.Interval, exp.Query)
"""Read as one thing whatever stands beside them."""


class Explainer:
    """One explanation in the making: the language, the scope it is in, and notes of what has been told."""

    def __init__(
        self, words: Phrasebook, dialect: str, schema: DatabaseSchema | None, *, is_brief: bool = False
    ) -> None:
        self.words = words
        self.say = words.say
        self.dialect = dialect
        self.schema = schema
        self.is_brief = is_brief
        self.scope = QueryScope()
        self.filters: list[str] = []
        """Each filter of each SELECT, in the order told."""
        self.folded: set[int] = set()
        """Ids of nodes whose meaning was told in other words than their own text."""

    def tell(self, node: exp.Expr) -> str:
        """A value, as a noun phrase."""
        if type(node) in PREDICATES and not isinstance(node, exp.Boolean):
            return self.say("whether", self.condition(node))
        for family in VALUE_FAMILIES:
            if (phrase := self._told(family, node)) is not None:
                return phrase
        return self.verbatim(node)

    def _told(self, family: Family, node: exp.Expr) -> str | None:
        tell = family.get(type(node))
        is_checked_there = family is function_words.TELLERS or isinstance(node, exp.Query)
        if tell is None or not (is_checked_there or is_told_whole(node)):
            return None
        return tell(self, node)

    def condition(self, node: exp.Expr) -> str:
        """Something that can be true, as a predicate."""
        node = node.unnest()
        if type(node) not in PREDICATES:
            return self.say("is_true", self.tell(node))
        phrase = self._told(PREDICATES, node)
        return self.say("is_true", self.verbatim(node)) if phrase is None else phrase

    def operand(self, node: exp.Expr) -> str:
        """A value inside a larger expression, in parentheses where it would be read wrongly without."""
        phrase = self.tell(node)
        is_whole = isinstance(node, _WHOLE) or " " not in phrase or is_enclosed(phrase)
        return phrase if is_whole else self.say("group", phrase)

    def side(self, node: exp.Expr) -> str:
        """A value on one side of a comparison."""
        return self.operand(node) if type(node) in PREDICATES else self.tell(node)

    def tell_all(self, nodes: Iterable[exp.Expr]) -> str:
        return self.words.join_list([self.tell(node) for node in nodes])

    def each_of(self, nodes: Iterable[exp.Expr]) -> str:
        """What follows `for each`."""
        return self.words.join_list([self.words.bare(self.tell(node)) for node in nodes])

    def verbatim(self, node: exp.Expr) -> str:
        self.fold(node)
        in_dialect = node.sql(dialect=self.dialect, comments=False, unsupported_level=ErrorLevel.IGNORE)
        return self.say("verbatim", one_line(in_dialect or node.key.upper()))

    def query(self, node: exp.Expr) -> str:
        """A query inside another one, as a noun phrase."""
        return self.words.nest(query_clauses(self, node))

    def column_of(self, node: exp.Expr) -> Column | None:
        return self.scope.column(node, self.schema)

    def fold(self, *nodes: exp.Expr) -> None:
        self.folded.update(id(leaf) for node in nodes for leaf in node.walk())

    @contextmanager
    def within(self, select: exp.Select) -> Iterator[None]:
        outer = self.scope
        self.scope = QueryScope.of(select, outer if outer.names else None)
        try:
            yield
        finally:
            self.scope = outer
