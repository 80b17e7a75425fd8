"""Which columns decide what rows a view has and in what order: WHERE, ON, GROUP BY, DISTINCT, ORDER BY, set operations.

A query that shows none of them still tells of them: by which rows there are, or by what comes first.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.flow import Flow, Lost, RestrictionMark, TracedExpressions, UsePlace, Value
from answerable.guard.flow.flow_scope import FlowScope
from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.policy.permissions import Permissions
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.reads import TableRead
from answerable.guard.resolve.views.view_query import ViewQuery, view_query
from answerable.kernel.light_dataclass import dataclass

__all__ = ["Deciding", "deciding_columns", "view_obstacle"]

_DECIDING = frozenset(
    {
        UsePlace.CONDITION,
        UsePlace.SORTED,
        UsePlace.GROUPED,
        UsePlace.DISTINCT,
        UsePlace.MATCHED,
        UsePlace.COMPARED,
        UsePlace.NULL_TEST,
    }
)
_NULL_TEST, _COUNTED, _EQUAL = "null test", "counted", "equal"
_USE = "\x1e"
"""Stands between a use and the columns it is of; no name of a column holds it."""
DEEPEST_VIEWS = 16


@dataclass(frozen=True, slots=True)
class Deciding:
    """Columns that decide together: one, or two that are compared for equality."""

    columns: tuple[tuple[TableRead, str], ...]
    use: str = ""
    """`null test`, `counted`, `equal`: uses that a masked column is open to; empty for any other."""


_cache: dict[tuple[int, str], tuple[weakref.ref[Catalog], dict[str, tuple[Deciding, ...]]]] = {}


def deciding_columns(view: KnownTable, catalog: Catalog, allowed: AllowList) -> tuple[Deciding, ...]:
    """Of the view's own definition; worked out once per catalog, whatever the policy."""
    key = (id(catalog), allowed.dialect)
    cached = _cache.get(key)
    if cached is None or cached[0]() is not catalog:
        cached = _cache[key] = weakref.ref(catalog, lambda _: _cache.pop(key, None)), {}
    if view.qualified_name not in cached[1]:
        query = view_query(view, catalog, allowed)
        cached[1][view.qualified_name] = tuple(_decide(query, catalog, allowed))
    return cached[1][view.qualified_name]


def view_obstacle(view: KnownTable, permissions: Permissions, catalog: Catalog, allowed: AllowList) -> str:
    """Why the view may not be read while columns are restricted; empty where it may."""
    return next(_obstacles(view, permissions, catalog, allowed, 0), "")


def _obstacles(
    view: KnownTable, permissions: Permissions, catalog: Catalog, allowed: AllowList, depth: int
) -> Iterator[str]:
    if permissions.is_released_view(view):
        return
    if depth > DEEPEST_VIEWS:
        yield "too many views stand behind it"
        return
    query = view_query(view, catalog, allowed)
    if query.unknown_function:
        yield f"its definition cannot be followed: {query.unknown_function}"
    for deciding in deciding_columns(view, catalog, allowed):
        if named := _restricted(deciding, permissions):
            yield f"its rows or their order depend on the restricted column '{named}'"
    for table in query.reading.tables if query.reading else ():
        if table.known is not None and table.known.is_view:
            yield from _obstacles(table.known, permissions, catalog, allowed, depth + 1)


def _restricted(deciding: Deciding, permissions: Permissions) -> str:
    modes = [permissions.modes(table, column) for table, column in deciding.columns]
    for (table, column), own in zip(deciding.columns, modes, strict=True):
        if not permissions.may_read_column(table, column) or (own and not _is_open(deciding.use, own, modes)):
            return f"{table.written}.{column}"
    return ""


def _is_open(use: str, own: frozenset[Mode], all_modes: list[frozenset[Mode]]) -> bool:
    """Whether a plain query might use a column of these modes in this way."""
    if use == _COUNTED:
        return Mode.BLOCKED not in own
    if use == _NULL_TEST:
        return own == {Mode.MASKED}
    return use == _EQUAL and all(modes == {Mode.MASKED} for modes in all_modes)


# -- what a definition does with each column --------------------------------------------------------------------


def _decide(query: ViewQuery, catalog: Catalog, allowed: AllowList) -> Iterator[Deciding]:
    if query.tree is None:
        return
    columns: dict[str, tuple[TableRead, str]] = {}

    def mark(table: TableRead, column: str) -> Value:
        origin = f"{table.qualified_name}.{column}"
        columns.setdefault(origin, (table, column))
        return Value(frozenset({RestrictionMark(origin)}))

    flow = Flow(allowed, catalog, mark, _DecidingExpressions)
    try:
        flow.follow(query.tree)
    except Lost:
        yield from _all_read(query)
        return
    shown = _in_select_lists(query.tree)
    uses = [use for use in flow.uses if use.place in _DECIDING and id(use.node) not in shown]
    for origin in sorted({mark.origin for use in uses for side in (use.value, use.other) for mark in side.marks}):
        yield _deciding(origin, columns)


def _all_read(query: ViewQuery) -> Iterator[Deciding]:
    """Where the definition cannot be followed, any column it reads may decide."""
    if query.reading is None:
        return
    for read in query.reading.columns:
        yield Deciding(((read.table, read.column),))
    for row in query.reading.rows:
        for column in Permissions.columns_in(row):
            yield Deciding(((row.table, column),))


def _deciding(origin: str, columns: dict[str, tuple[TableRead, str]]) -> Deciding:
    use, *named = origin.split(_USE) if _USE in origin else ("", origin)
    return Deciding(tuple(columns[name] for name in named), use)


def _in_select_lists(tree: exp.Expr) -> set[int]:
    """ids of the nodes in SELECT lists: what they look at goes into a column's value, which lineage follows."""
    return {id(node) for select in tree.find_all(exp.Select) for item in select.expressions for node in item.walk()}


class _DecidingExpressions(TracedExpressions):
    """Keeps apart the few uses that masked columns are open to in a plain query."""

    def _is(self, node: exp.Expr, scope: FlowScope) -> Value:
        value = self.value(node.this, scope)
        if isinstance(node.expression, exp.Null) and _is_plain(value):
            return _with_use(_NULL_TEST, value)
        return super()._is(node, scope)

    def _count(self, node: exp.Expr, scope: FlowScope) -> Value:
        counted = node.this.expressions[0] if isinstance(node.this, exp.Distinct) else node.this
        if isinstance(counted, exp.Column):
            value = self.value(counted, scope)
            if _is_plain(value):
                return _with_use(_COUNTED, value)
        return super()._count(node, scope)

    def _comparison(self, node: exp.Expr, scope: FlowScope) -> Value:
        left, right = self.value(node.this, scope), self.value(node.expression, scope)
        if isinstance(node, exp.EQ) and _is_plain(left) and _is_plain(right):
            names = sorted(mark.origin for side in (left, right) for mark in side.marks)
            return Value(frozenset({RestrictionMark(_USE.join((_EQUAL, *names)))}), is_copy=False)
        self.note(UsePlace.COMPARED, left, node, scope, right)
        return Value()


def _is_plain(value: Value) -> bool:
    """One column as it stands."""
    return value.is_copy and len(value.marks) == 1 and all(_USE not in mark.origin for mark in value.marks)


def _with_use(use: str, value: Value) -> Value:
    return Value(frozenset(RestrictionMark(f"{use}{_USE}{mark.origin}") for mark in value.marks), is_copy=False)
