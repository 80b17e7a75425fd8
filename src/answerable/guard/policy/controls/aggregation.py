"""One SELECT that aggregates an aggregate-only column, taken apart: table, joins, conditions, groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from sqlglot import exp

from answerable.guard.flow import Flow
from answerable.guard.flow.expression_flow import output_number
from answerable.guard.flow.flow_scope import FlowSource
from answerable.guard.policy.group_size import Sized, conjuncts
from answerable.kernel.light_dataclass import dataclass

__all__ = ["Aggregation", "JoinedTable", "Uncountable", "aggregation_of"]

_MOST_CONDITIONS = 8


class Uncountable(Exception):
    """What a SELECT leaves out cannot be counted; the message says why."""


@dataclass(frozen=True, slots=True)
class JoinedTable:
    """Another table, met by its primary key."""

    source: FlowSource
    matches: tuple[exp.Expr, ...]
    """The conditions by which its one row is found."""
    using: tuple[exp.Identifier, ...]
    drops: bool
    """Whether rows without a match are left out."""
    key: exp.Column
    """A column of its primary key: NULL where there is no match."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    select: exp.Select
    column: exp.Column
    source: FlowSource
    joins: tuple[JoinedTable, ...]
    conditions: tuple[exp.Expr, ...]
    """What WHERE asks, but for how tables are matched."""
    keys: tuple[exp.Expr, ...] = field(default=())
    """What is grouped by, numbers and aliases replaced by what they stand for."""
    aliased: tuple[exp.Expr, ...] = field(default=())
    """The items of the SELECT list that have a name of their own, one for each name."""


def aggregation_of(groups: Sized, flow: Flow) -> Aggregation:
    """Raises Uncountable."""
    select, start = groups.placed.select, groups.placed.source
    assert select is not None
    joins = tuple(_joined(select, start, flow))
    matches = {id(match) for join in joins for match in join.matches}
    for other in flow.scopes[id(select)].sources:
        on = other.join.args.get("on") if other.join is not None else None
        if any(id(part) not in matches for part in conjuncts(on)):
            raise Uncountable("a join asks for more than the primary key; put the condition into WHERE")
    where = select.args.get("where")
    asked = [part for part in conjuncts(where.this if where is not None else None) if id(part) not in matches]
    keys = tuple(_keys(select, flow))
    aliased = {flow.names.key(item.args["alias"]): item for item in select.expressions if isinstance(item, exp.Alias)}
    return Aggregation(select, groups.column, start, joins, _few(asked), keys, tuple(aliased.values()))


def _few(conditions: list[exp.Expr]) -> tuple[exp.Expr, ...]:
    """The last ones together, where there are many."""
    if len(conditions) <= _MOST_CONDITIONS:
        return tuple(conditions)
    first = conditions[: _MOST_CONDITIONS - 1]
    return (*first, exp.and_(*(part.copy() for part in conditions[len(first) :])))


# -- joins ------------------------------------------------------------------------------------------------------


def _joined(select: exp.Select, start: FlowSource, flow: Flow) -> Iterator[JoinedTable]:
    """The other tables in an order in which each is met from those before."""
    sources = flow.scopes[id(select)].sources
    equalities = list(_equalities(select, sources))
    reached, others = [start], [source for source in sources if source is not start]
    while others:
        met = next((join for source in others if (join := _met(source, reached, equalities, sources, flow))), None)
        if met is None:
            raise Uncountable("a table is not joined by its primary key")
        yield met
        reached.append(met.source)
        others.remove(met.source)


def _equalities(select: exp.Select, sources: list[FlowSource]) -> Iterator[exp.Expr]:
    where = select.args.get("where")
    clauses = [where.this] if where is not None else []
    clauses += [on for source in sources if source.join is not None and (on := source.join.args.get("on")) is not None]
    for clause in clauses:
        yield from (part for part in conjuncts(clause) if isinstance(part, exp.EQ))


def _met(
    source: FlowSource, reached: list[FlowSource], equalities: list[exp.Expr], sources: list[FlowSource], flow: Flow
) -> JoinedTable | None:
    if not source.key:
        return None
    is_outer = source.join is not None and (source.join.args.get("side") or "").upper() == "LEFT"
    drops = not (is_outer and sources.index(reached[0]) < sources.index(source))
    using = _using(source, reached, flow)
    if using:
        return JoinedTable(source, (), using, drops, exp.Column(this=using[0].copy(), table=_name(source)))
    by_column: dict[str, tuple[exp.Expr, exp.Column]] = {}
    for equality in equalities:
        for own, other in ((equality.this, equality.expression), (equality.expression, equality.this)):
            one, two = flow.names.placed.get(id(own)), flow.names.placed.get(id(other))
            if one is not None and two is not None and one.source is source and two.source in reached:
                by_column.setdefault(one.column, (equality, own))
    if not source.key <= set(by_column):
        return None
    chosen = [by_column[column] for column in sorted(source.key)]
    return JoinedTable(source, tuple(match for match, _ in chosen), (), drops, chosen[0][1].copy())


def _using(source: FlowSource, reached: list[FlowSource], flow: Flow) -> tuple[exp.Identifier, ...]:
    """The names of USING, where they are the primary key of the table, whichever of the two was written first."""
    for at in (source, *reached):
        raw = at.join.args.get("using") or () if at.join is not None else ()
        names = [name.this if isinstance(name, exp.Column) else name for name in raw]
        names = [name for name in names if isinstance(name, exp.Identifier)]
        if names and set(map(flow.names.key, names)) == source.key:
            return tuple(names)
        if names and at is source:
            raise Uncountable("USING names more than the primary key")
    return ()


def _name(source: FlowSource) -> exp.Identifier:
    assert isinstance(source.node, exp.Table)
    alias = source.node.args.get("alias")
    name = alias.this if isinstance(alias, exp.TableAlias) and alias.this is not None else source.node.this
    return name.copy()  # type: ignore[no-any-return]


# -- groups -----------------------------------------------------------------------------------------------------


def _keys(select: exp.Select, flow: Flow) -> Iterator[exp.Expr]:
    group = select.args.get("group")
    if group is None:
        return
    if any(value for key, value in group.args.items() if key not in ("expressions", "all")):
        raise Uncountable("totals over several groups can be subtracted")
    if group.args.get("all"):
        yield from (item.unalias() for item in select.expressions if item.find(exp.AggFunc) is None)
    for part in group.expressions:
        if part.find(exp.Rollup, exp.Cube, exp.GroupingSets, exp.Tuple) is not None:
            raise Uncountable("totals over several groups can be subtracted")
        yield _written(part, select, flow)


def _written(part: exp.Expr, select: exp.Select, flow: Flow) -> exp.Expr:
    number = output_number(part)
    if number is not None and number < len(select.expressions):
        item: exp.Expr = select.expressions[number]
        return item.unalias()
    key = part.unnest()
    if isinstance(key, exp.Column) and not key.args.get("table"):
        named = [item.unalias() for item in select.expressions if _is_called(item, key, flow)]
        if named and id(key) in flow.names.placed and named[0] != key:
            raise Uncountable(f"'{key.name[:60]}' is a column and an alias")
        return named[0] if named else key
    return key


def _is_called(item: exp.Expr, key: exp.Column, flow: Flow) -> bool:
    alias = item.args.get("alias") if isinstance(item, exp.Alias) else None
    return isinstance(alias, exp.Identifier) and flow.names.key(alias) == flow.names.key(key.this)
