"""The rows of databases that differ only in what the policy hides.

`first`: as it is. `second`: every blocked value another, masked values renamed one to one, the rows that a filter or
`allowed_tables` hides all different and more of them. `third`: as the first, with one value of each aggregate-only
column changed. Hidden values are unmistakable, so that a part of one is known wherever it shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from benchmarks.policy_fuzzer.model import AGGREGATE, BLOCKED, MASKED, OPEN, STATUS, Case, Column, Relation

__all__ = ["EXTRA", "Twins", "make_twins"]

ROWS = 20
EXTRA = 5
"""Hidden rows that only the second database has."""
CHANGE = 7_000_000_000_003
"""What the third database adds to one value of an aggregate-only column."""
WORDS = ("north", "south", "moss", "yttrium", "plum", "snow", "rust", "kiosk", "two words", "Zürich")
LETTERS = "47qxzjkvwygp"
"""Of hidden texts: no hash and no word is made of them."""
Row = dict[str, Any]
Pair = tuple[Any, Any]
"""A cell in the first and in the second database."""


@dataclass
class Twins:
    first: dict[str, list[Row]] = field(default_factory=dict)
    second: dict[str, list[Row]] = field(default_factory=dict)
    third: dict[str, list[Row]] | None = None
    canaries: set[Any] = field(default_factory=set)
    """Values that no outcome may hold."""
    figures: list[tuple[list[Decimal], list[Decimal]]] = field(default_factory=list)
    """The values of each aggregate-only column, in the first and in the third database: of all rows and, where a filter
    is required, of those that pass it."""


def make_twins(case: Case) -> Twins:
    return _Filler(case).fill()


class _Filler:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.chance = random.Random(f"rows {case.engine} {case.seed}")
        self.twins = Twins()
        self.renamed: dict[tuple[str, Any], Any] = {}
        self.pools = {kind: [self.secret(kind) for _ in range(7)] for kind in ("text", "int", "dec", "date")}
        self.keys: dict[str, list[Pair]] = {}
        numbers = list(range(1, ROWS + 1))
        self.shuffled = dict(zip(numbers, self.chance.sample(numbers, ROWS), strict=True))

    def fill(self) -> Twins:
        for table in self.case.tables:
            if not table.is_partitioned:
                self.fill_table(table)
        if any(mode == AGGREGATE for mode in self.case.policy.modes.values()):
            self.twins.third = self.third()
        self.note_figures()
        return self.twins

    def fill_table(self, table: Relation) -> None:
        start = {"part1": 10}.get(table.name, 0)
        count = 9 if table.bounds else ROWS
        numbers = [start + n for n in range(1, count + 1)]
        self.keys[table.name] = self.key_pairs(table, numbers)
        pairs = [self.pair(table, key) for key in self.keys[table.name]]
        self.twins.first[table.name] = [one for one, _ in pairs]
        self.twins.second[table.name] = [two for _, two in pairs]
        if table.name in self.case.policy.outside or table.name in self.case.policy.filters:
            more = [self.pair(table, key, hidden=True)[1] for key in self.key_pairs(table, range(900, 900 + EXTRA))]
            for row in more:  # among the others: engines count them, and read them, as they are stored
                body = self.twins.second[table.name]
                body.insert(self.chance.randint(0, len(body)), row)

    def pair(self, table: Relation, key: Pair, hidden: bool | None = None) -> tuple[Row, Row]:
        """A row in the first and in the second database."""
        filtered = self.case.policy.filters.get(table.name)
        state = self.chance.choice(("live", "live", "live", "idle"))
        hidden = hidden if hidden is not None else state != "live"
        out = table.name in self.case.policy.outside or bool(filtered and hidden)
        state = "idle" if filtered and hidden else state
        one: Row = {}
        two: Row = {}
        for column in table.columns:
            if not column.formula:
                one[column.name], two[column.name] = self.cells(table, column, key, state, out)
        return one, two

    def cells(self, table: Relation, column: Column, key: Pair, state: str, out: bool) -> Pair:
        mode = self.case.policy.mode(table.name, column.name)
        if column.name == STATUS and mode == OPEN:
            return state, state
        if column.is_key or (table.parent and column.name == table.columns[0].name):
            return key
        if column.refers_to:
            return self.reference_cells(mode, column.refers_to)
        return self.plain_cells("blocked" if out and mode == OPEN else mode, column)

    def key_pairs(self, table: Relation, numbers: Iterable[int]) -> list[Pair]:
        """Hidden keys come in another order in the second database: engines store and scan rows by them."""
        mode = self.case.policy.mode(table.name, table.columns[0].name)
        if mode == BLOCKED:
            return [(self.hide("int"), self.hide("int")) for _ in numbers]
        if mode == MASKED:
            firsts = [self.hide("int") for _ in numbers]
            return [(first, self.rename("int", first)) for first in firsts]
        return [(number, number) for number in numbers]

    def reference_cells(self, mode: str, table: str) -> Pair:
        """A copy of a key. Where only the copy is hidden, it is another key in the second database: a masked one by a
        renaming that all masked copies share, so that what was equal stays equal."""
        keys = self.keys.get(table) or [(None, None)]
        first, second = self.chance.choice(keys)
        hides_key = first != second
        if mode == BLOCKED and not hides_key:
            return first, self.chance.choice([*keys, (None, None)])[1]
        if mode == MASKED and not hides_key and first is not None:
            return first, self.shuffled[first]
        return first, second

    def plain_cells(self, mode: str, column: Column) -> tuple[Any, Any]:
        if mode == BLOCKED:
            return self.perhaps_null(self.hide(column.type), column), self.perhaps_null(self.hide(column.type), column)
        if mode == MASKED:
            value = self.perhaps_null(self.masked(column.type), column)
            return value, self.rename(column.type, value)
        if mode == AGGREGATE:
            value = self.perhaps_null(self.secret(column.type), column)
            return value, value
        value = self.perhaps_null(self.plain(column.type), column)
        return value, value

    def perhaps_null(self, value: Any, column: Column) -> Any:
        return None if column.nullable and self.chance.random() < 0.15 else value

    def hide(self, kind: str) -> Any:
        """A value that must never show."""
        value = self.secret(kind)
        self.twins.canaries |= _parts(value)
        return value

    def masked(self, kind: str) -> Any:
        pooled = self.chance.choice(self.pools[kind]) if kind in self.pools else self.secret(kind)
        self.twins.canaries |= _parts(pooled)
        return pooled

    def rename(self, kind: str, value: Any) -> Any:
        """One to one over all masked columns, into other lengths and another order."""
        if value is None:
            return None
        if kind == "bool":
            return not value
        if kind == "struct":
            return {"a": self.rename("text", value["a"]), "b": self.rename("int", value["b"])}
        if kind == "list":
            return [self.rename("text", item) for item in value]
        if (kind, value) not in self.renamed:
            self.renamed[kind, value] = self.hide(kind)
        return self.renamed[kind, value]

    def secret(self, kind: str) -> Any:
        chance = self.chance
        if kind == "text":
            return "".join(chance.choices(LETTERS, k=chance.randint(10, 28)))
        if kind == "int":
            return chance.randrange(10**8 + 1, 2 * 10**9, 2)
        if kind == "dec":
            return Decimal(chance.randrange(10**9 + 1, 10**11, 2)) / 100
        if kind == "date":
            return date(2200, 1, 1) + timedelta(days=chance.randrange(240_000))
        if kind == "struct":
            return {"a": self.secret("text"), "b": self.secret("int")}
        if kind == "list":
            return [self.secret("text") for _ in range(chance.randint(1, 3))]
        return chance.random() < 0.5

    def plain(self, kind: str) -> Any:
        chance = self.chance
        if kind == "text":
            return chance.choice(WORDS)
        if kind == "int":
            return chance.randint(1, 60)
        if kind == "dec":
            return Decimal(chance.randint(100, 9_000)) / 100
        if kind == "date":
            return date(2021, 1, 1) + timedelta(days=chance.randrange(900))
        if kind == "struct":
            return {"a": chance.choice(WORDS), "b": chance.randint(1, 60)}
        if kind == "list":
            return [chance.choice(WORDS) for _ in range(chance.randint(1, 3))]
        return chance.random() < 0.5

    def third(self) -> dict[str, list[Row]]:
        changed = {name: [dict(row) for row in rows] for name, rows in self.twins.first.items()}
        for (table, column), mode in self.case.policy.modes.items():
            rows = [row for row in changed.get(table, []) if row.get(column) is not None]
            if mode == AGGREGATE and rows:
                row = self.chance.choice(rows)
                row[column] += CHANGE if isinstance(row[column], int) else Decimal(CHANGE // 10_000) / 100
        return changed

    def note_figures(self) -> None:
        """Of tables' own columns; what a parent shows of its children is looked for among theirs. Partitions are one
        table: a condition that chooses one of them is like any other."""
        parts = {one.name: one.parent for one in self.case.tables if one.bounds}
        for (table, column), mode in self.case.policy.modes.items():
            if mode != AGGREGATE or self.case.policy.modes.get((parts.get(table) or "", column)) == AGGREGATE:
                continue
            names = [table] if table in self.twins.first else [one for one in parts if parts[one] == table]
            bodies = [self.rows(self.twins.first, names), self.rows(self.twins.third or {}, names)]
            self.twins.figures.append(self.values(bodies, column))
            if found := self.case.policy.filters.get(table):
                passing = [[row for row in body if row[found[0]] == found[1]] for body in bodies]
                self.twins.figures.append(self.values(passing, column))

    @staticmethod
    def rows(bodies: dict[str, list[Row]], names: list[str]) -> list[Row]:
        return [row for name in names for row in bodies.get(name, [])]

    def values(self, bodies: list[list[Row]], column: str) -> tuple[list[Decimal], list[Decimal]]:
        first, third = ([Decimal(row[column]) for row in body if row.get(column) is not None] for body in bodies)
        return first, third


def _parts(value: Any) -> set[Any]:
    if isinstance(value, dict):
        return set(value.values())
    if isinstance(value, list):
        return set(value)
    return set() if isinstance(value, bool) else {value}
