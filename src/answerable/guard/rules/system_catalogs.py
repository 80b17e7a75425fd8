from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.resolve.reads import TableRead
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_PATH_MARKS = frozenset("/\\:*?.%~")


class Catalogs(TreeRule):
    """No system catalogs, and no files that pose as tables.

    Refused are the engine's own schemas and tables (`pg_catalog`, `information_schema`, `sqlite_master`,
    `duckdb_tables`, `mysql.user` …), names that are paths or addresses (`FROM 'x.csv'`, ``parquet.`/x` ``), and
    commands read as tables (`FROM (SHOW TABLES)`).
    """

    code = "system_table"
    layer = Layer.KEYWORD
    title = "System catalog, file or command as a table"
    why = "Catalogs tell about users, secrets and other people's queries; files are no part of the source."
    bad = "SELECT rolpassword FROM pg_authid"
    fix = msg("guard.read_from_a_table")

    def look(self, statement: Statement) -> Iterator[Finding]:
        for table in statement.reading.tables:
            if reason := self._reason(statement, table):
                yield self.finding(reason)
        for inner in statement.every(exp.Subquery):
            if self._may_be_a_command(statement, inner.this):
                yield self.finding(msg("guard.command_in_parentheses", name=quote_name(inner.this.name)))

    @staticmethod
    def _may_be_a_command(statement: Statement, inner: exp.Expr) -> bool:
        """`(SHOW TABLES)` looks like a table and its alias; only a schema can tell that it is one."""
        if not isinstance(inner, exp.Table) or not isinstance(inner.this, exp.Identifier):
            return False
        if inner.args.get("joins") or inner.this.args.get("quoted") or inner.args.get("db"):
            return False
        name = statement.catalog.table_key(inner.name, quoted=False)
        ctes = (cte.args["alias"].this for cte in statement.every(exp.CTE))
        named = {statement.catalog.table_key(cte.name, bool(cte.args.get("quoted"))) for cte in ctes}
        return statement.catalog.find("", name, inner.name) is None and name not in named

    @staticmethod
    def _reason(statement: Statement, table: TableRead) -> CodedMessage | None:
        allowed = statement.allow_list
        if any(allowed.is_catalog(part) for part in table.namespace.lower().split(".") if part):
            return msg("guard.engine_or_file", name=quote_name(table.written))
        if table.known is not None:
            return None
        name = table.name.lower()
        if allowed.is_catalog_table(name):
            return msg("guard.table_of_engine", name=quote_name(table.written))
        if _PATH_MARKS & set(table.name):
            return msg("guard.name_of_file", name=quote_name(table.written))
        return None
