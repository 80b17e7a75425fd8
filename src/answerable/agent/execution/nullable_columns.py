"""Which columns of a result can hold no NULL: by the query's tree and what the schema declares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import pyarrow as pa

    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.sources import Result

__all__ = ["never_null", "with_nullability"]

_FILLS_GROUPS_WITH_NULL = (exp.Rollup, exp.Cube, exp.GroupingSets)


def never_null(tree: exp.Expr, schema: DatabaseSchema) -> frozenset[int]:
    """Places of the columns that are sure to have a value in every row; none where the tree does not tell."""
    if not isinstance(tree, exp.Select) or tree.find(*_FILLS_GROUPS_WITH_NULL):
        return frozenset()
    outputs = tree.expressions
    # Without groups an aggregate gives a row even where the table has none.
    is_one_row = not tree.args.get("group") and any(output.find(exp.AggFunc) for output in outputs)
    tables = {} if is_one_row else _required_tables(tree, schema)
    if any(output.is_star for output in outputs):
        return frozenset()
    return frozenset(index for index, output in enumerate(outputs) if _has_value(output.unalias(), tables))


def with_nullability(result: Result, places: Collection[int]) -> Result:
    """The result with these columns declared as never null; what the rows themselves say wins."""
    import pyarrow as pa

    table = result.table
    fields = [
        field.with_nullable(index not in places or column.null_count > 0)
        for index, (field, column) in enumerate(zip(table.schema, table.columns, strict=True))
    ]
    if all(field.nullable for field in fields):
        return result
    declared: pa.Table = pa.Table.from_arrays(table.columns, schema=pa.schema(fields, table.schema.metadata))
    return replace(result, table=declared)


def _required_tables(select: exp.Select, schema: DatabaseSchema) -> Mapping[str, Table | None]:
    """By their names in the query: the tables every row of the join has a row of. None for what is not a base table, or
    for what an outer join may leave out."""
    joins = select.args.get("joins") or []
    first = select.args.get("from_") or select.args.get("from")
    listed = [first.this] if first else []
    keeps_left = all(join.side in ("", "LEFT") for join in joins)
    found = {one.alias_or_name: _base_table(one, schema) if keeps_left else None for one in listed}
    for index, join in enumerate(joins):
        is_required = join.side == "" and all(later.side in ("", "LEFT") for later in joins[index + 1 :])
        found[join.this.alias_or_name] = _base_table(join.this, schema) if is_required else None
    return found


def _base_table(node: exp.Expr, schema: DatabaseSchema) -> Table | None:
    if not isinstance(node, exp.Table):
        return None
    table = schema.table(f"{node.db}.{node.name}" if node.db else node.name)
    return None if table is None or table.is_view else table


def _has_value(output: exp.Expr, tables: Mapping[str, Table | None]) -> bool:
    if isinstance(output, exp.Column):
        return _is_required(output, tables)
    if isinstance(output, exp.Coalesce):
        return any(_has_value(part, tables) for part in (output.this, *output.expressions))
    return isinstance(output, (exp.Count, exp.Literal, exp.Boolean))


def _is_required(column: exp.Column, tables: Mapping[str, Table | None]) -> bool:
    """Without a table's name it must be the only table that could have it."""
    if not tables or (not column.table and len(tables) != 1):
        return False
    table = tables.get(column.table) if column.table else next(iter(tables.values()))
    columns = table.columns if table else ()
    return any(one.name.casefold() == column.name.casefold() and not one.nullable for one in columns)
