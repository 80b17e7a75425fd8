"""The statements that make and fill a case's database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

from benchmarks.policy_fuzzer.model import Case, Column, Relation
from benchmarks.policy_fuzzer.spelling import Speller

__all__ = ["database_statements"]

TYPES = {
    "sqlite": {"int": "INTEGER", "dec": "DECIMAL(14,2)", "text": "TEXT", "date": "DATE", "bool": "BOOLEAN"},
    "duckdb": {
        "int": "BIGINT", "dec": "DECIMAL(14,2)", "text": "VARCHAR", "date": "DATE", "bool": "BOOLEAN",
        "struct": "STRUCT(a VARCHAR, b BIGINT)", "list": "VARCHAR[]",
    },
    "postgres": {
        "int": "bigint", "dec": "numeric(14,2)", "text": "text", "date": "date", "bool": "boolean",
        "struct": "pair_of_parts", "list": "text[]",
    },
    "mysql": {"int": "BIGINT", "dec": "DECIMAL(14,2)", "text": "VARCHAR(120)", "date": "DATE", "bool": "BOOLEAN"},
}  # fmt: skip


def database_statements(case: Case, rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    return list(_Writer(case).statements(rows))


class _Writer:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.types = TYPES[case.engine]
        speller = Speller(case.engine, Random(0))
        self.quote, self.quote_table = speller.quote, speller.quote_table

    def statements(self, rows: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
        if self.case.engine == "postgres":
            yield "CREATE TYPE pair_of_parts AS (a text, b bigint)"
        for name in sorted({one.name.partition(".")[0] for one in self.case.tables if "." in one.name}):
            yield f"CREATE SCHEMA {self.quote(name)}"
        for table in self.case.tables:
            yield self.table(table)
            yield from self.halves(table)
        for name, body in rows.items():
            yield self.insert(name, body)
        yield from self.case.indexes
        for one in self.case.relations:
            if one.is_view:
                yield f"CREATE VIEW {self.quote(one.name)} AS {one.definition}"
        if self.case.seed % 2:
            yield from self.statistics()

    def statistics(self) -> Iterator[str]:
        """What planners know of values, hidden ones too."""
        if self.case.engine != "mysql":
            yield "ANALYZE"
            return
        for table in self.case.tables:
            yield f"ANALYZE TABLE {self.quote(table.name)} PERSISTENT FOR ALL"

    def table(self, table: Relation) -> str:
        name = self.quote_table(table.name)
        if table.bounds:
            return f"CREATE TABLE {name} PARTITION OF {self.quote_table(table.parent or '')} {table.bounds}"
        if table.parent:
            own = ", ".join(self.column(one, table) for one in table.columns if one.name == "extra")
            return f"CREATE TABLE {name} ({own}) INHERITS ({self.quote_table(table.parent)})"
        end = f" PARTITION BY RANGE ({self.quote(table.columns[0].name)})" if table.is_partitioned else ""
        columns = ", ".join(self.column(column, table) for column in table.columns)
        end += " WITHOUT ROWID" if table.has_no_row_id else ""
        return f"CREATE TABLE {name} ({columns}){end}{self.spread(table)}"

    def spread(self, table: Relation) -> str:
        if not table.spread_by:
            return ""
        by = self.quote(table.spread_by)
        return (
            f" PARTITION BY HASH ({by})" if self.case.engine == "postgres" else f" PARTITION BY KEY ({by}) PARTITIONS 2"
        )

    def halves(self, table: Relation) -> Iterator[str]:
        if table.spread_by and self.case.engine == "postgres":
            for rest in (0, 1):
                name = self.quote(f"half{rest}")
                ends = f"FOR VALUES WITH (MODULUS 2, REMAINDER {rest})"
                yield f"CREATE TABLE {name} PARTITION OF {self.quote_table(table.name)} {ends}"

    def column(self, column: Column, table: Relation) -> str:
        is_apart = column.is_key and table.is_keyed_apart
        words = [self.quote(column.name), "BIGINT" if is_apart else self.types[column.type]]
        if column.formula:
            stored = "STORED" if column.is_stored else "VIRTUAL"
            words.append(f"GENERATED ALWAYS AS ({column.formula}) {stored}")
        elif column.is_key and not table.spread_by:
            words.append("PRIMARY KEY")
        elif not column.nullable:
            words.append("NOT NULL")
        if column.is_invisible:
            words.append("INVISIBLE")
        is_near = column.refers_to and "." not in table.name + column.refers_to
        if is_near and self.case.engine != "mysql":
            words.append(self.reference(column))
        return " ".join(words)

    def reference(self, column: Column) -> str:
        key = self.case.relation(column.refers_to or "").key
        assert key is not None
        return f"REFERENCES {self.quote_table(column.refers_to or '')} ({self.quote(key.name)})"

    def insert(self, table: str, rows: list[dict[str, Any]]) -> str:
        names = ", ".join(map(self.quote, rows[0]))
        lines = ", ".join(f"({', '.join(map(self.literal, row.values()))})" for row in rows)
        return f"INSERT INTO {self.quote_table(table)} ({names}) VALUES {lines}"

    def literal(self, value: Any) -> str:
        if value is None:
            return "NULL"
        if isinstance(value, bool):
            return str(int(value)) if self.case.engine == "sqlite" else str(value).upper()
        if isinstance(value, date):
            return f"'{value.isoformat()}'"
        if isinstance(value, dict):
            a, b = self.literal(value["a"]), self.literal(value["b"])
            return f"ROW({a}, {b})::pair_of_parts" if self.case.engine == "postgres" else f"{{'a': {a}, 'b': {b}}}"
        if isinstance(value, list):
            items = ", ".join(map(self.literal, value))
            return f"ARRAY[{items}]::text[]" if self.case.engine == "postgres" else f"[{items}]"
        return f"'{value}'" if isinstance(value, str) else str(value)
