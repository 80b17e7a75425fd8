"""Attachment: in `writers and editors on a work-for-hire contract`, who has the contract, both or the editors alone?

Asked only where both things are values of one column, or tables, and the clause is a test that both can meet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from sqlglot import exp

from answerable.kernel.messages import msg
from answerable.kernel.schema import Table
from answerable.language.ambiguity.conjuncts import ValuePair, table_pair, value_pairs
from answerable.language.ambiguity.coordination import Coordination, find_coordinations
from answerable.language.ambiguity.relative_clauses import Test, find_tests
from answerable.language.ambiguity.schema_facts import SchemaFacts
from answerable.language.ambiguity.select_columns import equals, select, text_of
from answerable.language.ambiguity.shown_columns import asked_of, recognised_by
from answerable.language.ambiguity.shown_part import shown_part
from answerable.language.question.tokens import Token
from answerable.language.translation import CodedClarification, CodedReading
from answerable.sql.column_ref import ColumnRef

__all__ = ["find_attachment"]


def find_attachment(question: str, tokens: Sequence[Token], ground: SchemaFacts) -> CodedClarification | None:
    for coordination in find_coordinations(tokens):
        pair = _of_values(coordination, ground) or _of_tables(coordination, ground)
        if pair:
            return _asked(question, coordination, [text_of(ground, tree) for tree in pair])
    return None


def _asked(question: str, result: Coordination, sql: Sequence[str]) -> CodedClarification:
    text = unicodedata.normalize("NFKC", question)
    parts = (result.first, result.second, result.clause)
    first, second, clause = (shown_part(text[part[0].start : part[-1].end]) for part in parts)
    readings = (
        CodedReading(msg("clarification.attachment_both", first=first, second=second, clause=clause), sql[0]),
        CodedReading(msg("clarification.attachment_second", first=first, second=second, clause=clause), sql[1]),
    )
    return CodedClarification(msg("clarification.attachment", clause=clause), readings)


# Two values of one column


def _of_values(result: Coordination, ground: SchemaFacts) -> tuple[exp.Expr, exp.Expr] | None:
    for pair in value_pairs(result.first, result.second, ground)[:4]:
        for test in find_tests(result.clause, (pair.ref.table,), ground)[:4]:
            if test.ref != pair.ref and (trees := _filtered(result, pair, test, ground)):
                return trees
    return None


def _filtered(
    result: Coordination, pair: ValuePair, test: Test, ground: SchemaFacts
) -> tuple[exp.Expr, exp.Expr] | None:
    tables = (pair.ref.table, test.ref.table)
    shown = asked_of(result.before, pair.left_over, tables, (pair.ref, test.ref), ground)
    tree = select(ground, shown, (*tables, *(ref.table for ref in shown))) if shown else None
    if tree is None:
        return None
    one, other = equals(ground, pair.ref, pair.first), equals(ground, pair.ref, pair.second)
    clause = equals(ground, test.ref, test.value)
    both = exp.and_(exp.or_(one, other), clause)
    second = exp.or_(one, exp.and_(other, clause))
    return tree.where(both), tree.where(second)


# Two tables


def _of_tables(result: Coordination, ground: SchemaFacts) -> tuple[exp.Expr, exp.Expr] | None:
    pair = table_pair(result.first, result.second, ground)
    if pair is None:
        return None
    near = tuple(table.qualified for table in pair)
    for test in find_tests(result.clause, near, ground)[:4]:
        sides = [_side(table, other, test, ground) for table, other in (pair, pair[::-1])]
        if all(sides):
            (first, first_met), (_, second_met) = (side for side in sides if side)
            return exp.union(first_met, second_met), exp.union(first, second_met)
    return None


def _side(table: Table, other: Table, test: Test, ground: SchemaFacts) -> tuple[exp.Select, exp.Select] | None:
    """The rows of a table, all and those that meet the test: on its own column of that name, or on one it points to."""
    if test.ref.table in (table.qualified, other.qualified):
        own = table.column(test.ref.name)
        ref = ColumnRef(table.qualified, own.name) if own else None
    else:
        path = ground.graph.path(table.qualified, test.ref.table)
        ref = test.ref if path is not None and len(path) == 1 else None
    shown = recognised_by(table, (test.ref,))
    if ref is None or shown is None:
        return None
    tree = select(ground, (shown,), (table.qualified, ref.table))
    return (tree, tree.where(equals(ground, ref, test.value))) if tree is not None else None
