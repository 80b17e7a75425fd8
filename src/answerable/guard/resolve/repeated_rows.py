"""Which sources of a query repeat each other's rows: keys followed through joins, sub-queries and CTEs."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.resolve.equal_columns import Tie, adds_no_rows, ties_of
from answerable.guard.resolve.identifiers import IdentifierKind, fold_name
from answerable.guard.resolve.reads import NameScope, QueryReading, QuerySource

__all__ = ["Keys"]

Key = frozenset[str]


class Keys:
    """Asked about the sources of one statement; what was worked out once is kept."""

    def __init__(self, reading: QueryReading) -> None:
        self._reading = reading
        self._of_query: dict[int, tuple[Key, ...]] = {}

    def of(self, source: QuerySource) -> tuple[Key, ...]:
        """Sets of columns that identify a row of the source; the empty set when it has one row at most."""
        if source.table is not None:
            return source.table.known.keys.unique if source.table.known is not None else ()
        if not isinstance(source.query, exp.Select):
            return ()
        place = id(source.query)
        if place not in self._of_query:
            self._of_query[place] = ()  # a query that reads itself has no key
            self._of_query[place] = tuple(self._select_keys(source.query))
        return self._of_query[place]

    def multiplier(self, scope: NameScope, start: QuerySource) -> Tie | None:
        """The join that repeats rows of `start`; None when each join finds at most one row, or nobody knows.

        Grows outwards from `start`: a source that is met by one of its keys adds no rows, and ties others in turn."""
        joined = ties_of(scope, self._reading)
        reached = {id(start)}
        waiting = [source for source in scope.sources if source is not start and not adds_no_rows(source, scope)]
        while True:
            met = {id(source): joined.fixed_columns(source, reached) for source in waiting}
            one = next((s for s in waiting if any(key <= met[id(s)] for key in self.of(s))), None)
            near = one or next((s for s in waiting if joined.tie_to(s, reached)), None)
            if near is None:
                return None
            if one is None and self._repeats(near, met[id(near)]):
                return joined.tie_to(near, reached)
            reached.add(id(near))
            waiting.remove(near)

    def _repeats(self, source: QuerySource, met: Key) -> bool:
        """Whether several rows of the source may share the columns it is met by, none of its keys being among them."""
        if self.of(source):
            return True
        known = source.table.known if source.table is not None else None
        return known is not None and any(columns >= met for columns in known.keys.repeating)

    # -- the keys of a sub-query --------------------------------------------------------------------------------

    def _select_keys(self, select: exp.Select) -> Iterator[Key]:
        if _has_one_row(select):
            yield frozenset()
        scope = self._reading.scope_of.get(id(select))
        if scope is None:
            return
        given = _Given(select, self._reading)
        if (group := select.args.get("group")) is not None:
            yield from given.group_key(group)
        elif isinstance(distinct := select.args.get("distinct"), exp.Distinct) and distinct.args.get("on") is None:
            yield from given.whole_row()
        else:
            yield from self._inherited(scope, given)

    def _inherited(self, scope: NameScope, given: _Given) -> Iterator[Key]:
        for source in scope.sources:
            named = [given.names(source, key) for key in self.of(source)]
            if any(named) and self.multiplier(scope, source) is None:
                yield from (key for key in named if key)


class _Given:
    """Under which names a SELECT gives the columns it reads."""

    def __init__(self, select: exp.Select, reading: QueryReading) -> None:
        self._select = select
        self._reading = reading

    def names(self, source: QuerySource, key: Key) -> Key | None:
        """The key of a source under the names given here; None when a part of it is left out."""
        if not key:
            return None
        found = [self._name(source, column) for column in key]
        return frozenset(name for name in found if name) if all(found) else None

    def _name(self, source: QuerySource, column: str) -> str:
        for item in self._select.expressions:
            inner = item.unalias()
            if isinstance(inner, exp.Star) or (inner.is_star and _is_star_of(inner, source, self._reading.dialect)):
                return column
            if self._reading.origin.get(id(inner)) is source and self._reading.column_key(inner) == column:
                return self._given_as(item)
        return ""

    def group_key(self, group: exp.Expr) -> Iterator[Key]:
        if any(value for key, value in group.args.items() if key != "expressions"):
            return
        names = [self._grouped(item) for item in group.expressions]
        if names and all(names):
            yield frozenset(names)

    def _grouped(self, item: exp.Expr) -> str:
        """The name of a grouped expression: by its place, its alias, or written out again."""
        if isinstance(item, exp.Literal) and not item.is_string and item.name.isdigit():
            placed = self._select.expressions[int(item.name) - 1 : int(item.name)]
            return self._given_as(placed[0]) if placed else ""
        name = self._given_as(item) if isinstance(item, exp.Column) else None
        same = (shown for shown in self._select.expressions if shown.unalias() == item or self._given_as(shown) == name)
        return next(map(self._given_as, same), "")

    def whole_row(self) -> Iterator[Key]:
        names = [self._given_as(item) for item in self._select.expressions]
        if all(names) and not any(item.is_star for item in self._select.expressions):
            yield frozenset(names)

    def _given_as(self, item: exp.Expr) -> str:
        return self._reading.column_key(item)


def _is_star_of(item: exp.Expr, source: QuerySource, dialect: str) -> bool:
    """`t.*` of this source, or a star of all."""
    qualifier = item.args.get("table")
    if not isinstance(qualifier, exp.Identifier):
        return True
    quoted = bool(qualifier.args.get("quoted"))
    return fold_name(qualifier.name, dialect, quoted, IdentifierKind.TABLE) == source.name


def _has_one_row(select: exp.Select) -> bool:
    limit = select.args.get("limit")
    if isinstance(limit, exp.Limit) and isinstance(limit.expression, exp.Literal) and limit.expression.name == "1":
        return True
    if select.args.get("from_") is None:
        return not any(item.find(exp.Func) for item in select.expressions)
    return select.args.get("group") is None and any(_aggregates(item, select) for item in select.expressions)


def _aggregates(item: exp.Expr, select: exp.Select) -> bool:
    """An aggregate that is neither a window's nor a sub-query's."""
    return any(call.find_ancestor(exp.Window, exp.Select) is select for call in item.find_all(exp.AggFunc))
