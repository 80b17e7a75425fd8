"""What is doubtful about a policy, held against the schema it is to protect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from answerable.guard.policy import Policy
from answerable.schema import DatabaseSchema, Table

__all__ = ["policy_problems"]


def policy_problems(policy: Policy, schema: DatabaseSchema) -> tuple[str, ...]:
    """One line for each name the schema does not have: a misspelt name protects nothing."""
    known = _Names(schema)
    tables = {"allowed_tables": policy.allowed_tables or (), "required_filters": policy.required_filters}
    columns = {
        "allowed_columns": policy.allowed_columns or (),
        "blocked_columns": policy.blocked_columns,
        "masked_columns": policy.masked_columns,
        "aggregate_only_columns": policy.aggregate_only_columns,
        "view_lineage": (*policy.view_lineage, *policy.view_lineage.values()),
    }
    return (
        *(line for key, names in tables.items() for line in known.missing_tables(key, names)),
        *(line for key, names in columns.items() for line in known.missing_columns(key, names)),
    )


class _Names:
    def __init__(self, schema: DatabaseSchema) -> None:
        self.tables = {name for table in schema.tables for name in _names(table)}
        self.columns = {
            entry
            for table, column in schema.columns()
            for name in _names(table)
            for entry in (f"{name}.{column.name}".lower(), column.name.lower(), f"*.{column.name}".lower())
        }

    def missing_tables(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(names):
            if name.lower() not in self.tables:
                yield f"policy.{key}: there is no table '{name}'.{_near(name, self.tables)}"

    def missing_columns(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(names):
            table, _, column = name.lower().rpartition(".")
            if column == "*" and table in self.tables:
                continue
            if name.lower() not in self.columns:
                yield f"policy.{key}: there is no column '{name}'.{_near(name, self.columns)}"


def _names(table: Table) -> set[str]:
    """Also with the schemas that PostgreSQL, SQLite and DuckDB look in without being told."""
    own = {table.qualified.lower()}
    return own if table.namespace else own | {f"{home}.{table.name}".lower() for home in ("main", "public")}


def _near(name: str, known: set[str]) -> str:
    near = get_close_matches(name.lower(), sorted(known), n=1)
    return f" Did you mean '{near[0]}'?" if near else ""
