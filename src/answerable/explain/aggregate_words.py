"""What is computed over many rows: counts, totals, averages and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.order_words import order_keys
from answerable.explain.type_family import Family, Tell
from answerable.explain.value_words import branches

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS", "is_aggregate"]


def is_aggregate(node: exp.Expr) -> bool:
    """True for an expression that has an aggregate in it, outside sub-queries."""
    if isinstance(node, exp.Query):
        return False
    if isinstance(node, exp.AggFunc) or (isinstance(node, exp.Anonymous) and node.name.casefold() == "total"):
        return True
    return any(is_aggregate(child) for child in node.iter_expressions())


def _count(teller: Explainer, node: exp.Count) -> str | None:
    if not holds_only(node, "this") or node.this is None:
        return None
    if isinstance(node.this, exp.Star) or _is_constant(node.this):
        teller.fold(node.this)
        return teller.say("count_rows")
    if isinstance(node.this, exp.Distinct):
        return _count_different(teller, node.this)
    if (condition := _counted_condition(node.this)) is not None:
        teller.fold(node.this.args["ifs"][0].args["true"])
        return teller.say("count_where", teller.condition(condition))
    return teller.say("count_values", teller.tell(node.this))


def _is_constant(node: exp.Expr) -> bool:
    return isinstance(node, exp.Literal)


def _counted_condition(node: exp.Expr) -> exp.Expr | None:
    """The condition of `CASE WHEN condition THEN constant END`."""
    default = node.args.get("default")
    if not isinstance(node, exp.Case) or len(node.args["ifs"]) != 1 or (default and not isinstance(default, exp.Null)):
        return None
    ((condition, value),) = branches(node)
    return condition if _is_constant(value) else None


def _count_different(teller: Explainer, distinct: exp.Distinct) -> str | None:
    if not holds_only(distinct, "expressions"):
        return None
    return teller.say("count_different", teller.tell_all(distinct.expressions))


def _sum(teller: Explainer, node: exp.Sum) -> str | None:
    if not holds_only(node, "this"):
        return None
    if isinstance(node.this.unnest(), exp.Predicate | exp.Connector):
        return teller.say("count_where", teller.condition(node.this))
    if (part := _conditional(node.this)) is None:
        return teller.say("total", _over(teller, node.this))
    condition, value, zero = part
    teller.fold(zero)
    if isinstance(value, exp.Literal) and value.name == "1":
        teller.fold(value)
        return teller.say("count_where", teller.condition(condition))
    return teller.say("only_where", teller.say("total", teller.operand(value)), teller.condition(condition))


def _conditional(node: exp.Expr) -> tuple[exp.Expr, exp.Expr, exp.Expr] | None:
    """Condition, value and the zero of `CASE WHEN condition THEN value ELSE 0 END`, the same as a filtered sum."""
    default = node.args.get("default") or node.args.get("false")
    if not (isinstance(default, exp.Literal) and default.name == "0"):
        return None
    if isinstance(node, exp.If):
        return node.this, node.args["true"], default
    if isinstance(node, exp.Case) and len(node.args["ifs"]) == 1:
        return (*branches(node)[0], default)
    return None


def _over(teller: Explainer, node: exp.Expr) -> str:
    if isinstance(node, exp.Distinct) and holds_only(node, "expressions"):
        return teller.say("different_values", teller.tell_all(node.expressions))
    if isinstance(node, exp.Order):
        return teller.say("in_order_of", _over(teller, node.this), teller.words.join_list(order_keys(teller, node)))
    return teller.operand(node)


def _of(key: str) -> Tell:
    return lambda teller, node: teller.say(key, _over(teller, node.this)) if holds_only(node, "this") else None


def _extreme(key: str, date_key: str) -> Tell:
    def tell(teller: Explainer, node: exp.Expr) -> str | None:
        if not holds_only(node, "this"):
            return None
        column = teller.column_of(node.this)
        return teller.say(date_key if column and column.kind.is_date else key, _over(teller, node.this))

    return tell


def _joined_text(teller: Explainer, node: exp.GroupConcat) -> str:
    separator = node.args.get("separator")
    if separator is None:
        return teller.say("joined_text", _over(teller, node.this))
    return teller.say("joined_text_with", _over(teller, node.this), teller.tell(separator))


def _filter(teller: Explainer, node: exp.Filter) -> str:
    condition = teller.condition(node.expression.this)
    if isinstance(node.this, exp.Count) and isinstance(node.this.this, exp.Star):
        return teller.say("count_where", condition)
    return teller.say("only_where", teller.tell(node.this), condition)


def _within_group(teller: Explainer, node: exp.WithinGroup) -> str | None:
    keys = {exp.PercentileCont: "percentile", exp.PercentileDisc: "percentile_discrete", exp.Mode: "most_frequent"}
    key, order = keys.get(type(node.this)), node.expression
    if key is None or not isinstance(order, exp.Order) or len(order.expressions) != 1:
        return None
    ordered = order.expressions[0]
    if ordered.args.get("desc"):
        return None
    quantile = [teller.tell(node.this.this)] if node.this.this is not None else []
    return teller.say(key, teller.operand(ordered.this), *quantile)


TELLERS: Family = {
    exp.Count: _count,
    exp.CountIf: lambda teller, node: teller.say("count_where", teller.condition(node.this)),
    exp.ApproxDistinct: _of("count_about_different"),
    exp.Sum: _sum,
    exp.Avg: _of("average"),
    exp.Min: _extreme("minimum", "earliest"),
    exp.Max: _extreme("maximum", "latest"),
    exp.LogicalAnd: _of("all_true"),
    exp.LogicalOr: _of("any_true"),
    exp.Mode: _of("most_frequent"),
    exp.GroupConcat: _joined_text,
    exp.ArrayAgg: _of("collected"),
    exp.Filter: _filter,
    exp.WithinGroup: _within_group,
}
