"""A query with the filters that a policy requires written into it, so that what is approved is what protects.

The guard judges the outcome like any other text; nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.parse.allow_lists import allow_list_for
from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse
from answerable.guard.parse.canonical_conditions import predicate
from answerable.guard.policy.policy import Policy
from answerable.guard.resolve.catalog import SchemaLike
from answerable.guard.resolve.catalog_cache import catalog_for
from answerable.guard.resolve.reads import NameScope, QueryReading, QuerySource
from answerable.guard.resolve.tied_sources import joins_of
from answerable.guard.resolve.views.held_filters import unfiltered_tables
from answerable.guard.statement import SqlText, Statement

__all__ = ["with_required_filters"]


def with_required_filters(
    sql: str, *, dialect: str, schema: SchemaLike, policy: Policy
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text, and each table with the condition that was added; the text itself when there is nothing to add, or when
    it cannot be read."""
    if not policy.required_filters:
        return sql, ()
    text = SqlText(sql, allow_list_for(dialect))
    try:
        tree = parse(sql, text.tokens, text.allow_list.dialect)
        added = list(_add_all(Statement(text, tree, catalog_for(schema, text.allow_list), policy)))
    except (DoesNotParse, TooMuchWork, RecursionError):
        return sql, ()
    return (tree.sql(dialect=text.allow_list.dialect), tuple(dict.fromkeys(added))) if added else (sql, ())


def _add_all(statement: Statement) -> Iterator[tuple[str, str]]:
    reading, dialect = statement.reading, statement.allow_list.dialect
    for table, required in list(unfiltered_tables(reading, statement.permissions.required_filters, dialect)):
        place = next(((scope, one) for scope, one in _sources(reading) if one.table is table), None)
        if place is not None and _add(*place, predicate(required, dialect)):
            yield table.written, required


def _sources(reading: QueryReading) -> Iterator[tuple[NameScope, QuerySource]]:
    for scope in reading.selects:
        yield from ((scope, source) for source in scope.sources)


def _add(scope: NameScope, source: QuerySource, condition: exp.Expr) -> bool:
    """Into the ON of an outer join that may find nothing in the table, or into WHERE: there it would turn a LEFT JOIN
    into an inner one."""
    if scope.select is None or source.node is None:
        return False
    condition = _qualified(condition, source, is_alone=len(scope.sources) == 1)
    outer = [join for join in joins_of(scope.select) if _may_miss(join, source.node)]
    if not outer:
        scope.select.where(condition, copy=False)
        return True
    [join, *more] = outer
    if more or join.this is not source.node or join.args.get("on") is None:
        return False
    join.on(condition, copy=False)
    return True


def _may_miss(join: exp.Join, node: exp.Expr) -> bool:
    """Whether the join gives rows for which the table has none."""
    side = (join.args.get("side") or "").upper()
    return side == "FULL" or ((side == "LEFT") is (join.this is node) and side in ("LEFT", "RIGHT"))


def _qualified(condition: exp.Expr, source: QuerySource, *, is_alone: bool) -> exp.Expr:
    """A copy whose columns are those of the source, by its alias where other tables stand beside it."""
    condition = condition.copy()
    assert source.node is not None
    alias = source.node.args.get("alias")
    name = alias.this if isinstance(alias, exp.TableAlias) and alias.this is not None else source.node.this
    for column in list(condition.find_all(exp.Column)):
        column.set("table", None if is_alone else name.copy())
    return exp.paren(condition, copy=False) if isinstance(condition, exp.Or) else condition
