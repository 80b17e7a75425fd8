"""Which sources of a query are tied to each other by a condition."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.resolve.reads import NameScope, QueryReading, QuerySource

__all__ = ["components", "conditions", "joins_of"]


def conditions(scope: NameScope) -> Iterator[exp.Expr]:
    """The conjuncts of WHERE and of every ON."""
    if scope.select is None:
        return
    where = scope.select.args.get("where")
    clauses = [where.this] if where is not None else []
    clauses += [on for join in joins_of(scope.select) if (on := join.args.get("on")) is not None]
    for clause in clauses:
        yield from clause.flatten() if isinstance(clause, exp.And) else (clause,)


def joins_of(select: exp.Select) -> Iterator[exp.Join]:
    """The joins of a SELECT, those in parentheses too."""
    yield from select.args.get("joins") or ()
    start = select.args.get("from_")
    items = [start.this] if start is not None else []
    items += [join.this for join in select.args.get("joins") or ()]
    for item in items:
        inner = item.this if isinstance(item, exp.Subquery) and isinstance(item.this, exp.Table) else item
        yield from inner.args.get("joins") or ()


def components(scope: NameScope, reading: QueryReading) -> list[list[QuerySource]]:
    """The sources in groups; those of different groups are multiplied with each other."""
    parent = list(range(len(scope.sources)))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    def tie(indices: list[int]) -> None:
        for other in indices[1:]:
            parent[root(other)] = root(indices[0])

    place = {id(source): index for index, source in enumerate(scope.sources)}
    for condition in conditions(scope):
        tie(_touched(condition, reading, place, len(scope.sources)))
    for index, source in enumerate(scope.sources):
        if source.node is not None and source.table is None:  # a lateral sub-query or function over its neighbours
            tie([index, *(other for other in _touched(source.node, reading, place, 0) if other != index)])
    for index in _tied_to_all_before(scope):
        tie(list(range(index + 1)))
    groups: dict[int, list[QuerySource]] = {}
    for index, source in enumerate(scope.sources):
        groups.setdefault(root(index), []).append(source)
    return list(groups.values())


def _touched(condition: exp.Expr, reading: QueryReading, place: dict[int, int], everything: int) -> list[int]:
    """Places of the sources the condition speaks of; a column that might be anybody's ties all."""
    found: set[int] = set()
    for column in condition.find_all(exp.Column):
        source = reading.origin.get(id(column))
        if source is None:
            found.update(range(everything))
        elif id(source) in place:
            found.add(place[id(source)])
    return sorted(found)


def _tied_to_all_before(scope: NameScope) -> Iterator[int]:
    """Joins with USING, NATURAL or POSITIONAL name no source in a condition."""
    if scope.select is None:
        return
    by_node = {id(source.node): index for index, source in enumerate(scope.sources)}
    for join in joins_of(scope.select):
        if (join.args.get("using") or join.args.get("method")) and id(join.this) in by_node:
            yield by_node[id(join.this)]
