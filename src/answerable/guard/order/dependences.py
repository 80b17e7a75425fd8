"""The parts of a statement whose outcome depends on the order in which rows happen to come."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow import Flow, Place, Use
from answerable.guard.group_size import conjuncts
from answerable.guard.modes import Mode
from answerable.guard.order.result_order import covers_open_outputs, gives_one_row, is_cut, root_of, unseen_keys
from answerable.guard.order.sort_keys import covered_places, is_total, keys_of

if TYPE_CHECKING:
    from answerable.guard.following import Following
    from answerable.guard.statement import Statement

__all__ = ["order_dependences", "orders_by_masked", "reads_masked", "unsorted_picks"]

_ORDERING = frozenset({Place.GROUPED, Place.DISTINCT, Place.COMPARED, Place.MATCHED, Place.NULL_TEST})
_ANY_ORDER = (
    exp.Avg,
    exp.BitwiseAndAgg,
    exp.BitwiseOrAgg,
    exp.BitwiseXorAgg,
    exp.Corr,
    exp.Count,
    exp.CountIf,
    exp.CovarPop,
    exp.CovarSamp,
    exp.Kurtosis,
    exp.LogicalAnd,
    exp.LogicalOr,
    exp.Max,
    exp.Median,
    exp.Min,
    exp.PercentileCont,
    exp.PercentileDisc,
    exp.Quantile,
    exp.Skewness,
    exp.Stddev,
    exp.StddevPop,
    exp.StddevSamp,
    exp.Sum,
    exp.Variance,
    exp.VariancePop,
)
"""Aggregates that give the same in whatever order the rows come."""
_RANKS = (exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist)
_LISTING = re.compile(
    r"agg|group_|first|last|any_value|list|arbitrary|arg_|max_by|min_by|mode|histogram|approx|entropy"
)
_LOOSE_GROUPS = frozenset({"sqlite", "mysql"})
"""Dialects in which a column beside an aggregate gives the value of some row of the group."""
_FIRST_ROW = frozenset({"sqlite", "duckdb"})
"""Dialects in which a sub-query of several rows stands for its first one."""


def orders_by_masked(following: Following) -> bool:
    """Whether a masked column is used in a way that may put the rows into its order."""
    return any(map(_is_ordering, following.flow.uses))


def reads_masked(following: Following) -> bool:
    return any(mark.mode is Mode.MASKED for mark in following.flow.names.touched)


def _is_ordering(use: Use) -> bool:
    if not (use.value.of(Mode.MASKED) or use.other.of(Mode.MASKED)):
        return False
    return use.place in _ORDERING or (use.place is Place.COUNTED and use.node.find(exp.Distinct) is not None)


def order_dependences(statement: Statement) -> Iterator[str]:
    """Each as words for a message. Nothing where no masked column may decide the order of rows."""
    following = statement.following
    if following is None or following.lost or not reads_masked(following):
        return
    yield from _unseen_sort(statement, following)
    if not orders_by_masked(following):
        return
    yield from _taken_rows(statement, following, is_result=True)


def _unseen_sort(statement: Statement, following: Following) -> Iterator[str]:
    if unseen_keys(root_of(statement.tree), following):
        yield "ORDER BY sorts by something that is not shown, so nobody sees which rows are equal in it"


def _taken_rows(statement: Statement, following: Following, is_result: bool) -> Iterator[str]:
    """What takes some rows and leaves others, by the order in which they come."""
    root = root_of(statement.tree)
    if is_cut(root):
        # Of a result it is enough that rows look the same; of a view's rows another query may show anything.
        is_certain = covers_open_outputs(root, following) if is_result else _is_inner_cut_certain(root, following.flow)
        if not is_certain:
            yield "LIMIT takes the first ones"
    for node in statement.nodes:
        if node is not root and (what := _dependence(node, following.flow)):
            yield what
    if isinstance(root, exp.Select) and (what := _of_select(root)):
        yield what


def unsorted_picks(statement: Statement, *, is_result: bool = True) -> Iterator[str]:
    """What takes one row's value, or lists values, in an order that the statement does not fix; as words.

    `is_result` is False for the query of a view, whose rows go into another query."""
    from answerable.guard.following import follow_all

    if statement.allowed.dialect in _LOOSE_GROUPS and any(
        _has_loose_columns(select, statement.reading.column_key) for select in statement.every(exp.Select)
    ):
        yield "a column that is not grouped by stands beside an aggregate"
    for node in statement.nodes:
        if isinstance(node, exp.AggFunc | exp.Anonymous) and (what := _of_aggregate(node)):
            yield what
    windows = statement.every(exp.Window)
    if windows or statement.may_follow_restricted_index:
        following = statement.following or follow_all(statement)
        yield from (what for window in windows if (what := _of_window(window, following.flow)))
        if statement.may_follow_restricted_index and not following.lost:
            yield from _unseen_sort(statement, following) if is_result else ()
            yield from _taken_rows(statement, following, is_result)


def _dependence(node: exp.Expr, flow: Flow) -> str:
    if isinstance(node, exp.Query) and is_cut(node) and not _is_inner_cut_certain(node, flow):
        return "LIMIT takes the first ones"
    if isinstance(node, exp.Join) and (node.args.get("method") or "").upper() in ("ASOF", "POSITIONAL"):
        return "the join goes by the order of rows"
    if isinstance(node, exp.TableSample):
        return "a sample takes some of them"
    if isinstance(node, exp.Subquery) and flow.names.allowed.dialect in _FIRST_ROW and _is_first_row(node, flow):
        return "a sub-query stands for its first row"
    return _of_select(node) if isinstance(node, exp.Select) else ""


def _is_inner_cut_certain(query: exp.Expr, flow: Flow) -> bool:
    select = query.unnest() if isinstance(query, exp.Subquery) else query
    if isinstance(query.parent, exp.Exists):
        return True
    if not isinstance(select, exp.Select):
        return False
    scope = flow.scopes.get(id(select))
    if gives_one_row(select) or is_total(keys_of(query), select, flow):
        return True
    outputs = scope.outputs if scope is not None else []
    covered = covered_places(select, outputs, flow) if query is select else frozenset[int]()
    return bool(outputs) and all(place in covered and not out.value.marks for place, out in enumerate(outputs))


# -- windows and aggregates -------------------------------------------------------------------------------------


def _of_window(node: exp.Window, flow: Flow) -> str:
    spec = node.args.get("spec")
    is_by_rows = spec is not None and str(spec.args.get("kind") or "").upper() != "RANGE"
    if isinstance(node.this, _RANKS) or (isinstance(node.this, _ANY_ORDER) and not is_by_rows):
        return ""
    select = node.parent_select
    keys = keys_of(_named_window(node, select, flow))
    if isinstance(select, exp.Select) and is_total(keys, select, flow) and not isinstance(node.this, exp.IgnoreNulls):
        return ""
    return f"{node.this.key.upper()} goes by the order of rows"


def _named_window(node: exp.Window, select: exp.Expr | None, flow: Flow) -> exp.Expr:
    name = node.args.get("alias")
    if select is None or not isinstance(name, exp.Identifier):
        return node
    windows = [window for window in select.args.get("windows") or () if isinstance(window.this, exp.Identifier)]
    key = flow.names.key(name)
    return next((window for window in windows if flow.names.key(window.this) == key), node)


def _of_aggregate(node: exp.Expr) -> str:
    if isinstance(node, exp.Anonymous):
        return f"{node.name.upper()[:30]} goes by the order of rows" if _LISTING.search(node.name.lower()) else ""
    if isinstance(node, (*_ANY_ORDER, *_RANKS)) or isinstance(node.parent, exp.Window):
        return ""
    inner = node.this
    if isinstance(inner, exp.Order) and isinstance(node, exp.GroupConcat | exp.ArrayAgg):
        listed = inner.this.expressions if isinstance(inner.this, exp.Distinct) else [inner.this]
        if all(any(key.unnest() == item for key in keys_of_order(inner)) for item in listed):
            return ""
    return f"{node.key.upper()} goes by the order of rows"


def keys_of_order(order: exp.Order) -> list[exp.Expr]:
    return [item.this if isinstance(item, exp.Ordered) else item for item in order.expressions]


# -- SELECT -----------------------------------------------------------------------------------------------------


def _is_first_row(node: exp.Subquery, flow: Flow) -> bool:
    """A sub-query in an expression that may have several rows."""
    if isinstance(node.parent, exp.From | exp.Join | exp.In | exp.Exists | exp.SetOperation | exp.Subquery | exp.CTE):
        return False
    inner = node.unnest()
    if node.parent is None or not isinstance(inner, exp.Select):
        return node.parent is not None
    return not gives_one_row(inner) and not _is_found_by_key(inner, flow)


def _is_found_by_key(select: exp.Select, flow: Flow) -> bool:
    """One table, by its whole primary key."""
    sources, where = flow.scopes[id(select)].sources, select.args.get("where")
    key = sources[0].key if len(sources) == 1 else None
    if not key or where is None:
        return False
    equal = (part for part in conjuncts(where.this) if isinstance(part, exp.EQ))
    sides = (flow.names.placed.get(id(side)) for part in equal for side in (part.this, part.expression))
    return key <= {one.column for one in sides if one is not None and one.source is sources[0]}


def _of_select(select: exp.Select) -> str:
    distinct = select.args.get("distinct")
    if distinct is not None and (on := distinct.args.get("on")) is not None:
        kept = [part.unnest() for part in (on.expressions if isinstance(on, exp.Tuple) else [on])]
        if not all(item.unalias() in kept for item in select.expressions):
            return "DISTINCT ON takes the first ones"
    return ""


def _has_loose_columns(select: exp.Select, key_of: Callable[[exp.Expr], str]) -> bool:
    group = select.args.get("group")
    is_aggregate = any(_own_aggregates(item) for item in select.expressions)
    if group is None and not is_aggregate:
        return False
    keys = [part.unnest() for part in group.expressions] if group is not None else []
    numbers = {int(key.name) for key in keys if isinstance(key, exp.Literal) and key.name.isdigit()}
    aliases = {key_of(key) for key in keys if isinstance(key, exp.Column) and not key.args.get("table")}
    grouped = {key_of(key) for key in keys if isinstance(key, exp.Column)}
    for place, item in enumerate(select.expressions, 1):
        is_grouped = place in numbers or key_of(item) in aliases
        if not is_grouped and _is_loose(item.unalias(), keys, grouped, key_of):
            return True
    having, order = select.args.get("having"), select.args.get("order")
    named = grouped | {key_of(item) for item in select.expressions if item.alias}
    clauses = [clause for clause in (having, order) if clause is not None]
    return any(_is_loose(clause, keys, named, key_of) for clause in clauses)


def _own_aggregates(item: exp.Expr) -> bool:
    return any(not isinstance(call.parent, exp.Window) for call in item.find_all(exp.AggFunc))


def _is_loose(node: exp.Expr, keys: list[exp.Expr], named: set[str], key_of: Callable[[exp.Expr], str]) -> bool:
    """Whether a column stands in it outside of aggregates and of what is grouped by."""
    if node in keys or isinstance(node, exp.AggFunc | exp.Query):
        return False
    if isinstance(node, exp.Column):
        return key_of(node) not in named
    return any(_is_loose(part, keys, named, key_of) for part in node.iter_expressions())
