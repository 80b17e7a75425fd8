"""What names mean while a query is followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from sqlglot import exp

from answerable.guard.flow.restricted_values import NOTHING, OutputColumn, Value
from answerable.guard.resolve.reads import TableRead
from answerable.kernel.light_dataclass import dataclass

__all__ = ["FlowScope", "FlowSource", "Marker", "Placed"]

Marker = Callable[[TableRead, str], Value]


@dataclass(frozen=True, slots=True, eq=False)
class FlowSource:
    """One item of a FROM clause."""

    name: str
    columns: tuple[OutputColumn, ...] = ()
    by_name: Mapping[str, Value] = field(default_factory=dict)
    table: TableRead | None = None
    node: exp.Expr | None = None
    join: exp.Join | None = None
    """The join that brought it in; None for the first."""
    is_open: bool = False
    """True when it may have other columns: of a table nobody knows, or of a function."""

    def find(self, column: str, mark: Marker) -> Value | None:
        """What the column carries; None when there is no such column."""
        if column in self.by_name:
            return self.by_name[column]
        if self.is_open:
            return mark(self.table, column) if self.table is not None else NOTHING
        return None

    @property
    def key(self) -> frozenset[str]:
        """The columns of the table's primary key; none where it has none, or where columns have other names here."""
        alias = self.node.args.get("alias") if self.node is not None else None
        is_renamed = alias is not None and bool(alias.args.get("columns"))
        known = self.table.known if self.table is not None and not is_renamed else None
        return known.primary if known is not None else frozenset()

    @property
    def is_marked(self) -> bool:
        return any(value.marks for value in self.by_name.values()) or any(c.value.marks for c in self.columns)


@dataclass(slots=True)
class FlowScope:
    parent: FlowScope | None
    select: exp.Select | None = None
    sources: list[FlowSource] = field(default_factory=list)
    ctes: dict[str, tuple[OutputColumn, ...] | None] = field(default_factory=dict)
    """None under a name hides a CTE of an outer query."""
    aliases: dict[str, Value] = field(default_factory=dict)
    outputs: list[OutputColumn] = field(default_factory=list)
    inner_names: list[str] = field(default_factory=list)
    """Names by which windows and aggregates of the SELECT list sort and divide; some engines see aliases first."""
    is_merged: bool = False
    """True when USING or NATURAL makes one column of two, so that engines order `*` each in their own way."""

    def outward(self) -> Iterator[FlowScope]:
        scope: FlowScope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def cte(self, name: str) -> tuple[OutputColumn, ...] | None:
        for scope in self.outward():
            if name in scope.ctes:
                return scope.ctes[name]
        return None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a column node certainly comes from."""

    source: FlowSource
    column: str
    select: exp.Select | None
    """The SELECT in whose FROM the source stands."""
