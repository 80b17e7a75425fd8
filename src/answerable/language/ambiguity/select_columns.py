"""SELECTs over joined tables, as syntax trees: shown columns, tests, and the union of two."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sqlglot import exp

from answerable.language.ambiguity.schema_facts import SchemaFacts
from answerable.language.linking.join_path import Join
from answerable.sql.column_ref import ColumnRef

__all__ = ["Value", "column_of", "equals", "literal", "select", "text_of"]

Value = str | Decimal


def select(ground: SchemaFacts, shown: Sequence[ColumnRef], tables: Sequence[str]) -> exp.Select | None:
    """The shown columns over these tables and those between them; None where they do not connect."""
    steps = ground.graph.spanning(tuple(dict.fromkeys(tables)))
    if steps is None:
        return None
    tree = exp.Select().from_(ground.names.table(tables[0]))
    for step in steps:
        tree = tree.join(ground.names.table(step.table), on=_on(ground, step), copy=False)
    return tree.select(*(column_of(ground, ref) for ref in shown), copy=False)


def column_of(ground: SchemaFacts, ref: ColumnRef) -> exp.Column:
    return ground.names.column(ref)


def _on(ground: SchemaFacts, step: Join) -> exp.Expr:
    sides = [(ColumnRef(step.left, left), ColumnRef(step.table, right)) for left, right in step.pairs]
    return exp.and_(
        *(exp.EQ(this=column_of(ground, one), expression=column_of(ground, other)) for one, other in sides), copy=False
    )


def equals(ground: SchemaFacts, ref: ColumnRef, value: Value) -> exp.Expr:
    return exp.EQ(this=column_of(ground, ref), expression=literal(value))


def literal(value: Value) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(format(value.normalize(), "f"))


def text_of(ground: SchemaFacts, tree: exp.Expr) -> str:
    return tree.sql(dialect=ground.schema.dialect)
