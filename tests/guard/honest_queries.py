"""Honest queries, made by a grammar over a schema made up for each: joins, CTEs, windows, sets, sub-queries, functions.

Every expression is typed, so each query runs on SQLite and DuckDB alike. Sums are of small integers, so that no engine
rounds; nothing depends on the order of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from hypothesis import strategies as st

__all__ = ["Case", "cases"]

NUMBER, TEXT, DATE = "INTEGER", "VARCHAR", "DATE"
TABLES = ["alpha", "beta", "orders", "update_log", "grants"]
COLUMNS = ["id", "name", "value", "deleted_at", "select_count", "city", "Total"]
VALUES = {
    NUMBER: st.one_of(st.none(), st.integers(-9, 99)),
    TEXT: st.one_of(st.none(), st.sampled_from(["a", "B", "delete from x", "it's", "주문", "--", "; drop", "%_"])),
    DATE: st.one_of(st.none(), st.dates(date(2000, 1, 1), date(2030, 1, 1)).map(date.isoformat)),
}
LITERALS = {
    NUMBER: ["0", "1", "7", "-3", "1000"],
    TEXT: ["'a'", "'it''s'", "'select 1; drop table t'", "'/* no */'", "'-- no'", "''"],
    DATE: ["CAST('2024-02-29' AS {date})", "CAST('2001-01-01' AS {date})"],
}
FUNCTIONS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    NUMBER: [
        ("({} + {})", (NUMBER, NUMBER)),
        ("({} - {})", (NUMBER, NUMBER)),
        ("({} * {})", (NUMBER, NUMBER)),
        ("abs({})", (NUMBER,)),
        ("length({})", (TEXT,)),
        ("coalesce({}, {})", (NUMBER, NUMBER)),
        ("nullif({}, {})", (NUMBER, NUMBER)),
        ("CASE WHEN {} > {} THEN {} ELSE 0 END", (NUMBER, NUMBER, NUMBER)),
        ("CAST({} AS INTEGER)", (NUMBER,)),
    ],
    TEXT: [
        ("upper({})", (TEXT,)),
        ("lower({})", (TEXT,)),
        ("({} || {})", (TEXT, TEXT)),
        ("trim({})", (TEXT,)),
        ("replace({}, {}, ' ')", (TEXT, TEXT)),
        ("substr({}, 1, 2)", (TEXT,)),
        ("coalesce({}, {})", (TEXT, TEXT)),
        ("CASE {} WHEN {} THEN {} END", (NUMBER, NUMBER, TEXT)),
        ("CAST({} AS VARCHAR)", (NUMBER,)),
    ],
    DATE: [("coalesce({}, {})", (DATE, DATE)), ("CASE WHEN {} < {} THEN {} END", (DATE, DATE, DATE))],
}
CONDITIONS: list[tuple[str, tuple[str, ...]]] = [
    ("{} = {}", (NUMBER, NUMBER)),
    ("{} <> {}", (TEXT, TEXT)),
    ("{} < {}", (DATE, DATE)),
    ("{} IS NULL", (TEXT,)),
    ("{} IS NOT NULL", (DATE,)),
    ("{} BETWEEN {} AND {}", (NUMBER, NUMBER, NUMBER)),
    ("{} IN ({}, {})", (TEXT, TEXT, TEXT)),
    ("{} LIKE {}", (TEXT, TEXT)),
    ("NOT ({} >= {})", (NUMBER, NUMBER)),
]
AGGREGATES = [
    ("count(*)", ()),
    ("count({})", (TEXT,)),
    ("sum({})", (NUMBER,)),
    ("min({})", (DATE,)),
    ("max({})", (TEXT,)),
    ("count(DISTINCT {})", (NUMBER,)),
    ("sum({}) FILTER (WHERE {} > 0)", (NUMBER, NUMBER)),
]
WINDOWS = [
    ("count(*) OVER (PARTITION BY {})", (TEXT,)),
    ("sum({}) OVER (PARTITION BY {})", (NUMBER, TEXT)),
    ("max({}) OVER ()", (NUMBER,)),
    ("rank() OVER (ORDER BY {} NULLS FIRST, {} NULLS LAST)", (NUMBER, TEXT)),
]
JOINS = ["JOIN", "LEFT JOIN", "INNER JOIN", "LEFT OUTER JOIN"]


@dataclass(frozen=True)
class Case:
    sql: str
    tables: dict[str, dict[str, str]]
    """Table → column → type."""
    rows: dict[str, list[tuple[object, ...]]]

    def schema(self) -> dict[str, dict[str, str]]:
        return self.tables


@dataclass(frozen=True)
class Source:
    """Something in FROM: its name and the columns by type."""

    name: str
    columns: dict[str, str]

    def of(self, kind: str) -> list[str]:
        return [f'{self.name}."{column}"' for column, its in self.columns.items() if its == kind]


class Grammar:
    def __init__(self, draw: st.DrawFn, tables: dict[str, dict[str, str]]) -> None:
        self.draw = draw
        self.tables = tables
        self.made = 0

    def name(self) -> str:
        self.made += 1
        return f"x{self.made}"

    def one_of(self, choices: list[str]) -> str:
        return self.draw(st.sampled_from(choices))

    def chance(self, part: int = 2) -> bool:
        return self.draw(st.integers(1, part)) == 1

    # -- expressions ----------------------------------------------------------------------------------------------

    def value(self, kind: str, sources: list[Source], depth: int = 2) -> str:
        columns = [column for source in sources for column in source.of(kind)]
        if depth and self.chance(3):
            return self.filled(self.draw(st.sampled_from(FUNCTIONS[kind])), sources, depth - 1)
        if depth and kind is NUMBER and self.chance(8):
            return self.scalar(sources)
        return self.one_of(columns or [literal.format(date=DATE) for literal in LITERALS[kind]])

    def filled(self, shape: tuple[str, tuple[str, ...]], sources: list[Source], depth: int = 1) -> str:
        template, kinds = shape
        return template.format(*(self.value(kind, sources, depth) for kind in kinds))

    def condition(self, sources: list[Source]) -> str:
        parts = [self.filled(self.draw(st.sampled_from(CONDITIONS)), sources)]
        if self.chance(3):
            parts.append(self.subquery_test(sources))
        if self.chance(3):
            parts.append(self.filled(self.draw(st.sampled_from(CONDITIONS)), sources))
        return self.one_of([" AND ", " OR "]).join(f"({part})" for part in parts)

    def subquery_test(self, sources: list[Source]) -> str:
        inner = self.table()
        kind = self.one_of([NUMBER, TEXT])
        own, outer = self.value(kind, [inner], 0), self.value(kind, sources, 0)
        if self.chance():
            return f"EXISTS (SELECT 1 FROM {self.written(inner)} WHERE {own} = {outer})"
        return f"{outer} IN (SELECT {own} FROM {self.written(inner)} WHERE {own} IS NOT NULL)"

    def scalar(self, sources: list[Source]) -> str:
        inner = self.table()
        return f"(SELECT max({self.value(NUMBER, [inner], 0)}) FROM {self.written(inner)})"

    # -- FROM -----------------------------------------------------------------------------------------------------

    def table(self) -> Source:
        """A table under a name of its own; `written` gives it as FROM has it."""
        table = self.one_of(sorted(self.tables))
        return Source(f"{self.name()}_{table}", self.tables[table])

    @staticmethod
    def written(source: Source) -> str:
        return f"{source.name.partition('_')[2]} AS {source.name}"

    def from_clause(self, depth: int) -> tuple[str, list[Source]]:
        first = self.item(depth)
        text, sources = first
        for _ in range(self.draw(st.integers(0, 2))):
            written, (other,) = self.item(depth)
            if ties := self.ties(sources, other):
                text, sources = f"{text} {self.one_of(JOINS)} {written} ON {self.one_of(ties)}", [*sources, other]
        return text, sources

    @staticmethod
    def ties(sources: list[Source], other: Source) -> list[str]:
        """Conditions that tie a source to those before it; a constant on one side would tie nothing."""
        left = [(kind, column) for source in sources for kind in (NUMBER, TEXT) for column in source.of(kind)]
        return [f"{column} = {mine}" for kind, column in left for mine in other.of(kind)]

    def item(self, depth: int) -> tuple[str, list[Source]]:
        if depth and self.chance(4):
            inner, columns = self.select(depth - 1)
            source = Source(self.name(), columns)
            return f"({inner}) AS {source.name}", [source]
        table = self.table()
        return self.written(table), [table]

    # -- queries --------------------------------------------------------------------------------------------------

    def select(self, depth: int = 2) -> tuple[str, dict[str, str]]:
        text, sources = self.from_clause(depth)
        make: Callable[[str, list[Source]], tuple[str, dict[str, str]]] = self.grouped if self.chance(3) else self.plain
        return make(text, sources)

    def where(self, sources: list[Source]) -> str:
        return f" WHERE {self.condition(sources)}" if self.chance() else ""

    def plain(self, text: str, sources: list[Source]) -> tuple[str, dict[str, str]]:
        kinds = self.draw(st.lists(st.sampled_from([NUMBER, TEXT, DATE]), min_size=1, max_size=3))
        columns = {f"c{at}": kind for at, kind in enumerate(kinds)}
        items = [f"{self.value(kind, sources)} AS {name}" for name, kind in columns.items()]
        if self.chance(4):
            items.append(f"{self.filled(self.draw(st.sampled_from(WINDOWS)), sources, 0)} AS w")
        distinct = "DISTINCT " if self.chance(4) else ""
        return f"SELECT {distinct}{', '.join(items)} FROM {text}{self.where(sources)}", columns

    def grouped(self, text: str, sources: list[Source]) -> tuple[str, dict[str, str]]:
        key = self.value(TEXT, sources, 1)
        aggregate = self.filled(self.draw(st.sampled_from(AGGREGATES)), sources, 0)
        having = " HAVING count(*) >= 1" if self.chance() else ""
        name = f"k{self.name()}"
        group = self.one_of(["1", name, key])
        sql = f"SELECT {key} AS {name}, {aggregate} AS a FROM {text}{self.where(sources)} GROUP BY {group}{having}"
        return sql, {name: TEXT}

    def query(self) -> str:
        sql, columns = self.select()
        if self.chance(4):
            sql, columns = self.united(columns)
        if self.chance(3):
            name = self.name()
            used = self.value(next(iter(columns.values())), [Source(name, columns)])
            recursive = self.one_of(["", "RECURSIVE "])
            sql = f"WITH {recursive}{name} AS ({sql}) SELECT {used} AS u FROM {name}"
        return sql

    def united(self, columns: dict[str, str]) -> tuple[str, dict[str, str]]:
        sides = []
        for _ in range(2):
            text, sources = self.from_clause(0)
            items = [f"{self.value(kind, sources, 1)} AS {name}" for name, kind in columns.items()]
            sides.append(f"SELECT {', '.join(items)} FROM {text}{self.where(sources)}")
        return self.one_of([" UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT "]).join(sides), columns


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A query, the tables it is over, and rows for them."""
    names = draw(st.lists(st.sampled_from(TABLES), min_size=1, max_size=3, unique=True))
    tables = {}
    for name in names:
        columns = draw(st.lists(st.sampled_from(COLUMNS), min_size=3, max_size=5, unique=True))
        kinds = [NUMBER, TEXT, DATE, NUMBER, TEXT][: len(columns)]
        tables[name] = dict(zip(columns, kinds, strict=True))
    rows = {
        name: draw(st.lists(st.tuples(*(VALUES[kind] for kind in columns.values())), max_size=4))
        for name, columns in tables.items()
    }
    return Case(Grammar(draw, tables).query(), tables, rows)
