"""Canonical metrics made ready: a template that is one plain aggregate can be combined with a question; any other query
answers only for the metric as a whole."""

from __future__ import annotations

import re

from sqlglot import exp

from answerable.kernel.knowledge import CanonicalMetric
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import DatabaseSchema
from answerable.language.knowledge.fit_verified import (
    Misfit,
    expression_over,
    plain_tables_of,
    query_of,
    resolve_column,
    table_named,
)
from answerable.language.knowledge.templates import PeriodSplit, has_variable, mark_variables, split_periods
from answerable.language.linking.join_path import Join
from answerable.language.query_model.definitions import Definition
from answerable.sql.column_ref import ColumnRef
from answerable.sql.facts import conjuncts

__all__ = ["WholeQuery", "read_definition"]

_PLAIN = frozenset(("expressions", "from_", "joins", "where", "kind", "hint", "operation_modifiers"))
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class WholeQuery:
    """A definition that can be run as it is, and in no other way."""

    sql: str
    reason: CodedMessage


def read_definition(metric: CanonicalMetric, schema: DatabaseSchema) -> Definition | WholeQuery:
    """Raises Misfit where the template does not fit the schema or has variables that nothing fills."""
    tree = query_of(mark_variables(metric.sql_template), schema)
    try:
        return _definition(metric, _plain(tree), schema)
    except Misfit as reason:
        if "{{" in metric.sql_template:
            raise
        return WholeQuery(tree.sql(dialect=schema.dialect, comments=False), reason.reason)


def _plain(tree: exp.Query) -> exp.Select:
    """One figure over the rows of some tables; Misfit for anything that cannot be combined with a question."""
    if not isinstance(tree, exp.Select) or any(value and name not in _PLAIN for name, value in tree.args.items()):
        raise Misfit(msg("misfit.not_one_figure"))
    if len(tree.expressions) != 1 or len(list(tree.find_all(exp.Select))) != 1 or tree.find(exp.Window):
        raise Misfit(msg("misfit.not_one_figure"))
    figure = tree.expressions[0].unalias()
    aggregates = list(figure.find_all(exp.AggFunc))
    bare = [column for column in figure.find_all(exp.Column) if column.find_ancestor(exp.AggFunc) is None]
    if not aggregates or bare or not all(map(_is_narrowable, aggregates)):
        raise Misfit(msg("misfit.not_plain_aggregates"))
    if has_variable(figure):
        raise Misfit(msg("misfit.no_period_there"))
    return tree


def _is_narrowable(aggregate: exp.AggFunc) -> bool:
    """It takes one amount of each row, so it can be taken of some rows only."""
    return {name for name, value in aggregate.args.items() if value} <= {"this", "big_int"}


def _definition(metric: CanonicalMetric, tree: exp.Select, schema: DatabaseSchema) -> Definition:
    sources = plain_tables_of(tree, schema)
    if len(set(sources.values())) < len(sources) or not sources:
        raise Misfit(msg("misfit.table_twice"))
    joins, more = _joins(tree, sources, schema)
    where = tree.args.get("where")
    placed = split_periods([*more, *(conjuncts(where.this) if where else ())])
    figure = tree.expressions[0].unalias()
    return Definition(
        metric.name,
        _label(metric.name),
        next(iter(sources.values())),
        expression_over(figure, sources, schema),
        joins,
        tuple(expression_over(test, sources, schema) for test in placed.tests),
        _dated(metric, placed, sources, schema),
        placed.is_periodic,
        adds_up=isinstance(figure, exp.Sum | exp.Count) and not figure.find(exp.Distinct),
        is_count=isinstance(figure, exp.Count),
        counts_once=all(map(_is_counted_once, figure.find_all(exp.AggFunc))),
    )


def _is_counted_once(aggregate: exp.AggFunc) -> bool:
    return isinstance(aggregate, exp.Min | exp.Max) or aggregate.find(exp.Distinct) is not None


def _label(name: str) -> str:
    return "_".join(word.casefold() for word in _WORD.findall(name)) or "figure"


def _dated(
    metric: CanonicalMetric, placed: PeriodSplit, sources: dict[str, str], schema: DatabaseSchema
) -> ColumnRef | None:
    if placed.column is not None:
        return resolve_column(placed.column, sources, schema)
    if not metric.date_column:
        return None
    table, _, name = metric.date_column.rpartition(".")
    return resolve_column(exp.column(name, table=table or None), {**sources, **_named(table, schema)}, schema)


def _named(table: str, schema: DatabaseSchema) -> dict[str, str]:
    result = table_named(table, schema)
    return {table: result} if result else {}


def _joins(
    tree: exp.Select, sources: dict[str, str], schema: DatabaseSchema
) -> tuple[tuple[Join, ...], list[exp.Expr]]:
    """Its joins as steps over equal columns, and what an ON demands besides."""
    steps: list[Join] = []
    more: list[exp.Expr] = []
    for join in tree.args.get("joins") or ():
        step, rest = _step(join, sources, schema)
        if rest and step.optional:
            raise Misfit(msg("misfit.join_not_by_columns"))
        steps.append(step)
        more += rest
    return tuple(steps), more


def _step(join: exp.Join, sources: dict[str, str], schema: DatabaseSchema) -> tuple[Join, list[exp.Expr]]:
    on, side, kind = join.args.get("on"), str(join.args.get("side") or ""), str(join.args.get("kind") or "")
    table = sources[join.this.alias_or_name]
    if on is None or side.upper() not in ("", "LEFT") or kind.upper() not in ("", "INNER", "OUTER"):
        raise Misfit(msg("misfit.join_not_combined"))
    pairs: list[tuple[ColumnRef, ColumnRef]] = []
    rest: list[exp.Expr] = []
    for test in conjuncts(on):
        pair = _pair(test, table, sources, schema)
        if pair:
            pairs.append(pair)
        else:
            rest.append(test)
    lefts = {left.table for left, _ in pairs}
    if len(lefts) != 1:
        raise Misfit(msg("misfit.join_not_by_columns"))
    names = tuple((left.name, right.name) for left, right in pairs)
    return Join(lefts.pop(), table, names, multiplies=False, optional=side.upper() == "LEFT"), rest


def _pair(
    test: exp.Expr, table: str, sources: dict[str, str], schema: DatabaseSchema
) -> tuple[ColumnRef, ColumnRef] | None:
    """The column of an earlier table and the one of `table` that must be equal."""
    if not isinstance(test, exp.EQ) or not all(isinstance(s, exp.Column) for s in (test.this, test.expression)):
        return None
    one, other = (resolve_column(side, sources, schema) for side in (test.this, test.expression))
    if (one.table == table) == (other.table == table):
        return None
    return (other, one) if one.table == table else (one, other)
