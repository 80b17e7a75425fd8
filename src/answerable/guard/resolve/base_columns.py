"""From a column in the text to the column of a table it shows, through sub-queries and CTEs."""

from __future__ import annotations

from sqlglot import exp

from answerable.guard.resolve.catalog import Catalog
from answerable.guard.resolve.reads import QueryReading, QuerySource, TableRead
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column

__all__ = ["BaseColumn", "base_column"]

_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class BaseColumn:
    table: TableRead
    key: str
    """The column's name as the dialect compares it."""
    type: str
    """The engine's spelling; empty where it is not known."""
    facts: Column | None

    @property
    def rows(self) -> int | None:
        return self.table.known.rows if self.table.known is not None else None


def base_column(node: object, reading: QueryReading, catalog: Catalog) -> BaseColumn | None:
    """None for anything but a column that certainly shows one table's column unchanged."""
    for _ in range(_DEEPEST):
        if not isinstance(node, exp.Column) or not isinstance(node.this, exp.Identifier):
            return None
        source = reading.origin.get(id(node))
        key = catalog.key(node.name, bool(node.this.args.get("quoted")))
        if source is None or source.table is not None:
            return _of_table(source, key)
        if (below := _below(source, key, reading)) is None or isinstance(below, BaseColumn):
            return below
        node = below
    return None


def _below(source: QuerySource, key: str, reading: QueryReading) -> exp.Expr | BaseColumn | None:
    """What a sub-query shows under the name: an expression, or through `*` a table's column."""
    if not isinstance(source.query, exp.Select):
        return None
    for item in source.query.expressions:
        if item.is_star:
            scope = reading.scope_of.get(id(source.query))
            holders = [inner for inner in scope.sources if key in inner.columns] if scope is not None else []
            return _of_table(holders[0], key) if len(holders) == 1 else None
        if reading.column_key(item) == key:
            inner: exp.Expr = item.unalias()
            return inner
    return None


def _of_table(source: QuerySource | None, key: str) -> BaseColumn | None:
    known = source.table.known if source is not None and source.table is not None else None
    if known is None or source is None or source.table is None or key not in known.columns:
        return None
    return BaseColumn(source.table, key, known.columns[key], known.facts.get(key))
