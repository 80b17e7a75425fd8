"""How many values the groups of a SELECT are sure to hold: what its HAVING demands, where no join repeats rows."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.flow import Flow, Use
from answerable.guard.flow.flow_scope import FlowScope, FlowSource, Placed
from answerable.guard.policy.permissions import Permissions
from answerable.guard.policy.restriction_modes import Mode
from answerable.kernel.light_dataclass import dataclass

__all__ = ["BLENDING", "Sized", "conjuncts", "measure_groups"]

BLENDING = (exp.Count, exp.Sum, exp.Avg, exp.Stddev, exp.StddevPop, exp.StddevSamp, exp.Variance, exp.VariancePop)
"""Aggregates to which every value of the group adds; the others pick one out or list them."""
_NARROWED = (exp.Filter, exp.Window, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)


@dataclass(frozen=True, slots=True)
class Sized:
    """A bare column inside an aggregate over rows of its own table."""

    column: exp.Column
    placed: Placed
    smallest: int
    """Values that each group which comes out has at least."""

    def is_own(self, permissions: Permissions) -> bool:
        table = self.placed.source.table
        return table is not None and permissions.is_own(table, self.placed.column, Mode.AGGREGATE_ONLY)


def measure_groups(use: Use, flow: Flow) -> Sized | str:
    """How large the groups under this aggregate are, or why nobody can tell."""
    column = _bare_column(use.node)
    if column is None:
        return "something else than the bare column stands inside the aggregate"
    if isinstance(use.node.parent, _NARROWED):
        return "a window or a FILTER may pick out single rows"
    placed = flow.names.placed.get(id(column))
    if placed is None or placed.select is None or placed.select is not use.select or placed.source.table is None:
        return "it does not come straight from its table"
    scope = flow.scopes[id(placed.select)]
    if not _keeps_rows_apart(scope, placed.source, flow):
        return "a join may repeat its rows; join other tables by their primary key"
    return Sized(column, placed, max(_demanded(placed, flow), default=0))


def _bare_column(call: exp.Expr) -> exp.Column | None:
    inner, others = call.this, call.args.get("expressions")
    if isinstance(inner, exp.Distinct) and isinstance(call, exp.Count) and len(inner.expressions) == 1:
        inner = inner.expressions[0]
    while isinstance(inner, exp.Paren):
        inner = inner.this
    return inner if isinstance(inner, exp.Column) and not others else None


# -- HAVING -----------------------------------------------------------------------------------------------------


def _demanded(placed: Placed, flow: Flow) -> Iterator[int]:
    """The bounds n of conjuncts `COUNT(column) >= n`."""
    having = placed.select.args.get("having") if placed.select is not None else None
    for condition in conjuncts(having.this if having is not None else None):
        left, right = condition.this, condition.args.get("expression")
        if isinstance(condition, exp.LTE | exp.LT):
            left, right = right, left
        elif not isinstance(condition, exp.GTE | exp.GT):
            continue
        if isinstance(left, exp.Count) and isinstance(right, exp.Literal) and right.name.isdigit():
            column = _bare_column(left)
            there = flow.names.placed.get(id(column)) if column is not None else None
            if there is not None and (there.source, there.column) == (placed.source, placed.column):
                yield int(right.name) + isinstance(condition, exp.GT | exp.LT)


def conjuncts(condition: exp.Expr | None) -> Iterator[exp.Expr]:
    """What must all hold: the nodes themselves, not copies."""
    if isinstance(condition, exp.Paren):
        yield from conjuncts(condition.this)
    elif isinstance(condition, exp.And):
        yield from conjuncts(condition.this)
        yield from conjuncts(condition.expression)
    elif condition is not None:
        yield condition


# -- joins ------------------------------------------------------------------------------------------------------


def _keeps_rows_apart(scope: FlowScope, start: FlowSource, flow: Flow) -> bool:
    """Whether each row of `start` comes out of FROM at most once: every other table is met by its primary key."""
    others = [source for source in scope.sources if source is not start]
    if not all(_is_plain(source) for source in scope.sources):
        return False
    pairs = list(_equal_columns(scope, flow))
    reached = [start]
    while others:
        met = next((source for source in others if _is_met_by_key(source, reached, pairs)), None)
        if met is None:
            return False
        reached.append(met)
        others.remove(met)
    return True


def _is_plain(source: FlowSource) -> bool:
    """A table, joined in the usual ways."""
    if source.table is None:
        return False
    words = [(source.join.args.get(key) or "").upper() for key in ("side", "kind", "method")] if source.join else []
    return all(word in ("", "LEFT", "INNER", "OUTER", "CROSS") for word in words)


_Pair = tuple[Placed, Placed]


def _is_met_by_key(source: FlowSource, reached: list[FlowSource], pairs: list[_Pair]) -> bool:
    met = {one.column for one, two in pairs if one.source is source and two.source in reached}
    return bool(source.key) and source.key <= met


def _equal_columns(scope: FlowScope, flow: Flow) -> Iterator[_Pair]:
    """`a.x = b.y` wherever it holds for every row in which both tables have one; both ways round."""
    for one, two in _written_pairs(scope, flow):
        yield one, two
        yield two, one


def _written_pairs(scope: FlowScope, flow: Flow) -> Iterator[_Pair]:
    where = scope.select.args.get("where") if scope.select is not None else None
    yield from _pairs_in(where.this if where is not None else None, flow)
    for source in scope.sources:
        if source.join is None:
            continue
        own = (pair for pair in _pairs_in(source.join.args.get("on"), flow))
        yield from (pair for pair in own if source in (pair[0].source, pair[1].source))
        for name in source.join.args.get("using") or ():
            yield from _using_pairs(_using_key(name, flow), source, scope)


def _using_key(name: exp.Expr, flow: Flow) -> str:
    identifier = name.this if isinstance(name, exp.Column) else name
    return flow.names.key(identifier) if isinstance(identifier, exp.Identifier) else ""


def _pairs_in(condition: exp.Expr | None, flow: Flow) -> Iterator[_Pair]:
    for part in conjuncts(condition):
        if isinstance(part, exp.EQ):
            one, two = flow.names.placed.get(id(part.this)), flow.names.placed.get(id(part.expression))
            if one is not None and two is not None:
                yield one, two


def _using_pairs(name: str, source: FlowSource, scope: FlowScope) -> Iterator[_Pair]:
    for other in scope.sources:
        if other is not source and name in other.by_name:
            yield Placed(source, name, scope.select), Placed(other, name, scope.select)
