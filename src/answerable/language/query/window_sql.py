"""Windows as SQL: around the grouped query for those over time, inside it for ranks and the best of each group."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.query.aggregates import ratio
from answerable.language.query.sql_names import SqlNames
from answerable.language.query_model.filled_query import Window

__all__ = ["PLACE", "limit_each_group", "over_time", "place_in"]

PLACE = "place"


def over_time(grouped: exp.Select, window: Window, shown: list[str], figures: list[str], names: SqlNames) -> exp.Select:
    """The groups in time with a figure that looks at the groups before: one more level, so that it can name them."""
    outputs = [exp.Column(this=names.alias(label)) for label in (*shown, *figures)]
    along = [exp.Column(this=names.alias(d.label)) for d in window.along]
    own = exp.Column(this=names.alias(figures[0]))
    within = [exp.Column(this=names.alias(d.label)) for d in window.partition]
    added = [exp.alias_(tree, names.alias(label), copy=False) for tree, label in _added(window, own, within, along)]
    order = [exp.Column(this=names.alias(label)) for label in shown]
    select = exp.Select().select(*outputs, *added, copy=False).from_(grouped.subquery("each_period"))
    return select.order_by(*order, copy=False)


def _added(
    window: Window, own: exp.Column, within: list[exp.Column], along: list[exp.Column]
) -> list[tuple[exp.Expr, str]]:
    name = own.name
    over = _Over(within, along)
    before = over.of(exp.Lag(this=own.copy()))
    if window.kind == "running":
        return [(over.of(exp.Sum(this=own.copy()), _rows("UNBOUNDED")), f"running_{name}")]
    if window.kind == "moving":
        rows = _rows(exp.Literal.number((window.size or 1) - 1))
        return [(over.of(exp.Avg(this=own.copy()), rows), f"moving_average_{name}")]
    if window.kind == "previous":
        return [(before, f"previous_{name}")]
    change = exp.Paren(this=exp.Sub(this=own.copy(), expression=before.copy()))
    base = exp.Nullif(this=before.copy(), expression=exp.Literal.number(0))
    grown = ratio(exp.Mul(this=exp.Literal.number("100.0"), expression=change), base)
    return [(before, f"previous_{name}"), (exp.Round(this=grown, decimals=exp.Literal.number(2)), "growth_percent")]


class _Over:
    """`OVER (PARTITION BY … ORDER BY …)`, the same for every figure of one query."""

    def __init__(self, within: list[exp.Column], along: list[exp.Column]) -> None:
        self._within, self._along = within, along

    def of(self, function: exp.Expr, spec: exp.Expr | None = None) -> exp.Window:
        order = exp.Order(expressions=[column.copy() for column in self._along])
        return exp.Window(this=function, partition_by=[w.copy() for w in self._within], order=order, spec=spec)


def _rows(before: str | exp.Expr) -> exp.WindowSpec:
    return exp.WindowSpec(kind="ROWS", start=before, start_side="PRECEDING", end="CURRENT ROW")


def place_in(kind: str, within: list[exp.Expr], order: list[exp.Expr], names: SqlNames) -> exp.Expr:
    """A row's place within its group. Ranks may be shared; the best of each group are told apart."""
    function: exp.Expr = exp.Anonymous(this="RANK") if kind == "rank" else exp.RowNumber()
    window = exp.Window(this=function, partition_by=within, order=exp.Order(expressions=order))
    return exp.alias_(window, names.alias(PLACE), copy=False)


def limit_each_group(select: exp.Select, size: int, shown: list[str], order: list[str], names: SqlNames) -> exp.Select:
    """Only the first `size` of each group, group by group, best first."""
    outputs = [exp.Column(this=names.alias(label)) for label in shown]
    first = exp.LTE(this=exp.Column(this=names.alias(PLACE)), expression=exp.Literal.number(size))
    kept = exp.Select().select(*outputs, copy=False).from_(select.subquery("placed")).where(first, copy=False)
    return kept.order_by(*(exp.Column(this=names.alias(label)) for label in (*order, PLACE)), copy=False)
