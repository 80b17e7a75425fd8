"""Which columns of its own table a generated column is computed from."""

from __future__ import annotations

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse, tokenize
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.kernel.schema import Column

__all__ = ["columns_behind"]

_LONGEST = 20_000


def columns_behind(table: KnownTable, key: str, catalog: Catalog) -> frozenset[str]:
    """Keys of the columns its expression reads; all others of the table where the expression cannot be read."""
    column = table.facts[key]
    if column.generated_from is None:
        return frozenset()
    others = frozenset(table.columns) - {key}
    read = _named_in(column, catalog)
    return read if read is not None and read <= others else others


def _named_in(column: Column, catalog: Catalog) -> frozenset[str] | None:
    expression = column.generated_from or ""
    if not expression.strip() or len(expression) > _LONGEST:
        return None
    text = f"SELECT {expression}\n"
    try:
        tree = parse(text, tokenize(text, catalog.dialect), catalog.dialect)
    except (DoesNotParse, TooMuchWork, RecursionError):
        return None
    if not isinstance(tree, exp.Select) or len(tree.expressions) != 1 or tree.find(exp.Star, exp.Table, exp.Subquery):
        return None
    return frozenset(
        catalog.key(name.name, bool(name.args.get("quoted")))
        for found in tree.find_all(exp.Column)
        if isinstance(name := found.this, exp.Identifier)
    )
