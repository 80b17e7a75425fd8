from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.canonical import Canonical, canonical, conjuncts, predicate
from answerable.guard.joins import joins_of
from answerable.guard.parser import DoesNotParse
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.reading import Scope, Source, TableRead
    from answerable.guard.statement import Statement


class RequiredFilters(TreeRule):
    """Every query that reads a table holds the filter its business rule asks for.

    The filter stands as a condition of its own in the WHERE of the very SELECT that reads the table, or in the ON of a
    join that keeps no row of the table without it: an inner join, or an outer join on whose other side the table
    stands. Inside an OR it does not count. Order, parentheses, aliases and turned sides make no difference.
    """

    code = "required_filter"
    layer = Layer.SEMANTIC
    title = "Missing filter that a business rule requires"
    why = "Rows that the organisation agreed not to count would be counted."
    bad = "SELECT count(*) FROM invoices"
    fix = "Add the required condition to WHERE."

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.policy.required_filters:
            return
        filtered = {(id(table), required) for table, required in self._filtered(statement)}
        for table in statement.reading.tables:
            for required in statement.permissions.required_filters(table):
                if (id(table), required) not in filtered:
                    yield self.finding(
                        f"Every query on {shown(table.written)} must hold {shown(required)}.",
                        hint=f"Add AND {required} to the WHERE of the SELECT that reads {shown(table.written)}.",
                    )

    @staticmethod
    def _filtered(statement: Statement) -> Iterator[tuple[TableRead, str]]:
        for scope in statement.reading.selects:
            for source in scope.sources:
                required = statement.permissions.required_filters(source.table) if source.table is not None else ()
                for sql in required:
                    if source.table is not None and _holds(statement, scope, source, sql):
                        yield source.table, sql


def _holds(statement: Statement, scope: Scope, source: Source, required: str) -> bool:
    """Fails closed: a filter that cannot be read is held by no query."""
    try:
        wanted = predicate(required, statement.allowed.dialect)
    except DoesNotParse:
        return False
    held = set(_held(statement, scope, source))
    return all(canonical(part, statement.reading.column_key) in held for part in conjuncts(wanted))


def _held(statement: Statement, scope: Scope, source: Source) -> Iterator[Canonical]:
    """The conditions every row of the source fulfils that the SELECT lets through, with the source's columns bare."""
    lonely = len(scope.sources) == 1

    def naming(column: exp.Column) -> str:
        origin = statement.reading.origin.get(id(column))
        own = origin is source or (origin is None and lonely)
        return statement.reading.column_key(column) if own else f"{id(origin)}.{column.name}"

    for clause in _clauses(scope, source):
        yield from (canonical(part, naming) for part in conjuncts(clause))


def _clauses(scope: Scope, source: Source) -> Iterator[exp.Expr]:
    if scope.select is None:
        return
    if (where := scope.select.args.get("where")) is not None:
        yield where.this
    for join in joins_of(scope.select):
        on = join.args.get("on")
        if on is not None and _keeps_only_matches(join, source):
            yield on


def _keeps_only_matches(join: exp.Join, source: Source) -> bool:
    """Whether the ON of this join leaves no row of the source that does not fulfil it."""
    side, kind = ((join.args.get(key) or "").upper() for key in ("side", "kind"))
    if side == "LEFT" or kind == "ANTI":
        return join.this is source.node
    return side == "" or (side == "RIGHT" and join.this is not source.node)
