"""Whether a SELECT holds a required filter: every row of the table that it lets through fulfils the condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse
from answerable.guard.parse.canonical_conditions import Canonical, canonical, conjuncts, predicate
from answerable.guard.resolve.identifiers import likeness
from answerable.guard.resolve.reads import NameScope, QueryReading, QuerySource, TableRead
from answerable.guard.resolve.tied_sources import joins_of

__all__ = ["unfiltered_tables"]


Spelling = Callable[[exp.Expr], exp.Expr]
FiltersOf = Callable[[TableRead], Sequence[str]]


def unfiltered_tables(
    reading: QueryReading, filters_of: FiltersOf, dialect: str, spelling: Spelling = lambda condition: condition
) -> Iterator[tuple[TableRead, str]]:
    """Each table that is read without a filter it needs, with the filter. `spelling` is applied to both conditions
    before they are compared."""
    places = {
        id(source.table): (scope, source)
        for scope in reading.selects
        for source in scope.sources
        if source.table is not None
    }
    for table in reading.tables:
        for required in filters_of(table):
            place = places.get(id(table))
            if place is None or not _holds(reading, *place, required, dialect, spelling):
                yield table, required


def _holds(
    reading: QueryReading, scope: NameScope, source: QuerySource, required: str, dialect: str, spelling: Spelling
) -> bool:
    """Fails closed: a filter that cannot be read is held by no query, nor one over a name that two sources share."""
    if _shares_its_name(scope, source):
        return False
    try:
        wanted = predicate(required, dialect)
    except DoesNotParse:
        return False
    held = set(_held(reading, scope, source, spelling))
    return all(canonical(spelling(part), reading.column_key) in held for part in conjuncts(wanted))


def _shares_its_name(scope: NameScope, source: QuerySource) -> bool:
    """`FROM a.orders, b.orders`: which of the two a qualified column belongs to is not certain."""
    return sum(other.name == source.name for other in scope.sources) > 1


def _held(reading: QueryReading, scope: NameScope, source: QuerySource, spelling: Spelling) -> Iterator[Canonical]:
    """The conditions every row of the source fulfils that the SELECT lets through, with the source's columns bare."""
    is_alone = len(scope.sources) == 1

    def naming(column: exp.Column) -> str:
        origin = reading.origin.get(id(column))
        is_own = origin is source or (origin is None and is_alone and source.open)
        is_own = is_own and _is_qualified_by(column, source)
        return reading.column_key(column) if is_own else f"{id(origin)}.{column.sql()}"

    for clause in _clauses(scope, source):
        yield from (canonical(spelling(part), naming) for part in conjuncts(clause))


def _is_qualified_by(column: exp.Column, source: QuerySource) -> bool:
    """False for the field of a structure: `info.deleted_at` is not the table's own `deleted_at`."""
    return not column.table or likeness(column.table) == likeness(source.name)


def _clauses(scope: NameScope, source: QuerySource) -> Iterator[exp.Expr]:
    if scope.select is None:
        return
    if (where := scope.select.args.get("where")) is not None:
        yield where.this
    for join in joins_of(scope.select):
        on = join.args.get("on")
        if on is not None and _keeps_only_matches(join, source):
            yield on


def _keeps_only_matches(join: exp.Join, source: QuerySource) -> bool:
    """Whether the ON of this join leaves no row of the source that does not fulfil it."""
    side, kind = ((join.args.get(key) or "").upper() for key in ("side", "kind"))
    if not isinstance(join.parent, exp.Select) and not _stands_in(source, join.parent):
        return False  # a join in parentheses, and the source stands outside of them
    if side == "LEFT" or kind == "ANTI":
        return _stands_in(source, join.this)
    return side == "" or (side == "RIGHT" and not _stands_in(source, join.this))


def _stands_in(source: QuerySource, node: exp.Expr | None) -> bool:
    at: exp.Expr | None = source.node
    while at is not None and not isinstance(at, exp.Select):
        if at is node:
            return True
        at = at.parent
    return False
