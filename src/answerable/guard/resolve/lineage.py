"""What columns are made of: those of views by their definitions, generated ones by their expressions."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping
from dataclasses import field

from sqlglot import exp

from answerable.guard.flow import Flow, Lost, RestrictionMark, TracedExpressions, Value
from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse, tokenize
from answerable.guard.policy.table_names import qualified_key
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.derived.generated_columns import columns_behind
from answerable.guard.resolve.derived.inherited_rows import relatives_of
from answerable.guard.resolve.query_walk import read
from answerable.guard.resolve.reads import TableRead
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column

__all__ = ["ColumnOrigins", "Lineage", "lineage_of"]

LONGEST_DEFINITION = 100_000


@dataclass(frozen=True, slots=True)
class ColumnOrigins:
    """What one column of a view, or a generated one, is made of."""

    origins: frozenset[str] = frozenset()
    """`table.column`, as the engine compares names, the table as the schema qualifies it or, where it does not know
    it, as written."""
    is_copy: bool = True

    def __or__(self, other: ColumnOrigins) -> ColumnOrigins:
        """One of two that nobody can tell apart by name."""
        return ColumnOrigins(self.origins | other.origins, self.is_copy and other.is_copy)


_NOTHING = ColumnOrigins()


@dataclass(frozen=True, slots=True)
class Lineage:
    """Of all tables and views of one catalog. Names are as the engine compares them."""

    columns: Mapping[str, ColumnOrigins] = field(default_factory=dict)
    explained: frozenset[str] = frozenset()
    """Views whose definition could be followed, as the schema qualifies them."""
    known: Mapping[str, tuple[Column, ...]] = field(default_factory=dict)
    relatives: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Table → tables that show its rows, or whose rows it shows."""

    def origin_of(self, column: str) -> ColumnOrigins:
        return self.columns.get(column, _NOTHING)

    def explains(self, view: KnownTable) -> bool:
        return view.qualified_name in self.explained

    def facts(self, column: str) -> tuple[Column, ...]:
        """What is known of `table.column`; of several where only the server could tell which is meant."""
        return self.known.get(column, ())

    def same_in_relatives(self, column: str) -> Iterator[str]:
        """The same column of the tables that share rows with its table."""
        table, _, name = column.rpartition(".")
        return (f"{other}.{name}" for other in self.relatives.get(table, ()))


_held: dict[tuple[int, str], tuple[weakref.ref[Catalog], Lineage]] = {}


def lineage_of(catalog: Catalog, allowed: AllowList) -> Lineage:
    """Worked out once per catalog."""
    key = (id(catalog), allowed.dialect)
    found = _held.get(key)
    if found is not None and found[0]() is catalog:
        return found[1]
    lineage = _work_out(catalog, allowed)
    _held[key] = (weakref.ref(catalog, lambda _: _held.pop(key, None)), lineage)
    return lineage


def _work_out(catalog: Catalog, allowed: AllowList) -> Lineage:
    columns: dict[str, ColumnOrigins] = {}
    explained: set[str] = set()
    known: dict[str, tuple[Column, ...]] = {}
    for table in catalog.all_tables():
        name = qualified_key(table, catalog.dialect)
        for key, facts in table.facts.items():
            known[f"{name}.{key}"] = (*known.get(f"{name}.{key}", ()), facts)
        made_of = _columns_of(table, catalog, allowed) if table.is_view else dict(_generated(table, name, catalog))
        if made_of is None:
            continue
        explained.add(table.qualified_name)
        for column, shown in made_of.items():
            columns[f"{name}.{column}"] = columns.get(f"{name}.{column}", _NOTHING) | shown
    return Lineage(columns, frozenset(explained), known, relatives_of(catalog))


def _generated(table: KnownTable, name: str, catalog: Catalog) -> Iterator[tuple[str, ColumnOrigins]]:
    for key in table.facts:
        if behind := columns_behind(table, key, catalog):
            yield key, ColumnOrigins(frozenset(f"{name}.{other}" for other in behind), is_copy=False)


def _columns_of(view: KnownTable, catalog: Catalog, allowed: AllowList) -> dict[str, ColumnOrigins] | None:
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


def _followed(
    view: KnownTable, tree: exp.Expr, catalog: Catalog, allowed: AllowList
) -> dict[str, ColumnOrigins] | None:
    """Column by column, in order; None when the walk gets lost or the columns do not match."""

    def mark(table: TableRead, column: str) -> Value:
        return Value(frozenset({RestrictionMark(_origin(table, column, catalog))}))

    try:
        outputs = Flow(allowed, catalog, mark, TracedExpressions).follow(tree)
    except Lost:
        return None
    if len(outputs) != len(view.columns):
        return None
    return {
        name: ColumnOrigins(frozenset(mark.origin for mark in output.value.marks), output.value.is_copy)
        for name, output in zip(view.columns, outputs, strict=True)
    }


def _touched(view: KnownTable, tree: exp.Expr, catalog: Catalog, allowed: AllowList) -> dict[str, ColumnOrigins]:
    """Each column may show whatever the definition reads."""
    reading = read(tree, allowed, catalog)
    origins = {_origin(item.table, item.column, catalog) for item in reading.columns}
    for row in reading.rows:
        if row.table.known is None:
            raise DoesNotParse("it reads all columns of a table nobody knows")
        origins |= {_origin(row.table, column, catalog) for column in row.table.known.columns}
    shown = ColumnOrigins(frozenset(origins), is_copy=False)
    return dict.fromkeys(view.columns, shown)


def _origin(table: TableRead, column: str, catalog: Catalog) -> str:
    name = qualified_key(table.known, catalog.dialect) if table.known is not None else table.qualified_name
    return f"{name}.{column}"
