"""What the keys of an ORDER BY cover: outputs of a query, or all that tells its rows apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp

from answerable.guard.flow import Flow, OutputColumn
from answerable.guard.flow.expression_flow import is_constant, output_number
from answerable.guard.flow.flow_scope import FlowSource

__all__ = ["covered_places", "is_total", "key_places", "keys_of", "window_keys"]


def keys_of(query: exp.Expr) -> list[exp.Expr]:
    """The keys of a query's ORDER BY, without constants that mean no output: these sort nothing."""
    return [key for key in _written_keys(query) if output_number(key) is not None or not is_constant(key)]


def window_keys(window: exp.Expr) -> list[exp.Expr]:
    """The keys of a window's ORDER BY. A number is a constant there and sorts nothing."""
    return [key for key in _written_keys(window) if not is_constant(key)]


def _written_keys(node: exp.Expr) -> list[exp.Expr]:
    order = node.args.get("order")
    items = order.expressions if order is not None else []
    return [item.this if isinstance(item, exp.Ordered) else item for item in items]


def key_places(query: exp.Expr, outputs: Sequence[OutputColumn], flow: Flow) -> list[int | None]:
    """For each key the place of the output it sorts by; None where it sorts by something that does not come out."""
    return [_place(key, query, outputs, flow) for key in keys_of(query)]


def covered_places(query: exp.Expr, outputs: Sequence[OutputColumn], flow: Flow) -> frozenset[int]:
    return frozenset(place for place in key_places(query, outputs, flow) if place is not None)


def _place(key: exp.Expr, query: exp.Expr, outputs: Sequence[OutputColumn], flow: Flow) -> int | None:
    number = output_number(key)
    if number is not None:
        return number if number < len(outputs) else None
    key = key.unnest()
    if isinstance(key, exp.Column) and isinstance(key.this, exp.Identifier):
        named = [place for place, output in enumerate(outputs) if output.name == flow.names.key(key.this)]
        if len(named) == 1 and (not key.args.get("table") or _is_same_column(key, named[0], query, outputs, flow)):
            return named[0]
    items = _items(query, outputs)
    return next((place for place, item in enumerate(items) if item.unalias() == key), None)


def _is_same_column(key: exp.Column, place: int, query: exp.Expr, outputs: Sequence[OutputColumn], flow: Flow) -> bool:
    """`t.name` sorts by the output `name` when that is the very column, or `*` covers it."""
    there = flow.names.placed.get(id(key))
    items = _items(query, outputs)
    if there is None or not items:
        return there is not None and any(item.is_star for item in query.args.get("expressions") or ())
    shown = flow.names.placed.get(id(items[place].unalias()))
    return shown is not None and (shown.source, shown.column) == (there.source, there.column)


def _items(query: exp.Expr, outputs: Sequence[OutputColumn]) -> list[exp.Expr]:
    """The SELECT list, where each item is one output."""
    items = query.args.get("expressions") or []
    is_plain = isinstance(query, exp.Select) and len(items) == len(outputs)
    return list(items) if is_plain and not any(item.is_star for item in items) else []


def is_total(keys: Iterable[exp.Expr], select: exp.Select, flow: Flow) -> bool:
    """Whether no two rows of the SELECT that differ in anything shown are equal in all keys."""
    scope = flow.scopes.get(id(select))
    if scope is None or not scope.sources or select.args.get("distinct"):
        return False
    there = [flow.names.placed.get(id(_written(key, select))) for key in keys]
    met = {(id(one.source), one.column) for one in there if one is not None}
    if (group := select.args.get("group")) is not None:
        placed = [flow.names.placed.get(id(_written(part, select))) for part in group.expressions]
        return bool(placed) and all(one is not None and (id(one.source), one.column) in met for one in placed)
    return all(_is_told_apart(source, {name for at, name in met if at == id(source)}) for source in scope.sources)


def _written(key: exp.Expr, select: exp.Select) -> exp.Expr:
    """What a number stands for."""
    number = output_number(key)
    if number is not None and number < len(select.expressions):
        item: exp.Expr = select.expressions[number]
        return item.unalias()
    return key.unnest()


def _is_told_apart(source: FlowSource, names: set[str]) -> bool:
    if source.key and source.key <= names:
        return True
    columns = {column.name for column in source.columns}
    return bool(columns) and not source.is_open and not source.is_marked and columns <= names
