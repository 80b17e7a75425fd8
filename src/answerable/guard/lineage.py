"""What the columns of views show, worked out from the views' definitions by the guard's own walk."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from answerable.guard.catalog import Catalog, KnownTable
from answerable.guard.flow import Flow, Lost, Mark, TracedExpressions, Value
from answerable.guard.lists import Allowed
from answerable.guard.parser import DoesNotParse, TooMuchWork, parse, tokenize
from answerable.guard.reading import TableRead
from answerable.guard.scopes import read
from answerable.schema import Column

__all__ = ["Lineage", "Shown", "lineage_of"]

LONGEST_DEFINITION = 100_000


@dataclass(frozen=True, slots=True)
class Shown:
    """What one column of a view is made of."""

    origins: frozenset[str] = frozenset()
    """`table.column`, lower case, the table as the schema qualifies it or, where it does not know it, as written."""
    is_copy: bool = True


_NOTHING = Shown()


@dataclass(frozen=True, slots=True)
class Lineage:
    """Of all views of one catalog. Names are lower case."""

    columns: Mapping[str, Shown] = field(default_factory=dict)
    explained: frozenset[str] = frozenset()
    """Views whose definition could be followed, as the schema qualifies them."""
    known: Mapping[str, Column] = field(default_factory=dict)

    def shown(self, column: str) -> Shown:
        return self.columns.get(column, _NOTHING)

    def explains(self, view: KnownTable) -> bool:
        return view.qualified.lower() in self.explained

    def facts(self, column: str) -> Column | None:
        """What is known of `table.column`."""
        return self.known.get(column)


_held: dict[tuple[int, str], tuple[weakref.ref[Catalog], Lineage]] = {}


def lineage_of(catalog: Catalog, allowed: Allowed) -> Lineage:
    """Worked out once per catalog."""
    key = (id(catalog), allowed.dialect)
    found = _held.get(key)
    if found is not None and found[0]() is catalog:
        return found[1]
    lineage = _work_out(catalog, allowed)
    _held[key] = (weakref.ref(catalog, lambda _: _held.pop(key, None)), lineage)
    return lineage


def _work_out(catalog: Catalog, allowed: Allowed) -> Lineage:
    columns: dict[str, Shown] = {}
    explained: set[str] = set()
    known: dict[str, Column] = {}
    for table in dict.fromkeys(catalog.tables.values()):
        name = table.qualified.lower()
        known.update({f"{name}.{key.lower()}": facts for key, facts in table.facts.items()})
        if not table.is_view or (made_of := _columns_of(table, catalog, allowed)) is None:
            continue
        explained.add(name)
        columns.update({f"{name}.{column}": shown for column, shown in made_of.items()})
    return Lineage(columns, frozenset(explained), known)


def _columns_of(view: KnownTable, catalog: Catalog, allowed: Allowed) -> dict[str, Shown] | None:
    """Column → what it shows; None when the definition is missing or cannot be read."""
    if not view.definition or len(view.definition) > LONGEST_DEFINITION:
        return None
    try:
        tree = _query(view.definition, allowed.dialect)
        return _followed(view, tree, catalog, allowed) or _touched(view, tree, catalog, allowed)
    except (DoesNotParse, TooMuchWork, RecursionError):
        return None


def _query(definition: str, dialect: str) -> exp.Expr:
    tree = parse(definition, tokenize(definition, dialect), dialect)
    query = tree.expression if isinstance(tree, exp.Create) else tree
    if not isinstance(query, exp.Select | exp.SetOperation | exp.Subquery):
        raise DoesNotParse("it is no query")
    return query


def _followed(view: KnownTable, tree: exp.Expr, catalog: Catalog, allowed: Allowed) -> dict[str, Shown] | None:
    """Column by column, in order; None when the walk gets lost or the columns do not match."""

    def mark(table: TableRead, column: str) -> Value:
        return Value(frozenset({Mark(_origin(table, column))}))

    try:
        outputs = Flow(allowed, catalog, mark, TracedExpressions).follow(tree)
    except Lost:
        return None
    if len(outputs) != len(view.columns):
        return None
    return {
        name.lower(): Shown(frozenset(mark.origin for mark in output.value.marks), output.value.is_copy)
        for name, output in zip(view.columns, outputs, strict=True)
    }


def _touched(view: KnownTable, tree: exp.Expr, catalog: Catalog, allowed: Allowed) -> dict[str, Shown]:
    """Each column may show whatever the definition reads."""
    reading = read(tree, allowed, catalog)
    origins = {_origin(item.table, item.column) for item in reading.columns}
    for row in reading.rows:
        if row.table.known is None:
            raise DoesNotParse("it reads all columns of a table nobody knows")
        origins |= {_origin(row.table, column) for column in row.table.known.columns}
    shown = Shown(frozenset(origins), is_copy=False)
    return {column.lower(): shown for column in view.columns}


def _origin(table: TableRead, column: str) -> str:
    name = table.known.qualified if table.known is not None else table.qualified
    return f"{name}.{column}".lower()
