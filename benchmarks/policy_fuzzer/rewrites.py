"""Changes of a statement that need no names: clauses dropped, joins and sets of another kind, columns aggregated."""

from __future__ import annotations

import random
from typing import Protocol

from sqlglot import exp

__all__ = ["REWRITES", "Rewrite"]


class Rewrite(Protocol):
    def __call__(self, tree: exp.Expr, chance: random.Random) -> exp.Expr | None: ...


CLAUSES = ("where", "having", "group", "order", "distinct", "limit", "offset")
AGGREGATES = (exp.Count, exp.Sum, exp.Max, exp.Min, exp.Avg)


def dropped(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    """A clause of some query, or one side of a condition."""
    queries = [(query, key) for query in tree.find_all(exp.Query) for key in CLAUSES if query.args.get(key)]
    both = list(tree.find_all(exp.And))
    if both and chance.random() < 0.4:
        chosen = chance.choice(both)
        chosen.replace(chance.choice((chosen.this, chosen.expression)).copy())
    elif queries:
        query, key = chance.choice(queries)
        query.set(key, None)
    else:
        return None
    return tree


def turned(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    """AND becomes OR, a condition its contrary, an order its reverse."""
    nodes = list(tree.find_all(exp.And, exp.Ordered, exp.EQ))
    if not nodes:
        return None
    chosen = chance.choice(nodes)
    if isinstance(chosen, exp.Ordered):
        chosen.set("desc", not chosen.args.get("desc"))
    elif isinstance(chosen, exp.And):
        chosen.replace(exp.Paren(this=exp.Or(this=chosen.this.copy(), expression=chosen.expression.copy())))
    else:
        other = chance.choice((exp.NEQ, exp.GTE, exp.LT))
        chosen.replace(other(this=chosen.this.copy(), expression=chosen.expression.copy()))
    return tree


def joined_otherwise(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    joins = [join for join in tree.find_all(exp.Join) if join.args.get("on")]
    if not joins:
        return None
    join = chance.choice(joins)
    if chance.random() < 0.3:
        select, on = join.parent, join.args["on"]
        join.set("on", None)
        join.set("side", None)
        join.set("kind", "CROSS")
        return tree if isinstance(select, exp.Select) and select.where(on, copy=False) else None
    join.set("side", chance.choice((None, "LEFT", "RIGHT", "FULL")))
    return tree


def united_otherwise(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    sets = list(tree.find_all(exp.SetOperation))
    if not sets:
        return None
    chosen = chance.choice(sets)
    kind = chance.choice((exp.Union, exp.Union, exp.Except, exp.Intersect))
    parts = {"this": chosen.this.copy(), "expression": chosen.expression.copy()}
    made = kind(**parts, distinct=kind is not exp.Union or chance.random() < 0.5)
    return made if chosen is tree else (chosen.replace(made) and tree)


def aggregated(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    """A column stands inside an aggregate, or what stood inside one stands bare."""
    calls = list(tree.find_all(*AGGREGATES))
    columns = [one for one in tree.find_all(exp.Column) if not isinstance(one.this, exp.Star)]
    if calls and chance.random() < 0.5:
        call = chance.choice(calls)
        if isinstance(call.this, exp.Column):
            call.replace(call.this.copy())
            return tree
    if not columns:
        return None
    column = chance.choice(columns)
    column.replace(chance.choice(AGGREGATES)(this=column.copy()))
    return tree


def made_distinct(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    selects = list(tree.find_all(exp.Select))
    calls = [call for call in tree.find_all(exp.Count) if isinstance(call.this, exp.Column)]
    if calls and chance.random() < 0.5:
        call = chance.choice(calls)
        call.set("this", exp.Distinct(expressions=[call.this.copy()]))
    elif selects:
        chance.choice(selects).set("distinct", exp.Distinct())
    else:
        return None
    return tree


def grouped(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    """By one of the items more, or by another column in place of all."""
    selects = [one for one in tree.find_all(exp.Select) if any(one.find_all(exp.Column))]
    if not selects:
        return None
    select = chance.choice(selects)
    columns = [one.copy() for one in select.find_all(exp.Column) if not isinstance(one.this, exp.Star)]
    if not columns:
        return None
    select.group_by(chance.choice(columns), append=chance.random() < 0.6, copy=False)
    if chance.random() < 0.5:
        select.select(exp.Count(this=exp.Star()), copy=False)
    return tree


def moved(tree: exp.Expr, chance: random.Random) -> exp.Expr | None:
    """What stands in WHERE stands in HAVING or in the condition of a join, and the other way round."""
    selects = [one for one in tree.find_all(exp.Select) if one.args.get("where") or one.args.get("having")]
    if not selects:
        return None
    select = chance.choice(selects)
    if (having := select.args.get("having")) is not None and chance.random() < 0.5:
        select.set("having", None)
        return select.where(having.this, copy=False) and tree
    where = select.args.get("where")
    if where is None:
        return None
    select.set("where", None)
    joins = [join for join in select.args.get("joins") or () if join.args.get("on")]
    if joins and chance.random() < 0.6:
        return chance.choice(joins).on(where.this, copy=False) and tree
    return select.having(where.this, copy=False) and tree


REWRITES: tuple[Rewrite, ...] = (
    dropped, turned, joined_otherwise, united_otherwise, aggregated, made_distinct, grouped, moved,
)  # fmt: skip
