"""What a query speaks of: its tables, its columns, the tests that must all be true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.sql.scope import owner, tables_of

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sql.column_ref import ColumnRef

__all__ = ["conjuncts", "refs_in", "tables_in"]


def tables_in(tree: exp.Expr, schema: DatabaseSchema) -> tuple[str, ...]:
    """`Table.qualified` of every table that some SELECT of it reads, each once."""
    names = [name for select in tree.find_all(exp.Select) for name in tables_of(select, schema).values()]
    return tuple(dict.fromkeys(names))


def refs_in(tree: exp.Expr, schema: DatabaseSchema) -> tuple[ColumnRef, ...]:
    """Every column of the schema that it speaks of, each once."""
    owners = (owner(column, schema) for column in tree.find_all(exp.Column))
    return tuple(dict.fromkeys(ref for ref in owners if ref))


def conjuncts(test: exp.Expr) -> list[exp.Expr]:
    """The parts of a test that must all be true."""
    test = test.unnest()
    return list(test.flatten()) if isinstance(test, exp.And) else [test]
