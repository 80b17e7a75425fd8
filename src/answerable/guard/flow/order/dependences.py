"""The parts of a statement whose outcome depends on the order in which rows happen to come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow import Flow, Use, UsePlace
from answerable.guard.flow.order.bare_columns import has_bare_columns
from answerable.guard.flow.order.float_sums import wide_sum
from answerable.guard.flow.order.outermost_query import covers_open_outputs, gives_one_row, is_cut, root_of, unseen_keys
from answerable.guard.flow.order.sort_keys import covered_places, is_total, keys_of, window_keys
from answerable.guard.flow.restricted_flow import follow_all
from answerable.guard.policy.group_size import conjuncts
from answerable.guard.policy.restriction_modes import Mode

if TYPE_CHECKING:
    from answerable.guard.flow.restricted_flow import Following
    from answerable.guard.statement import Statement

__all__ = ["order_dependences", "orders_by_masked", "reads_masked", "unsorted_picks"]

_ORDERING = frozenset({UsePlace.GROUPED, UsePlace.DISTINCT, UsePlace.COMPARED, UsePlace.MATCHED, UsePlace.NULL_TEST})
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
"""Aggregates that give the same in whatever order the rows come; of floating point numbers, all but the last digits."""
_RANKS = (exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist)
_NUMBERING = (exp.RowNumber, exp.Ntile)
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
    return use.place in _ORDERING or (use.place is UsePlace.COUNTED and use.node.find(exp.Distinct) is not None)


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
    root = root_of(statement.tree)
    if following.lost and keys_of(root):
        yield f"ORDER BY may leave rows equal, and the query cannot be followed ({following.lost})"
    elif not following.lost and unseen_keys(root, following):
        yield "ORDER BY sorts by something that is not shown, so nobody sees which rows are equal in it"


def _taken_rows(statement: Statement, following: Following, is_result: bool) -> Iterator[str]:
    """What takes some rows and leaves others, by the order in which they come."""
    root = root_of(statement.tree)
    if is_cut(root) and not _is_cut_certain(root, following, is_result):
        yield "LIMIT takes the first ones"
    for node in statement.nodes:
        if node is not root and (what := _dependence(node, following.flow)):
            yield what
    if isinstance(root, exp.Select) and (what := _of_select(root)):
        yield what


def _is_cut_certain(root: exp.Expr, following: Following, is_result: bool) -> bool:
    """Of a result it is enough that rows look the same; of a view's rows another query may show anything."""
    if following.lost:
        return isinstance(root, exp.Select) and gives_one_row(root)
    return covers_open_outputs(root, following) if is_result else _is_inner_cut_certain(root, following.flow)


def unsorted_picks(statement: Statement, *, is_result: bool = True) -> Iterator[str]:
    """What takes one row's value, or lists values, in an order that the statement does not fix; as words.

    `is_result` is False for the query of a view, whose rows go into another query."""
    following = statement.following or follow_all(statement)
    if statement.allow_list.dialect in _LOOSE_GROUPS and any(
        has_bare_columns(select, following.flow) for select in statement.every(exp.Select)
    ):
        yield "a column that is not grouped by stands beside an aggregate"
    for node in statement.nodes:
        if isinstance(node, exp.AggFunc | exp.Anonymous) and (what := _of_aggregate(node)):
            yield what
    if name := wide_sum(statement):
        yield f"{name} adds numbers so far apart that the order of rows shows in it"
    yield from (what for window in statement.every(exp.Window) if (what := _of_window(window, following.flow)))
    if statement.may_come_in_hidden_order:
        yield from _unseen_sort(statement, following) if is_result else ()
        yield from _taken_rows(statement, following, is_result)


def _dependence(node: exp.Expr, flow: Flow) -> str:
    if isinstance(node, exp.Query) and is_cut(node) and not _is_inner_cut_certain(node, flow):
        return "LIMIT takes the first ones"
    if isinstance(node, exp.Join) and (node.args.get("method") or "").upper() in ("ASOF", "POSITIONAL"):
        return "the join goes by the order of rows"
    if isinstance(node, exp.TableSample):
        return "a sample takes some of them"
    if isinstance(node, exp.Subquery) and flow.names.allow_list.dialect in _FIRST_ROW and _is_first_row(node, flow):
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
    keys = window_keys(_named_window(node, select, flow))
    if isinstance(select, exp.Select) and is_total(keys, select, flow) and not isinstance(node.this, exp.IgnoreNulls):
        return ""
    if isinstance(node.this, _NUMBERING) and isinstance(select, exp.Select) and _is_all_sorted_by(node, keys, select):
        return ""
    return f"{node.this.key.upper()} goes by the order of rows"


def _is_all_sorted_by(node: exp.Window, keys: list[exp.Expr], select: exp.Select) -> bool:
    """Whether rows that are equal in the window's keys look the same, so that either may have either number."""
    known = [*keys, *(node.args.get("partition_by") or ())]
    others = [item.unalias() for item in select.expressions if item.unalias() is not node]
    plain = all(isinstance(item, exp.Column) and item in known for item in others)
    return plain and len(others) + 1 == len(select.expressions) and not is_cut(select)


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
    scope, where = flow.scopes.get(id(select)), select.args.get("where")
    sources = scope.sources if scope is not None else []
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
