"""The median where the engine has no function for it: the mean of the one or two rows in the middle of each group."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.query.sql_names import SqlNames

__all__ = ["lacks_median", "middle"]

_PLACE, _MANY = "place", "many"


def lacks_median(dialect: str) -> bool:
    return dialect in ("sqlite", "mysql", "mariadb")


def middle(
    rows: exp.Select, groups: list[exp.Expr], labels: list[str], amount: exp.Expr, label: str, names: SqlNames
) -> exp.Select:
    """`rows` is the query without what it shows; `labels` name the groups. 2 × place lies between n and n + 2."""
    outputs = [exp.alias_(group, names.alias(name)) for group, name in zip(groups, labels, strict=True)]
    position = exp.Window(
        this=exp.RowNumber(), partition_by=_copies(groups), order=exp.Order(expressions=[amount.copy()])
    )
    many = exp.Window(this=exp.Count(this=exp.Star()), partition_by=_copies(groups))
    outputs += [
        exp.alias_(tree, names.alias(n)) for tree, n in ((amount.copy(), label), (position, _PLACE), (many, _MANY))
    ]
    known = exp.Not(this=exp.Is(this=amount.copy(), expression=exp.Null()))
    inner = rows.select(*outputs, copy=False).where(known, copy=False)
    shown = [exp.Column(this=names.alias(name)) for name in labels]
    figure = exp.alias_(exp.Avg(this=exp.Column(this=names.alias(label))), names.alias(label))
    outer = exp.Select().select(*shown, figure).from_(inner.subquery("ordered")).where(_in_the_middle(names))
    return outer.group_by(*shown).order_by(*shown) if shown else outer


def _in_the_middle(names: SqlNames) -> exp.Expr:
    position, many = (exp.Column(this=names.alias(name)) for name in (_PLACE, _MANY))
    twice = exp.Mul(this=exp.Literal.number(2), expression=position)
    return exp.Between(this=twice, low=many, high=exp.Add(this=many.copy(), expression=exp.Literal.number(2)))


def _copies(groups: list[exp.Expr]) -> list[exp.Expr]:
    return [group.copy() for group in groups]
