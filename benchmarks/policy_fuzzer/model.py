"""What a random case is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

__all__ = ["AGGREGATE", "BLOCKED", "MASKED", "OPEN", "STATUS", "Case", "Column", "Policy", "Relation"]

OPEN, BLOCKED, MASKED, AGGREGATE = "open", "blocked", "masked", "aggregate"
STATUS = "state"
"""An open text column that every table has: required filters are about it."""


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    """int, dec, text, date, bool, struct or list."""
    nullable: bool = True
    is_key: bool = False
    refers_to: str | None = None
    """The table whose key it holds."""
    formula: str | None = None
    """SQL over other columns of the table, where it is generated."""
    is_invisible: bool = False
    is_stored: bool = True
    origin: tuple[str, str] | None = None
    """The relation and the column that a view's column shows."""


@dataclass(frozen=True)
class Relation:
    """A table or a view."""

    name: str
    """`namespace.table` where it is not in the engine's own namespace."""
    columns: tuple[Column, ...]
    definition: str | None = None
    """The SELECT of a view."""
    parent: str | None = None
    """The table it inherits from or is a partition of."""
    bounds: str | None = None
    """Of a partition."""
    is_partitioned: bool = False
    spread_by: str | None = None
    """The column that decides in which of two unnamed partitions a row lies."""
    is_keyed_apart: bool = False
    """SQLite: the key is no row id."""
    has_no_row_id: bool = False
    """SQLite: WITHOUT ROWID."""
    bases: tuple[str, ...] = ()
    """Tables that a view reads."""
    depends_on: tuple[tuple[str, str], ...] = ()
    """Relations and columns that decide which rows a view has, and in which order."""
    is_wide: bool = False
    """Whether it is a view of more than bare columns of one table; then nobody says what decides its rows."""

    @property
    def is_view(self) -> bool:
        return self.definition is not None

    @property
    def key(self) -> Column | None:
        return next((column for column in self.columns if column.is_key), None)


@dataclass(frozen=True)
class Policy:
    raw: dict[str, Any]
    """As `answerable.toml` has it."""
    modes: dict[tuple[str, str], str] = field(default_factory=dict)
    """(table, column) → mode, what is generated from or inherited with a restricted column included."""
    outside: frozenset[str] = frozenset()
    """Tables that are not allowed."""
    filters: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Table → (column that the filter is about, value that passes it)."""

    def mode(self, table: str, column: str) -> str:
        return self.modes.get((table, column), OPEN)

    @property
    def minimum_group(self) -> int:
        return int(self.raw.get("minimum_group", 5))


@dataclass(frozen=True)
class Case:
    """A schema with its policy on one engine."""

    engine: str
    seed: int
    relations: tuple[Relation, ...]
    indexes: tuple[str, ...] = ()
    policy: Policy = field(default_factory=lambda: Policy({}))

    def relation(self, name: str) -> Relation:
        return next(one for one in self.relations if one.name == name)

    def mode(self, relation: Relation, column: Column) -> str:
        """Through views."""
        return self.policy.mode(*self.origin(relation, column))

    @property
    def restricted_relations(self) -> list[Relation]:
        """Tables, and views over them, with a column that is not open or rows that are not shown."""
        return [one for one in self.relations if self.is_restricted(one)]

    def hides_nothing_else(self, view: Relation) -> bool:
        """Whether the rows of a view, and of the views behind it, depend on open columns alone."""
        if view.is_wide:
            return False
        columns = [(self.relation(one), name) for one, name in view.depends_on]
        modes = {self.mode(one, next(c for c in one.columns if c.name == name)) for one, name in columns}
        # A table shows the rows of those that inherit from it, so it hides what they hide.
        below = [(child.name, name) for child in self.tables for one, name in columns if child.parent == one.name]
        modes |= {self.policy.mode(*column) for column in below}
        behind = {column.origin[0] for column in view.columns if column.origin}
        return modes <= {OPEN} and all(self.hides_nothing_else(self.relation(name)) for name in behind)

    def origin(self, relation: Relation, column: Column) -> tuple[str, str]:
        """The table and the column that a view's column shows in the end."""
        while column.origin:
            relation, name = self.relation(column.origin[0]), column.origin[1]
            column = next(one for one in relation.columns if one.name == name)
        return relation.name, column.name

    def is_restricted(self, relation: Relation) -> bool:
        names = (relation.name, *relation.bases)
        tables = [one for one in self.tables if one.name in names or one.parent in names]
        hidden = any(self.policy.mode(one.name, column.name) != OPEN for one in tables for column in one.columns)
        return hidden or any(name in self.policy.filters for name in names)

    @property
    def tables(self) -> list[Relation]:
        return [one for one in self.relations if not one.is_view]

    def under(self, policy: Policy) -> Case:
        return replace(self, policy=policy)
