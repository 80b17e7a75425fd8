"""A query of any dialect in SQLite's words."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError

from answerable.kernel.schema import DatabaseSchema
from answerable.language.sample_runs.sqlite_dates import with_sqlite_dates
from answerable.sql.parse import parse_to_edit

__all__ = ["in_sqlite"]


def in_sqlite(sql: str, schema: DatabaseSchema) -> str | None:
    """Tables go by one name, the qualified one. None where SQLite has no words for it."""
    try:
        tree = parse_to_edit(sql, schema.dialect)
        for node in list(tree.find_all(exp.Table)):
            _renamed(node, schema)
        for column in tree.find_all(exp.Column):
            column.set("db", None)
            column.set("catalog", None)
        return with_sqlite_dates(tree).sql(dialect="sqlite", unsupported_level=ErrorLevel.RAISE)
    except (SqlglotError, RecursionError):
        return None


def _renamed(node: exp.Table, schema: DatabaseSchema) -> None:
    """Under its old name, by which the columns call it. What is no table of the schema is part of the query."""
    table = schema.table(".".join(part.name for part in node.parts))
    if table is None:
        return
    if not node.alias:
        node.set("alias", exp.TableAlias(this=exp.to_identifier(node.name, quoted=True)))
    node.set("this", exp.to_identifier(table.qualified, quoted=True))
    node.set("db", None)
    node.set("catalog", None)
