from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from answerable.agent.repair.base import Failure, Fix
from answerable.known import AgentLearning, Category
from answerable.schema import Kind

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.language.query import ColumnRef
    from answerable.schema import Column, DatabaseSchema

_NUMBER = re.compile(r"\s*[-+]?\d+(\.\d+)?\s*")


def cast(failure: Failure) -> Iterator[Fix]:
    """Values of two types that an engine will not compare or add up are brought to one type."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    schema = failure.view.schema
    try:
        tree = sqlglot.parse_one(failure.sql, dialect=schema.dialect)
    except SqlglotError:
        return
    told = [*_compared(tree, schema), *_added_up(tree, schema)]
    if told:
        sql = tree.sql(dialect=schema.dialect)
        how = " ".join(dict.fromkeys(words for _, words in told))
        yield Fix(sql, how, learning=_learning(failure, [ref for ref, _ in told], how, sql))


_Told = tuple["ColumnRef", str]


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
        yield ref, f"{ref} is true or false, no number."
    elif known.kind is Kind.TEXT and _holds_numbers(known):
        column.replace(exp.cast(column.copy(), exp.DataType.Type.DOUBLE))
        yield ref, f"{ref} is text that holds numbers; it is cast before it is compared."
    elif known.kind is Kind.TEXT:
        for value in values:
            value.replace(exp.Literal.string(value.sql()))
        yield ref, f"{ref} is text, so what it is compared with is text too."


def _with_column(left: exp.Column, right: exp.Column, schema: DatabaseSchema) -> Iterator[_Told]:
    from sqlglot import exp

    found = [(column, *_known(column, schema)) for column in (left, right)]
    texts = [ref for _, ref, known in found if known and known.kind is Kind.TEXT]
    for column, ref, known in found:
        if texts and ref and known and known.kind.is_number:
            column.replace(exp.cast(column.copy(), exp.DataType.Type.TEXT))
            yield ref, f"{texts[0]} is text and {ref} a number; they are compared as text."


def _added_up(tree: exp.Expr, schema: DatabaseSchema) -> Iterator[_Told]:
    from sqlglot import exp

    for call in list(tree.find_all(exp.Sum, exp.Avg)):
        ref, known = _known(call.this, schema) if isinstance(call.this, exp.Column) else (None, None)
        if ref and known and known.kind is Kind.TEXT:
            call.this.replace(exp.cast(call.this.copy(), exp.DataType.Type.DOUBLE))
            yield ref, f"{ref} is text that holds numbers; it is cast before it is added up."


def _known(column: exp.Column, schema: DatabaseSchema) -> tuple[ColumnRef | None, Column | None]:
    from answerable.language.known.scopes import owner

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
