"""Which tables a query joins, and what those joins do to its rows."""

from __future__ import annotations

from answerable.language.linking.join_path import Join, JoinGraph
from answerable.language.query_model.filled_query import Query

__all__ = ["Joiner", "NoJoinPath"]

_ADDED_UP = ("sum", "avg", "median")


class NoJoinPath(Exception):
    """Two tables of the query are not connected by any foreign key."""


class Joiner:
    """Plans the joins of queries over one schema."""

    def __init__(self, graph: JoinGraph) -> None:
        self._graph = graph

    def joins(self, query: Query) -> tuple[Join, ...]:
        """Joins for all tables that are shown, and for filters that can be reached without repeating rows."""
        given = query.definition.joins if query.definition else ()
        steps = self._graph.tree(query.root, query.tables[1:], query.hints, given)
        if steps is None:
            raise NoJoinPath(query.root)
        joined = [*steps]
        for table in (table for filter_ in (*query.filters, *query.part) for table in filter_.tables):
            present = {query.root, *(join.table for join in joined)}
            path = self.path(present, table, query)
            if not any(step.multiplies for step in path):
                joined.extend(path)
        return tuple(joined)

    def present(self, query: Query) -> set[str]:
        return {query.root, *(join.table for join in self.joins(query))}

    def path(self, present: set[str], goal: str, query: Query) -> tuple[Join, ...]:
        """Steps to `goal` from the nearest table that is there; () when it is there itself."""
        path = self._graph.nearest(present, goal, query.hints)
        if path is None:
            raise NoJoinPath(goal)
        return path

    def onwards(self, start: str, goals: tuple[str, ...], query: Query) -> tuple[Join, ...]:
        steps = self._graph.tree(start, goals, query.hints)
        if steps is None:
            raise NoJoinPath(start)
        return steps

    def repeats(self, query: Query, table: str) -> bool:
        """True when a row of `table` may come several times out of the query's joins."""
        steps = self._graph.tree(table, tuple(sorted(self.present(query) - {table})), query.hints)
        return any(step.multiplies for step in steps or ())

    def multiplies_rows(self, query: Query) -> bool:
        """True when a join repeats the rows of a table that is added up or averaged."""
        return any(self.repeats(query, m.table) for m in query.measures if m.function in _ADDED_UP)

    def distorts(self, query: Query) -> bool:
        """True when a metric would be computed over other rows than its own: repeated, or picked by what they have."""
        definition = query.definition
        if definition is None or definition.counts_once:
            return False
        added, present = self.joins(query)[len(definition.joins) :], self.present(query)
        beyond = any(table not in present for filter_ in query.filters for table in filter_.tables)
        return beyond or any(join.multiplies for join in added)

    def shares_a_key(self, query: Query) -> bool:
        """True when one key joins two tables: one of them, in another role, must have been meant differently."""
        keys = [(join.left, tuple(left for left, _ in join.pairs)) for join in self.joins(query) if not join.multiplies]
        return len(keys) != len(set(keys))

    def detour(self, query: Query) -> int:
        """How many tables beyond the nearest one filters have to pass to be tested."""
        present = self.present(query)
        paths = [self.path(present, filter_.ref.table, query) for filter_ in query.filters]
        return sum(max(len(path) - 1, 0) for path in paths)
