"""The earlier query: an untrusted text that is used only when it parses as one plain SELECT over known tables."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.kernel.schema import DatabaseSchema
from answerable.language.translation import Turn
from answerable.sql.parse import parse_statements
from answerable.sql.scope import sources_of, table_name

__all__ = ["last_query"]

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
        trees = parse_statements(sql, dialect)
    except (SqlglotError, RecursionError):
        return None
    first = trees[0] if len(trees) == 1 else None
    return first.copy() if isinstance(first, exp.Select) else None


def _is_plain(select: exp.Select, schema: DatabaseSchema) -> bool:
    """Tables that are known, each by one name; nothing but the usual clauses; no star that hides its columns."""
    if any(value and name not in _PLAIN for name, value in select.args.items()):
        return False
    sources = sources_of(select)
    names = [table.alias_or_name.casefold() for table in sources if isinstance(table, exp.Table)]
    known = all(isinstance(t, exp.Table) and schema.table(table_name(t)) is not None for t in sources)
    return bool(sources) and known and len(set(names)) == len(names) and bool(select.expressions)
