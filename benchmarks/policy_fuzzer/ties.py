"""Whether rows of another order differ only where the sort key is the same: then nothing sorted by a hidden value."""

from __future__ import annotations

import sqlglot
from sqlglot import exp

__all__ = ["with_sort_keys"]


def with_sort_keys(sql: str, dialect: str) -> tuple[str, int] | None:
    """The statement with its sort keys as further columns, and how many; None where it is not a plain SELECT."""
    try:
        tree = sqlglot.parse_one(sql, dialect=dialect)
    except sqlglot.errors.SqlglotError:
        return None
    order = tree.args.get("order")
    if not isinstance(tree, exp.Select) or not order or tree.args.get("distinct"):
        return None
    keys = [_key(one.this, tree) for one in order.expressions]
    for number, key in enumerate(keys):
        tree.select(exp.alias_(key, f"sort_key_{number}"), copy=False)
    return tree.sql(dialect=dialect), len(keys)


def _key(key: exp.Expr, tree: exp.Select) -> exp.Expr:
    """A number stands for an item, however it is dressed; a bare name may stand for one."""
    bare = key
    while isinstance(bare, (exp.Paren, exp.Collate, exp.Neg)):
        bare = bare.this
    if isinstance(bare, exp.Literal) and bare.is_int and 1 <= int(bare.name) <= len(tree.selects):
        return tree.selects[int(bare.name) - 1].unalias().copy()
    if isinstance(bare, exp.Column) and not bare.table:
        for item in tree.selects:
            if item.alias_or_name.casefold() == bare.name.casefold():
                return item.unalias().copy()
    return key.copy()
