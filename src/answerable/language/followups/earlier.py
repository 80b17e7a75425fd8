"""The earlier query: an untrusted text that is used only when it parses as one plain SELECT over known tables."""

from __future__ import annotations

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.language.translation import Turn
from answerable.schema import DatabaseSchema

__all__ = ["last_query", "sources_of"]

_LONGEST = 20_000
# fmt: off
_PLAIN = frozenset((
    "expressions", "from_", "joins", "where", "group", "having", "order", "limit", "distinct", "kind", "hint",
    "exclude", "operation_modifiers",
))
# fmt: on


def last_query(turns: tuple[Turn, ...], schema: DatabaseSchema) -> tuple[Turn, exp.Select] | None:
    """The last turn whose SQL can be edited. An earlier one is never taken in its place: it is not what was meant."""
    if not turns:
        return None
    select = _parsed(turns[-1].sql, schema.dialect)
    return (turns[-1], select) if select is not None and _is_plain(select, schema) else None


def _parsed(sql: str, dialect: str) -> exp.Select | None:
    if len(sql) > _LONGEST:
        return None
    try:
        trees = sqlglot.parse(sql, dialect=dialect)
    except (SqlglotError, RecursionError):
        return None
    return trees[0] if len(trees) == 1 and isinstance(trees[0], exp.Select) else None


def _is_plain(select: exp.Select, schema: DatabaseSchema) -> bool:
    """Tables that are known, each by one name; nothing but the usual clauses; no star that hides its columns."""
    if any(value and name not in _PLAIN for name, value in select.args.items()):
        return False
    sources = _tables(select)
    names = [table.alias_or_name.casefold() for table in sources if isinstance(table, exp.Table)]
    known = all(isinstance(t, exp.Table) and schema.table(_qualified(t)) is not None for t in sources)
    return bool(sources) and known and len(set(names)) == len(names) and bool(select.expressions)


def _tables(select: exp.Select) -> list[exp.Expr]:
    start = select.args.get("from_")
    joined = [join.this for join in select.args.get("joins") or ()]
    return [start.this, *joined] if start is not None else []


def _qualified(table: exp.Table) -> str:
    return ".".join(part for part in (table.catalog, table.db, table.name) if part)


def sources_of(select: exp.Select, schema: DatabaseSchema) -> dict[str, str]:
    """Each table of the query as the query calls it → `Table.qualified`, FROM first."""
    found: dict[str, str] = {}
    for table in _tables(select):
        known = schema.table(_qualified(table)) if isinstance(table, exp.Table) else None
        if known is not None:
            found[table.alias_or_name] = known.qualified
    return found
