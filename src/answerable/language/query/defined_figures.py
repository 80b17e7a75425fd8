"""Figures that somebody defined: which of them a query may hold, and how one is computed over a part of its rows."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.query_model.definitions import Definition
from answerable.language.query_model.filled_query import Filter, Query

__all__ = ["fits", "of_rows_passing"]


def of_rows_passing(figure: exp.Expr, test: exp.Expr) -> exp.Expr:
    """Every aggregate of the figure looks only at rows that pass."""

    def narrow_figure(node: exp.Expr) -> exp.Expr:
        return _narrowed(node, test) if isinstance(node, exp.AggFunc) else node

    return figure.transform(narrow_figure)


def _narrowed(aggregate: exp.AggFunc, test: exp.Expr) -> exp.Expr:
    each = aggregate.this
    if isinstance(each, exp.Distinct):
        return type(aggregate)(this=exp.Distinct(expressions=[_if(test, one) for one in each.expressions]))
    return type(aggregate)(this=_if(test, exp.Literal.number(1) if isinstance(each, exp.Star) else each))


def _if(test: exp.Expr, amount: exp.Expr) -> exp.Expr:
    return exp.Case(ifs=[exp.If(this=test.copy(), true=amount.copy())])


def fits(query: Query, wanted: tuple[str, ...]) -> bool:
    """Whether the query computes all metrics asked for, and nothing that would be changed by standing beside them."""
    counted = query.outer == "count"  # how many groups pass: what is counted is no figure of theirs
    measures = (*(() if counted else query.measures), *(having.measure for having in query.having))
    defined = [measure.definition for measure in measures if measure.definition]
    if not set(wanted) <= {definition.name for definition in defined}:
        return False
    if not defined:
        return True
    if len(defined) < len(measures) or len({definition.basis for definition in defined}) > 1:
        return False
    return _adds_up(query, defined) and not any(_contradicts(defined[0], filter_) for filter_ in query.filters)


def _adds_up(query: Query, defined: list[Definition]) -> bool:
    """Whether figures are only added up that can be; averages over groups are nobody's definition."""
    running = query.window is not None and query.window.kind == "running"
    added_up = query.share or running
    return query.outer != "avg" and (not added_up or all(definition.adds_up for definition in defined))


def _contradicts(definition: Definition, filter_: Filter) -> bool:
    """`MRR of cancelled orders`, where only delivered ones count: no row is both."""
    tested = [test.tree_itself for test in definition.tests if test.refs == (filter_.ref,)]
    only = [str(test.expression.this) for test in tested if _is_of_one_value(test)]
    return filter_.op in ("eq", "in") and any(value not in filter_.values for value in only)


def _is_of_one_value(test: exp.Expr) -> bool:
    return isinstance(test, exp.EQ) and isinstance(test.expression, exp.Literal) and test.expression.is_string
