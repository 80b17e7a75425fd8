from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.knowledge import AgentLearning, Category
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import Kind
from answerable.sql.parse import parse_to_edit
from answerable.sql.scope import owner

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.kernel.schema import Column, DatabaseSchema
    from answerable.sql.column_ref import ColumnRef

_NUMBER = re.compile(r"\s*[-+]?\d+(\.\d+)?\s*")


def cast(failure: Failure) -> Iterator[Fix]:
    """Values of two types that an engine will not compare or add up are brought to one type."""
    from sqlglot.errors import SqlglotError

    schema = failure.view.schema
    try:
        tree = parse_to_edit(failure.sql, schema.dialect)
    except SqlglotError:
        return
    told = [*_compared(tree, schema), *_added_up(tree, schema)]
    if told:
        sql = tree.sql(dialect=schema.dialect)
        how = msg("repair.sentences", sentences=tuple(dict.fromkeys(note for _, note in told)))
        yield Fix(sql, how, learning=_learning(failure, [ref for ref, _ in told], str(how), sql))


_Told = tuple["ColumnRef", CodedMessage]


def _compared(tree: exp.Expr, schema: DatabaseSchema) -> Iterator[_Told]:
    from sqlglot import exp

    for node in list(tree.find_all(exp.Predicate)):
        columns = [column for column in node.iter_expressions() if isinstance(column, exp.Column)]
        values = [value for value in node.iter_expressions() if isinstance(value, exp.Literal | exp.Neg)]
        if len(columns) == 1 and values:
            yield from _with_values(columns[0], values, schema)
        elif len(columns) == 2:
            yield from _with_column(columns[0], columns[1], schema)


def _with_values(column: exp.Column, values: Sequence[exp.Expr], schema: DatabaseSchema) -> Iterator[_Told]:
    from sqlglot import exp

    ref, known = _known(column, schema)
    if ref is None or known is None or not all(_is_number(value) for value in values):
        return
    if known.kind is Kind.BOOLEAN and {value.name for value in values} <= {"0", "1"}:
        for value in values:
            value.replace(exp.Boolean(this=value.name == "1"))
        yield ref, msg("repair.boolean", column=str(ref))
    elif known.kind is Kind.TEXT and _holds_numbers(known):
        column.replace(exp.cast(column.copy(), exp.DataType.Type.DOUBLE))
        yield ref, msg("repair.cast_to_compare", column=str(ref))
    elif known.kind is Kind.TEXT:
        for value in values:
            value.replace(exp.Literal.string(value.sql()))
        yield ref, msg("repair.compared_as_text", column=str(ref))


def _with_column(left: exp.Column, right: exp.Column, schema: DatabaseSchema) -> Iterator[_Told]:
    from sqlglot import exp

    found = [(column, *_known(column, schema)) for column in (left, right)]
    texts = [ref for _, ref, known in found if known and known.kind is Kind.TEXT]
    for column, ref, known in found:
        if texts and ref and known and known.kind.is_number:
            column.replace(exp.cast(column.copy(), exp.DataType.Type.TEXT))
            yield ref, msg("repair.both_as_text", text=str(texts[0]), number=str(ref))


def _added_up(tree: exp.Expr, schema: DatabaseSchema) -> Iterator[_Told]:
    from sqlglot import exp

    for call in list(tree.find_all(exp.Sum, exp.Avg)):
        ref, known = _known(call.this, schema) if isinstance(call.this, exp.Column) else (None, None)
        if ref and known and known.kind is Kind.TEXT:
            call.this.replace(exp.cast(call.this.copy(), exp.DataType.Type.DOUBLE))
            yield ref, msg("repair.cast_to_add", column=str(ref))


def _known(column: exp.Column, schema: DatabaseSchema) -> tuple[ColumnRef | None, Column | None]:
    ref = owner(column, schema)
    table = schema.table(ref.table) if ref else None
    return ref, table.column(ref.name) if ref and table else None


def _is_number(value: exp.Expr) -> bool:
    from sqlglot import exp

    literal = value.this if isinstance(value, exp.Neg) else value
    return isinstance(literal, exp.Literal) and not literal.is_string


def _holds_numbers(column: Column) -> bool:
    """By the values seen; where none were, it may."""
    seen = [str(value) for value in (*column.common_values[:200], *column.cells) if value is not None]
    return all(_NUMBER.fullmatch(value) for value in seen)


def _learning(failure: Failure, refs: list[ColumnRef], how: str, sql: str) -> AgentLearning:
    return AgentLearning(
        description=how,
        category=Category.TYPE_MISMATCH,
        applies_to_tables=tuple(dict.fromkeys(ref.table for ref in refs)),
        original_error=failure.message,
        original_sql=failure.sql,
        corrected_sql=sql,
    )
