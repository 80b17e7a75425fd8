"""Entries of a policy that name nothing, held against the schemas it is to protect: they protect nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from sqlglot import exp

from answerable.guard.canonical import predicate
from answerable.guard.lists import allowed_for
from answerable.guard.parser import DoesNotParse
from answerable.guard.policy import Policy
from answerable.schema import DatabaseSchema, Table

__all__ = ["policy_problems", "policy_warnings"]


def policy_problems(policy: Policy, *schemas: DatabaseSchema) -> tuple[str, ...]:
    """One line for each `table`, `table.column` or `table.*` that none of the schemas has, and for each required filter
    over columns that its table does not have."""
    known = _Names(schemas)
    tables = {"allowed_tables": policy.allowed_tables or (), "required_filters": policy.required_filters}
    return (
        *(line for key, names in tables.items() for line in known.missing_tables(key, names)),
        *(line for key, names in _columns(policy).items() for line in known.missing_columns(key, names)),
        *(line for table, condition in policy.required_filters.items() for line in known.unfit(table, condition)),
    )


def policy_warnings(policy: Policy, *schemas: DatabaseSchema) -> tuple[str, ...]:
    """One line for each pattern, `column` or `*.column`, that matches nothing: it may be meant for another source."""
    known = _Names(schemas)
    return tuple(line for key, names in _columns(policy).items() for line in known.idle_patterns(key, names))


def _columns(policy: Policy) -> Mapping[str, Iterable[str]]:
    return {
        "allowed_columns": policy.allowed_columns or (),
        "blocked_columns": policy.blocked_columns,
        "masked_columns": policy.masked_columns,
        "aggregate_only_columns": policy.aggregate_only_columns,
        "view_lineage": (*policy.view_lineage, *policy.view_lineage.values()),
    }


class _Names:
    """What the schemas hold, lower case → as it is spelled."""

    def __init__(self, schemas: Iterable[DatabaseSchema]) -> None:
        self._schemas = tuple(schemas)
        self._whose = "of this source" if len(self._schemas) == 1 else "of these sources"
        self._tables: dict[str, str] = {}
        self._columns: dict[str, str] = {}
        self._bare: set[str] = set()
        for schema in self._schemas:
            for table in schema.tables:
                self._add(table, schema.dialect)

    def _add(self, table: Table, dialect: str) -> None:
        for name in (table.qualified, *_home_names(table, dialect)):
            self._tables.setdefault(name.lower(), table.qualified)
            for column in table.columns:
                self._columns.setdefault(f"{name}.{column.name}".lower(), f"{table.qualified}.{column.name}")
        self._bare.update(column.name.lower() for column in table.columns)

    def missing_tables(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(names):
            if name.lower() not in self._tables:
                yield f"Policy '{key}': '{name}' names no table {self._whose}.{_near(name, self._tables)}"

    def missing_columns(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(set(names)):
            table, _, column = name.lower().rpartition(".")
            if table in ("", "*") or (column == "*" and table in self._tables):
                continue
            if name.lower() not in self._columns:
                yield f"Policy '{key}': '{name}' names no column {self._whose}.{_near(name, self._columns)}"

    def idle_patterns(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(set(names)):
            table, _, column = name.lower().rpartition(".")
            if table in ("", "*") and column not in self._bare:
                yield f"Policy '{key}': '{name}' matches no column {self._whose}."

    def unfit(self, table: str, condition: str) -> Iterator[str]:
        """Why the condition cannot be one of the table's rows; nothing where one of the schemas takes it."""
        told = [self._unfit(found, schema.dialect, table, condition) for found, schema in self._named(table)]
        if told and all(told):
            yield f"Policy 'required_filters': {told[0]}"

    def _named(self, name: str) -> Iterator[tuple[Table, DatabaseSchema]]:
        for schema in self._schemas:
            for table in schema.tables:
                if name.lower() in (known.lower() for known in (table.qualified, *_home_names(table, schema.dialect))):
                    yield table, schema

    @staticmethod
    def _unfit(table: Table, dialect: str, name: str, condition: str) -> str:
        try:
            tree = predicate(condition, allowed_for(dialect).dialect)
        except DoesNotParse:
            return f"the condition of '{name}', '{condition}', cannot be read."
        if tree.find(exp.Select) is not None:
            return ""
        own = {column.name.lower(): column.name for column in table.columns}
        missing = next((column.name for column in tree.find_all(exp.Column) if column.name.lower() not in own), "")
        return (
            f"'{missing}' in the condition of '{name}' names no column of it.{_near(missing, own)}" if missing else ""
        )


def _home_names(table: Table, dialect: str) -> tuple[str, ...]:
    """With the schemas that the engine looks in without being told."""
    return () if table.namespace else tuple(f"{home}.{table.name}" for home in sorted(allowed_for(dialect).home))


def _near(name: str, known: Mapping[str, str]) -> str:
    near = get_close_matches(name.lower(), sorted(known), n=1)
    return f" Did you mean '{known[near[0]]}'?" if near else ""
