"""What a statement reads: tables, columns, whole rows. Plain values, filled in by `walk`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from sqlglot import exp

from answerable.guard.resolve.catalog import KnownTable
from answerable.guard.resolve.identifiers import IdentifierKind, fold_name
from answerable.kernel.light_dataclass import dataclass

__all__ = [
    "ColumnRead",
    "NameScope",
    "Output",
    "QueryReading",
    "QuerySource",
    "RowRead",
    "TableRead",
    "table_of_schema",
]


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table or view of the source, as it was written."""

    name: str
    """The bare name as the dialect compares it."""
    namespace: str
    """What qualifies it, or empty where that is the place names are looked up anyway."""
    written: str
    known: KnownTable | None
    """None when it is not in the schema, or no schema was given."""

    @property
    def qualified_name(self) -> str:
        return f"{self.namespace}.{self.name}" if self.namespace else self.name


def table_of_schema(known: KnownTable) -> TableRead:
    """As if a statement named the table as the schema does."""
    return TableRead(known.name, known.namespace or "", known.qualified_name, known)


@dataclass(frozen=True, slots=True)
class ColumnRead:
    """A column of a table; `certain` is False where, without a schema, it may belong to another one."""

    table: TableRead
    column: str
    certain: bool


@dataclass(frozen=True, slots=True)
class RowRead:
    """All columns of a table at once: `*`, `t.*`, a row value, PIVOT."""

    table: TableRead
    but: frozenset[str] = frozenset()
    """Columns left out, as in `* EXCLUDE (a)`."""
    pattern: str | None = None
    """Only columns whose name this regular expression finds, as in `COLUMNS('…')`."""


@dataclass(frozen=True, slots=True)
class Output:
    """The columns a query gives."""

    names: tuple[str, ...] = ()
    open: bool = False
    """True when there may be others, whose names the engine makes up or only it knows."""
    query: exp.Expr | None = None
    """The SELECT or set operation that gives them, where its columns keep their names."""


@dataclass(frozen=True, slots=True)
class QuerySource:
    """One item of a FROM clause, under the name by which columns are qualified."""

    name: str
    columns: frozenset[str]
    open: bool
    table: TableRead | None = None
    """The table, when this is one; None for sub-queries, CTEs and functions."""
    node: exp.Expr | None = None
    query: exp.Expr | None = None
    """The query whose rows these are, for a sub-query or a CTE."""


@dataclass(slots=True)
class NameScope:
    """What names mean inside one query."""

    parent: NameScope | None
    sources: list[QuerySource] = field(default_factory=list)
    ctes: dict[str, Output | None] = field(default_factory=dict)
    """None under a name hides a CTE of an outer query: here the name means the table."""
    aliases: frozenset[str] = frozenset()
    """Names given in the SELECT list."""
    select: exp.Select | None = None

    def outward(self) -> Iterator[NameScope]:
        scope: NameScope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def cte(self, name: str) -> Output | None:
        for scope in self.outward():
            if name in scope.ctes:
                return scope.ctes[name]
        return None


@dataclass(slots=True)
class QueryReading:
    """Everything one statement reads."""

    dialect: str = ""
    tables: list[TableRead] = field(default_factory=list)
    columns: list[ColumnRead] = field(default_factory=list)
    rows: list[RowRead] = field(default_factory=list)
    places: list[TableRead] = field(default_factory=list)
    """Tables of which the place of a row is read."""
    unknown_columns: list[tuple[str, NameScope]] = field(default_factory=list)
    """Names that no source in sight has, as written, with where they stand."""
    selects: list[NameScope] = field(default_factory=list)
    scope_of: dict[int, NameScope] = field(default_factory=dict)
    """id of a SELECT → its scope."""
    origin: dict[int, QuerySource] = field(default_factory=dict)
    """id of a column node → the one source it certainly comes from."""
    strings: set[int] = field(default_factory=set)
    """ids of nodes written as a name in double quotes that the engine reads as a string."""

    def column_key(self, node: exp.Expr) -> str:
        """The name of a column, or of an item of a SELECT list, as the dialect compares it."""
        named = node.args.get("alias") if isinstance(node, exp.Alias) else node
        name = named.this if isinstance(named, exp.Column) else named
        if not isinstance(name, exp.Identifier):
            return ""
        return fold_name(name.name, self.dialect, bool(name.args.get("quoted")), IdentifierKind.COLUMN)
