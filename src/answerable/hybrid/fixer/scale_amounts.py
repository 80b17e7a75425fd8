"""Amounts kept in cents, shown and compared in whole money. A query that divides by a hundred anywhere knows."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import BoundColumn, DraftQuery, divide, identifier, own_select
from answerable.kernel.messages import CodedMessage, msg
from answerable.language.question.tokens import normalise
from answerable.semantics import BusinessMeasure

__all__ = ["scale_amounts"]

_CENT = 0.01
_AGGREGATES = (exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Median)
_COMPARES = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.EQ, exp.NEQ, exp.Between)
_CENTURY = 100.0


def scale_amounts(draft: DraftQuery) -> None:
    found = [(bound, measure) for bound in draft.bound_columns() if (measure := _in_cents(bound, draft))]
    if not found or _knows_cents(draft.tree) or _divides_names(draft.tree, draft):
        return
    cents = frozenset(id(bound.node) for bound, _ in found)
    found = [(bound, measure) for bound, measure in found if not _cancels_out(bound.node, cents)]
    numbers = {float(token.number) for token in normalise(draft.question) if token.number is not None}
    for bound, measure in found:
        if _is_inner(bound.node):
            continue
        if (test := _comparison(bound.node)) is not None:
            is_changed = _scale_literals(test, numbers)
        else:
            is_changed = _scale_shown(bound, draft.dialect)
        if is_changed:
            draft.note(_told(measure))


def _in_cents(bound: BoundColumn, draft: DraftQuery) -> BusinessMeasure | None:
    measure = draft.source.labels.measure(*bound.key)
    return measure if measure is not None and measure.scale == _CENT else None


def _told(measure: BusinessMeasure) -> CodedMessage:
    is_currency = len(measure.unit) == 3 and measure.unit.isupper()
    return msg("assumed.kept_in_cents_of", currency=measure.unit) if is_currency else msg("assumed.kept_in_cents")


def _knows_cents(tree: exp.Expr) -> bool:
    divided = any(_number(one.expression) == _CENTURY for one in tree.find_all(exp.Div))
    factors = (side for one in tree.find_all(exp.Mul) for side in (one.this, one.expression))
    return divided or any(_number(one) == _CENT for one in factors)


def _number(node: exp.Expr) -> float | None:
    node = node.unnest()
    try:
        return float(node.name) if isinstance(node, exp.Literal) and not node.is_string else None
    except ValueError:
        return None


def _comparison(node: exp.Expr) -> exp.Expr | None:
    """The comparison with numbers that an amount stands in."""
    around = node.parent
    while around is not None and not isinstance(around, exp.Select | exp.Case | exp.If):
        if isinstance(around, _COMPARES):
            return around
        around = around.parent
    return None


def _is_inner(node: exp.Expr) -> bool:
    """In a query that another one only compares with: both are in cents."""
    select = own_select(node)
    around = select.parent if select is not None else None
    while isinstance(around, exp.Subquery | exp.Paren):
        around = around.parent
    return isinstance(around, (*_COMPARES, exp.In, exp.Exists, exp.Where, exp.Having))


def _scale_literals(test: exp.Expr, numbers: set[float]) -> bool:
    """Only of numbers that the question says: then they are money, not cents."""
    said = [one for one in test.find_all(exp.Literal) if not one.is_string and _number(one) in numbers]
    for one in said:
        one.set("this", f"{(_number(one) or 0) * _CENTURY:g}")
    return bool(said)


def _scale_shown(bound: BoundColumn, dialect: str) -> bool:
    node = _whole_amount(bound.node)
    if node is None or node.parent is None:
        return False
    divided = divide(node.copy(), exp.Literal.number("100.0"), dialect)
    is_plain = node.arg_key == "expressions" and isinstance(node.parent, exp.Select)
    better: exp.Expr = divided if is_plain or isinstance(node.parent, exp.Alias) else exp.paren(divided)
    if is_plain and isinstance(node, exp.Column):
        better = exp.alias_(divided, identifier(node.name))
    node.replace(better)
    return True


def _whole_amount(node: exp.Expr) -> exp.Expr | None:
    """Its aggregate; a column that is shown as it is. None in conditions, keys and inner queries' plain columns."""
    top: exp.Expr = node
    for around in _ancestors(node):
        if isinstance(around, _AGGREGATES):
            return around if not _is_sorted_by(around) else None
        if isinstance(around, exp.Select):
            is_outermost = own_select(around.parent) is None if around.parent else True
            return top if is_outermost and node.parent in (around, around_alias(node)) else None
        top = around if not isinstance(around, exp.Alias) else top
    return None


def around_alias(node: exp.Expr) -> exp.Expr | None:
    return node.parent if isinstance(node.parent, exp.Alias) else None


def _ancestors(node: exp.Expr) -> Iterator[exp.Expr]:
    around = node.parent
    while around is not None:
        yield around
        if isinstance(around, exp.Select):
            return
        around = around.parent


def _is_sorted_by(node: exp.Expr) -> bool:
    return any(isinstance(one, exp.Ordered) for one in _ancestors(node))


def _cancels_out(node: exp.Expr, cents: frozenset[int]) -> bool:
    """In a share or a growth both sides of a division are in cents."""
    around: exp.Expr | None = node.parent
    below: exp.Expr | None = node
    while around is not None and not isinstance(around, exp.Select):
        if isinstance(around, exp.Div):
            other = around.expression if below is around.this else around.this
            if any(id(one) in cents for one in other.find_all(exp.Column)):
                return True
        around, below = around.parent, around
    return False


def _divides_names(tree: exp.Expr, draft: DraftQuery) -> bool:
    """Results of inner queries divided by each other: whatever they are in, it cancels out."""
    return any(
        not any(draft.bound(one) for one in side.find_all(exp.Column))
        for div in tree.find_all(exp.Div)
        for side in (div.expression,)
        if side.find(exp.Column)
    )
