"""What a query looks like, read off its tree: the features of its clauses, and the words of the names it uses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import stem
from answerable.sql.parse import parse_sql

__all__ = ["SqlShape", "sql_shape"]

_AGGREGATES: dict[str, type[exp.Expr]] = {
    "count": exp.Count,
    "sum": exp.Sum,
    "avg": exp.Avg,
    "max": exp.Max,
    "min": exp.Min,
}
_COUNTED: dict[str, tuple[type[exp.Expr], ...]] = {
    "tables": (exp.Table,),
    "selects": (exp.Select,),
    "joins": (exp.Join,),
    "equals": (exp.EQ,),
    "unlike": (exp.NEQ, exp.Not),
    "ranges": (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between),
    "patterns": (exp.Like, exp.ILike),
    "exists": (exp.Exists, exp.In),
    "nulls": (exp.Is,),
    "cases": (exp.Case,),
    "windows": (exp.Window,),
    "divisions": (exp.Div,),
    "products": (exp.Mul,),
    "unions": (exp.SetOperation,),
    "distinct": (exp.Distinct,),
}


@dataclass(frozen=True, slots=True)
class SqlShape:
    features: dict[str, float]
    stems: frozenset[str]
    """Of the words in the names and texts that it uses."""
    names: frozenset[str]
    """Of the tables and columns that it uses."""
    shown: int
    """How many columns it shows."""
    skeleton: str
    """Which clauses it has, for comparing readings."""
    plain: str
    """Its text without quotes, aliases of what it shows, brackets and the name of its only table: two queries of one
    such text say the same."""


@lru_cache(maxsize=512)
def sql_shape(sql: str, dialect: str) -> SqlShape:
    try:
        tree = parse_sql(sql, dialect)
    except SqlglotError:
        return SqlShape({"unparsed": 1.0}, frozenset(), frozenset(), 0, "", sql)
    nodes = list(tree.walk())
    features = {name: float(sum(isinstance(node, kinds) for node in nodes)) for name, kinds in _COUNTED.items()}
    features |= _ends(tree) | _shown_aggregates(tree)
    shown = len(tree.selects) if isinstance(tree, exp.Query) else 0
    features["shown"] = float(shown)
    skeleton = ",".join(name for name, value in sorted(features.items()) if value and name not in ("equals", "tables"))
    names = frozenset(node.name for node in nodes if isinstance(node, exp.Column | exp.Table))
    return SqlShape(features, frozenset(_stems(nodes)), names, shown, skeleton, _plain(tree))


def _ends(tree: exp.Expr) -> dict[str, float]:
    group, order, limit = tree.args.get("group"), tree.args.get("order"), tree.args.get("limit")
    count = limit.expression.name if isinstance(limit, exp.Limit) and limit.expression else ""
    return {
        "groups": float(len(group.expressions)) if isinstance(group, exp.Group) else 0.0,
        "ordered": float(order is not None),
        "limit": min(float(count), 50.0) if count.isdigit() else 0.0,
        "having": float(tree.args.get("having") is not None),
        "where": float(tree.args.get("where") is not None),
    }


def _shown_aggregates(tree: exp.Expr) -> dict[str, float]:
    shown = tree.selects if isinstance(tree, exp.Query) else []
    return {
        f"shows_{name}": float(sum(one.find(kind) is not None for one in shown)) for name, kind in _AGGREGATES.items()
    }


def _plain(tree: exp.Expr) -> str:
    tree = tree.copy()
    is_alone = len(list(tree.find_all(exp.Table))) == 1
    for bracket in list(tree.find_all(exp.Paren)):
        if isinstance(bracket.parent, exp.And | exp.Where) and not isinstance(bracket.this, exp.Or):
            bracket.replace(bracket.this)
    for alias in list(tree.find_all(exp.Alias)):
        if isinstance(alias.parent, exp.Select):
            alias.replace(alias.this)
    for column in tree.find_all(exp.Column):
        if is_alone:
            column.set("table", None)
    for name in tree.find_all(exp.Identifier):
        name.set("quoted", False)
    return tree.sql(normalize=True)


def _stems(nodes: list[exp.Expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, exp.Column | exp.Table) or (isinstance(node, exp.Literal) and node.is_string):
            yield from (stem(word) for word in identifier_lemmas(node.name))
