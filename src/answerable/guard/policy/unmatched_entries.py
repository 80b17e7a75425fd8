"""Entries of a policy that name nothing, held against the schemas it is to protect: they protect nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sqlglot import exp

from answerable.guard.parse.allow_lists import allow_list_for
from answerable.guard.parse.bounded_parser import DoesNotParse
from answerable.guard.parse.canonical_conditions import predicate
from answerable.guard.policy.policy import Policy
from answerable.guard.resolve.catalog import Catalog
from answerable.guard.resolve.identifiers import ascii_lower, case_likeness
from answerable.kernel.schema import DatabaseSchema, Table
from answerable.naming.nearest import nearest

__all__ = ["policy_problems", "policy_warnings"]


def policy_problems(policy: Policy, *schemas: DatabaseSchema) -> tuple[str, ...]:
    """One line for each `table`, `table.column` or `table.*` that none of the schemas has, and for each required filter
    over columns that its table does not have."""
    alike, spelled = _Names(schemas, _in_any_case), _Names(schemas, ascii_lower)
    return (
        *spelled.missing_tables("allowed_tables", policy.allowed_tables or ()),
        *alike.missing_tables("required_filters", policy.required_filters),
        *(line for key, names in _allowing(policy).items() for line in spelled.missing_columns(key, names)),
        *(line for key, names in _restricting(policy).items() for line in alike.missing_columns(key, names)),
        *(line for table, condition in policy.required_filters.items() for line in alike.unfit(table, condition)),
    )


def policy_warnings(policy: Policy, *schemas: DatabaseSchema) -> tuple[str, ...]:
    """One line for each pattern, `column` or `*.column`, that matches nothing: it may be meant for another source."""
    alike, spelled = _Names(schemas, _in_any_case), _Names(schemas, ascii_lower)
    return (
        *(line for key, names in _allowing(policy).items() for line in spelled.idle_patterns(key, names)),
        *(line for key, names in _restricting(policy).items() for line in alike.idle_patterns(key, names)),
    )


def _allowing(policy: Policy) -> Mapping[str, Iterable[str]]:
    return {
        "allowed_columns": policy.allowed_columns or (),
        "view_lineage": (*policy.view_lineage, *policy.view_lineage.values()),
    }


def _restricting(policy: Policy) -> Mapping[str, Iterable[str]]:
    return {
        "blocked_columns": policy.blocked_columns,
        "masked_columns": policy.masked_columns,
        "aggregate_only_columns": policy.aggregate_only_columns,
    }


class _Names:
    """What the schemas hold, as the policy compares names → as it is spelled."""

    def __init__(self, schemas: Iterable[DatabaseSchema], fold: Callable[[str], str]) -> None:
        self._fold = fold
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
            self._tables.setdefault(self._fold(name), table.qualified)
            for column in table.columns:
                self._columns.setdefault(self._fold(f"{name}.{column.name}"), f"{table.qualified}.{column.name}")
        self._bare.update(self._fold(column.name) for column in table.columns)

    def missing_tables(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(names):
            if self._fold(name) not in self._tables:
                yield f"Policy '{key}': '{name}' names no table {self._whose}.{_near(name, self._tables)}"

    def missing_columns(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(set(names)):
            table, _, column = self._fold(name).rpartition(".")
            if table in ("", "*") or (column == "*" and table in self._tables):
                continue
            if self._fold(name) not in self._columns:
                yield f"Policy '{key}': '{name}' names no column {self._whose}.{_near(name, self._columns)}"

    def idle_patterns(self, key: str, names: Iterable[str]) -> Iterator[str]:
        for name in sorted(set(names)):
            table, _, column = self._fold(name).rpartition(".")
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
                if self._fold(name) in map(self._fold, (table.qualified, *_home_names(table, schema.dialect))):
                    yield table, schema

    @staticmethod
    def _unfit(table: Table, dialect: str, name: str, condition: str) -> str:
        try:
            tree = predicate(condition, allow_list_for(dialect).dialect)
        except DoesNotParse:
            return f"the condition of '{name}', '{condition}', cannot be read."
        if tree.find(exp.Select) is not None:
            return ""
        catalog = Catalog(allow_list_for(dialect).dialect, known=True)
        own = {catalog.key(column.name, quoted=True): column.name for column in table.columns}
        missing = next((found.name for found in tree.find_all(exp.Column) if _key(found, catalog) not in own), "")
        return (
            f"'{missing}' in the condition of '{name}' names no column of it.{_near(missing, own)}" if missing else ""
        )


def _in_any_case(path: str) -> str:
    """What restricts also matches without accents; written so, it is a mistake all the same."""
    return ".".join(map(case_likeness, path.split(".")))


def _key(column: exp.Column, catalog: Catalog) -> str:
    return catalog.key(column.name, bool(column.this.args.get("quoted")))


def _home_names(table: Table, dialect: str) -> tuple[str, ...]:
    """With the schemas that the engine looks in without being told."""
    return () if table.namespace else tuple(f"{home}.{table.name}" for home in sorted(allow_list_for(dialect).home))


def _near(name: str, known: Mapping[str, str]) -> str:
    near = nearest(_in_any_case(name), sorted(known))
    return f" Did you mean '{known[near]}'?" if near else ""
