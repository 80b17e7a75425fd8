"""Whether every engine finds a column in the source that has it, or some look further out.

A sub-query in FROM sees its neighbours in DuckDB, and past them what an outer query has in PostgreSQL and SQLite. ON
sees the tables of its own chain of joins, WHERE no right side of a SEMI JOIN, and HAVING of DuckDB and MariaDB passes
over columns that are not grouped by. Where it is not settled, a name may mean each source that has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

__all__ = ["is_settled"]

_OWN_HAVING = frozenset({"sqlite", "postgres"})
"""Dialects in which HAVING finds every column of FROM, or fails."""
_FROM = frozenset({"from_", "joins", "laterals"})
_CONDITIONS = frozenset({"on", "using", "match_condition"})
_HALF_JOINS = frozenset({"SEMI", "ANTI"})


def is_settled(node: exp.Expr, select: exp.Select | None, source: exp.Expr | None, dialect: str) -> bool:
    """Whether `node`, somewhere inside `select`, certainly finds the item `source` of the FROM of `select`."""
    if select is None or source is None:
        return True
    way = list(_way_up(node, select))
    if not way:
        return True
    clause = way[-1].arg_key
    if clause in _FROM:
        return _is_own_condition(way, source, select)
    if clause == "having" and dialect not in _OWN_HAVING:
        return _is_grouped(way, select)
    return not _is_half_joined(source, select)


def _way_up(node: exp.Expr, select: exp.Select) -> Iterator[exp.Expr]:
    """The node and what is above it, up to the clause of the SELECT; nothing where it does not hang there."""
    way: list[exp.Expr] = []
    at: exp.Expr | None = node
    while at is not None and at is not select:
        way.append(at)
        at = at.parent
    return iter(way if at is select else [])


def _is_own_condition(way: list[exp.Expr], source: exp.Expr, select: exp.Select) -> bool:
    """The condition of a join sees what has been joined since the last comma."""
    if len(way) < 2 or not isinstance(way[-1], exp.Join) or way[-2].arg_key not in _CONDITIONS:
        return False
    items = [select.args.get("from_"), *(select.args.get("joins") or ())]
    places = {id(item): place for place, item in enumerate(items)}
    there = [places.get(id(above)) for above in _way_up(source, select)]
    place, end = (there[-1] if there else None), places[id(way[-1])]
    start = end
    while start > 0 and not _is_comma(items[start]):
        start -= 1
    return place is not None and start <= place <= end


def _is_comma(join: exp.Expr | None) -> bool:
    """The parser takes a comma for CROSS JOIN."""
    return join is not None and not any(join.args.get(key) for key in ("on", "using", "side", "method"))


def _is_half_joined(source: exp.Expr, select: exp.Select) -> bool:
    """Whether it is the right side of a join that only tests."""
    joins = (above for above in _way_up(source, select) if isinstance(above, exp.Join))
    return any((join.args.get("kind") or "").upper() in _HALF_JOINS for join in joins)


def _is_grouped(way: list[exp.Expr], select: exp.Select) -> bool:
    """Inside an aggregate of this SELECT, or grouped by."""
    group = select.args.get("group")
    if group is not None and way[0] in [part.unnest() for part in group.expressions]:
        return True
    is_direct = not any(isinstance(above, exp.Select) for above in way)
    return is_direct and any(isinstance(above, exp.AggFunc) for above in way)
