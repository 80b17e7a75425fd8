"""EXISTS said as IN: `EXISTS (SELECT 1 FROM orders WHERE orders.buyer = people.id AND …)` asks whether `people.id` is
among the `orders.buyer` of the rest."""

from __future__ import annotations

from sqlglot import exp

__all__ = ["as_membership"]


def as_membership(node: exp.Exists) -> tuple[exp.Column, exp.Select] | None:
    """The outer column and the query it is to be in; None where no single equality joins the two."""
    inner = node.this
    where = inner.args.get("where") if isinstance(inner, exp.Select) else None
    if where is None:
        return None
    own = {table.alias_or_name.casefold() for table in inner.find_all(exp.Table)}
    tests = list(where.this.flatten()) if isinstance(where.this, exp.And) else [where.this]
    joining = [(test, pair) for test in tests if (pair := _outer_and_inner(test.unnest(), own)) is not None]
    if len(joining) != 1:
        return None
    test, (outer, column) = joining[0]
    rest = [other.copy() for other in tests if other is not test]
    plain = inner.copy().select(column.copy(), append=False)
    plain.set("where", None)
    return outer, plain.where(*rest) if rest else plain


def _outer_and_inner(test: exp.Expr, own: set[str]) -> tuple[exp.Column, exp.Column] | None:
    left, right = test.this, test.args.get("expression")
    if not isinstance(test, exp.EQ) or not isinstance(left, exp.Column) or not isinstance(right, exp.Column):
        return None
    inside = [side.table.casefold() in own for side in (left, right)]
    if inside == [False, True]:
        return left, right
    return (right, left) if inside == [True, False] else None
