"""Figures that somebody defined: which of them a query may hold, and how one is computed over a part of its rows."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.query import Query

__all__ = ["fits", "of_rows_passing"]


def of_rows_passing(figure: exp.Expr, test: exp.Expr) -> exp.Expr:
    """Every aggregate of the figure looks only at rows that pass."""

    def narrowed(node: exp.Expr) -> exp.Expr:
        return _narrowed(node, test) if isinstance(node, exp.AggFunc) else node

    return figure.transform(narrowed)


def _narrowed(aggregate: exp.AggFunc, test: exp.Expr) -> exp.Expr:
    each = aggregate.this
    if isinstance(each, exp.Distinct):
        return type(aggregate)(this=exp.Distinct(expressions=[_if(test, one) for one in each.expressions]))
    return type(aggregate)(this=_if(test, exp.Literal.number(1) if isinstance(each, exp.Star) else each))


def _if(test: exp.Expr, amount: exp.Expr) -> exp.Expr:
    return exp.Case(ifs=[exp.If(this=test.copy(), true=amount.copy())])


def fits(query: Query, wanted: tuple[str, ...]) -> bool:
    """Whether the query computes all metrics asked for, and nothing that would be changed by standing beside them."""
    figures = [measure.definition for measure in (*query.measures, *(having.measure for having in query.having))]
    defined = [definition for definition in figures if definition]
    if not set(wanted) <= {definition.name for definition in defined}:
        return False
    if not defined:
        return True
    if len(defined) < len(figures) or len({definition.basis for definition in defined}) > 1:
        return False
    running = query.window is not None and query.window.kind == "running"
    added_up = query.share or running
    return not query.outer and (not added_up or all(definition.adds_up for definition in defined))
