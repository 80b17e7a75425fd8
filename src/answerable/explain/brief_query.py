"""A query without what says nothing to a person: names of shown columns, rounding to cents, what breaks a tie.

The result is explained instead of the query. It means the same rows and figures to a reader, and never runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.naming.identifiers import identifier_words

__all__ = ["without_technicalities"]

_CENTS = 2
"""Rounding to as many decimals is how figures are shown anyway."""
_LONGEST_REPEATED = 60
_ID_WORDS = frozenset({"id", "no", "nr", "key", "code", "number"})


def without_technicalities(tree: exp.Expr) -> exp.Expr:
    """A copy, changed. Only the outermost SELECT loses its names: those of inner ones are spoken of outside."""
    brief = tree.copy()
    for node in list(brief.find_all(exp.Round)):
        if _is_to_cents(node) and node is not brief:
            node.replace(node.this.copy())
    for bucket, day in list(_quarters(brief)):
        bucket.replace(exp.TimestampTrunc(this=day.copy(), unit=exp.var("QUARTER")))
    if isinstance(brief, exp.Select):
        _forget_names(brief)
    return brief


def _forget_names(select: exp.Select) -> None:
    named = [column for column in select.expressions if isinstance(column, exp.Alias) and not _is_long(column)]
    _say_what_names_mean(select, {column.alias.casefold(): column.this for column in named})
    _drop_tie_breaks(select)
    _drop_unshown_keys(select)
    select.set("expressions", [column if _is_long(column) else column.unalias() for column in select.expressions])


def _is_long(column: exp.Expr) -> bool:
    """What takes many words is told once, and by its name after that."""
    return len(column.unalias().sql()) > _LONGEST_REPEATED


def _say_what_names_mean(select: exp.Select, shown: dict[str, exp.Expr]) -> None:
    """`ORDER BY total_revenue` becomes the order by what that is."""
    for clause in ("group", "having", "order"):
        part = select.args.get(clause)
        for column in list(part.find_all(exp.Column)) if part is not None else ():
            meant = shown.get(column.name.casefold()) if not column.table else None
            if meant is not None and column.parent_select is select and not _is_same(column, meant):
                column.replace(meant.copy())


def _is_same(column: exp.Column, meant: exp.Expr) -> bool:
    return isinstance(meant, exp.Column) and meant.name == column.name


def _drop_tie_breaks(select: exp.Select) -> None:
    """Keys after the first, by ids or by columns that are not shown: they only make the order sure."""
    order = select.args.get("order")
    if order is None or len(order.expressions) < 2:
        return
    shown = [column.unalias() for column in select.expressions]
    first, *others = order.expressions
    order.set("expressions", [first, *(key for key in others if not _breaks_ties(key, shown))])


def _is_unshown(key: exp.Expr, shown: list[exp.Expr]) -> bool:
    column = key.this if isinstance(key, exp.Ordered) else key
    return isinstance(column, exp.Column) and not any(one == column or one.is_star for one in shown)


def _breaks_ties(key: exp.Expr, shown: list[exp.Expr]) -> bool:
    column = key.this if isinstance(key, exp.Ordered) else key
    return _is_id(column) or _is_unshown(key, shown)


def _is_id(key: exp.Expr) -> bool:
    return isinstance(key, exp.Column) and bool(_ID_WORDS & set(identifier_words(key.name)[-1:]))


def _drop_unshown_keys(select: exp.Select) -> None:
    """Two customers of one name are two: that they are told apart by their ids needs no words."""
    group = select.args.get("group")
    if group is None or not group.expressions:
        return
    shown = [column.unalias() for column in select.expressions]
    ids = [key for key in group.expressions if _is_id(key) and _is_unshown(key, shown)]
    kept = [key for key in group.expressions if key not in ids]
    tables = {key.table for key in kept if isinstance(key, exp.Column)}
    if all(isinstance(key, exp.Column) and key.table in tables for key in ids):
        group.set("expressions", kept)


def _is_to_cents(node: exp.Round) -> bool:
    decimals = node.args.get("decimals")
    return isinstance(decimals, exp.Literal) and decimals.name.isdigit() and int(decimals.name) >= _CENTS


def _quarters(tree: exp.Expr) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """A quarter as SQLite has to write it: the year, "-Q", and its number from the month; with its date."""
    for node in tree.find_all(exp.DPipe, exp.Concat):
        if isinstance(node.parent, exp.DPipe | exp.Concat) or not _says_quarter(node):
            continue
        days = {column.sql(): column for column in node.find_all(exp.Column)}
        if len(days) == 1:
            yield node, next(iter(days.values()))


def _says_quarter(node: exp.Expr) -> bool:
    return any(one.is_string and one.name == "-Q" for one in node.find_all(exp.Literal))
