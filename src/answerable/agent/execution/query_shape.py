"""What a query leaves open, told by its tree: the order of its rows, which rows it keeps, chance and clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.receipts import Traits

if TYPE_CHECKING:
    from answerable.receipts import Traits

__all__ = ["is_ordered", "traits_of"]

_VARYING = (
    exp.CurrentDate,
    exp.CurrentDatetime,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.Localtime,
    exp.Localtimestamp,
    exp.Rand,
    exp.Randn,
    exp.UtcDate,
    exp.UtcTime,
    exp.UtcTimestamp,
    exp.Uuid,
)
_VARYING_NAMES = frozenset(
    {"clock_timestamp", "current_localtime", "gen_random_uuid", "get_current_time", "get_current_timestamp", "getdate"}
    | {"now", "random", "random_normal", "randomblob", "setseed", "statement_timestamp", "sysdate", "timeofday"}
    | {"today", "transaction_timestamp", "uuidv4", "uuidv7"}
)
_MOMENTS = frozenset({"now", "today", "tomorrow", "yesterday"})
"""Texts that functions of dates take for the clock."""
_MOMENTS_NEEDED = {"age": 2, "datetime": 1, "julianday": 1, "time": 1, "unix_timestamp": 1, "unixepoch": 1}
"""Functions that take the clock for moments they are not given."""


_TAKING = (
    exp.AnyValue,
    exp.ArgMax,
    exp.ArgMin,
    exp.ArrayAgg,
    exp.First,
    exp.GroupConcat,
    exp.JSONArrayAgg,
    exp.JSONObjectAgg,
    exp.Last,
    exp.Mode,
)
"""Aggregates whose value depends on the order in which rows are read, unless they are told one."""
_TAKING_NAMES = frozenset({"arbitrary", "json_arrayagg", "json_object_agg", "json_objectagg", "jsonb_agg"})


def is_ordered(tree: exp.Expr) -> bool:
    """Whether it says in which order its rows come."""
    return bool(_outermost(tree).args.get("order"))


def traits_of(tree: exp.Expr) -> Traits:
    outermost = _outermost(tree)
    has_limit = any(node.args.get("limit") for node in tree.find_all(exp.Query))
    return Traits(
        tuple(sorted(set(_varying(tree)))),
        has_limit,
        all(_shown(key, outermost) for key in _keys(outermost)),
        any(map(_takes_as_read, tree.find_all(exp.Func))),
    )


def _outermost(tree: exp.Expr) -> exp.Expr:
    while isinstance(tree, exp.Paren | exp.Subquery) and not tree.args.get("order"):
        tree = tree.this
    return tree


def _varying(tree: exp.Expr) -> Iterator[str]:
    for node in tree.walk():
        if isinstance(node, exp.TableSample):
            yield "TABLESAMPLE"
        elif isinstance(node, _VARYING) or (isinstance(node, exp.Date) and not any(node.args.values())):
            yield node.sql_name()
        elif isinstance(node, exp.Anonymous) and _varies(node):
            yield node.name.upper()
        elif isinstance(node, exp.Literal) and _is_moment(node):
            yield f"'{node.name}'"


def _varies(call: exp.Anonymous) -> bool:
    name = call.name.casefold()
    return name in _VARYING_NAMES or len(call.expressions) < _MOMENTS_NEEDED.get(name, 0)


def _takes_as_read(call: exp.Func) -> bool:
    is_taking = call.name.casefold() in _TAKING_NAMES if isinstance(call, exp.Anonymous) else isinstance(call, _TAKING)
    return is_taking and not call.find(exp.Order) and not isinstance(call.parent, exp.WithinGroup)


def _is_moment(text: exp.Literal) -> bool:
    return text.is_string and text.name.casefold() in _MOMENTS and isinstance(text.parent, exp.Func)


def _keys(query: exp.Expr) -> Iterator[exp.Expr]:
    order = query.args.get("order")
    for key in order.expressions if order else ():
        yield key.this if isinstance(key, exp.Ordered) else key


def _shown(key: exp.Expr, query: exp.Expr) -> bool:
    """Whether what is ordered by stands among the columns: by name, by number, or word for word."""
    if not isinstance(query, exp.Query):
        return False
    if key.is_int or any(one.unalias() == key for one in query.selects):
        return True
    return isinstance(key, exp.Column) and any(_shows(one, key, query) for one in query.selects)


def _shows(one: exp.Expr, key: exp.Column, query: exp.Query) -> bool:
    """A column of a table is not what another of its name shows."""
    if isinstance(one, exp.Star) or (isinstance(one, exp.Column) and isinstance(one.this, exp.Star)):
        return _star_shows(one, key, query)
    if not key.table:
        return one.alias_or_name.casefold() == key.name.casefold()
    held = one.unalias()
    return isinstance(held, exp.Column) and not held.table and held.name.casefold() == key.name.casefold()


def _star_shows(star: exp.Star | exp.Column, key: exp.Column, query: exp.Query) -> bool:
    """Not where it leaves columns out, nor the columns of one table those of another."""
    whole = star if isinstance(star, exp.Star) else star.this
    if any(whole.args.values()):
        return False
    table = "" if isinstance(star, exp.Star) else star.table.casefold()
    return not table or (table == key.table.casefold() if key.table else not query.args.get("joins"))
