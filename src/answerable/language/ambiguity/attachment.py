"""Attachment: in `writers and editors on a work-for-hire contract`, who has the contract, both or the editors alone?

Asked only where both things are values of one column, or tables, and the clause is a test that both can meet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from sqlglot import exp

from answerable.clarification import Clarification, Reading
from answerable.language.ambiguity.clause import Test, find_tests
from answerable.language.ambiguity.conjuncts import ValuePair, table_pair, value_pairs
from answerable.language.ambiguity.coordination import Coordination, find_coordinations
from answerable.language.ambiguity.ground import Ground
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.selecting import equals, select, text_of
from answerable.language.ambiguity.shown import asked_of, recognised_by
from answerable.language.normalise import Token
from answerable.language.query import ColumnRef
from answerable.schema import Table

__all__ = ["find_attachment"]


def find_attachment(question: str, tokens: Sequence[Token], ground: Ground, words: Words) -> Clarification | None:
    for coordination in find_coordinations(tokens):
        pair = _of_values(coordination, ground) or _of_tables(coordination, ground)
        if pair:
            return _asked(question, coordination, [text_of(ground, tree) for tree in pair], words)
    return None


def _asked(question: str, found: Coordination, sql: Sequence[str], words: Words) -> Clarification:
    text = unicodedata.normalize("NFKC", question)
    first, second, clause = (text[part[0].start : part[-1].end] for part in (found.first, found.second, found.clause))
    readings = (
        Reading(words.say("attachment_both", first=first, second=second, clause=clause), sql[0]),
        Reading(words.say("attachment_second", first=first, second=second, clause=clause), sql[1]),
    )
    return Clarification(words.say("attachment", clause=clause), readings)


# Two values of one column


def _of_values(found: Coordination, ground: Ground) -> tuple[exp.Expr, exp.Expr] | None:
    for pair in value_pairs(found.first, found.second, ground)[:4]:
        for test in find_tests(found.clause, (pair.ref.table,), ground)[:4]:
            if test.ref != pair.ref and (trees := _filtered(found, pair, test, ground)):
                return trees
    return None


def _filtered(found: Coordination, pair: ValuePair, test: Test, ground: Ground) -> tuple[exp.Expr, exp.Expr] | None:
    tables = (pair.ref.table, test.ref.table)
    shown = asked_of(found.before, pair.left_over, tables, (pair.ref, test.ref), ground)
    tree = select(ground, shown, (*tables, *(ref.table for ref in shown))) if shown else None
    if tree is None:
        return None
    one, other = equals(ground, pair.ref, pair.first), equals(ground, pair.ref, pair.second)
    clause = equals(ground, test.ref, test.value)
    both = exp.and_(exp.or_(one, other), clause)
    second = exp.or_(one, exp.and_(other, clause))
    return tree.where(both), tree.where(second)


# Two tables


def _of_tables(found: Coordination, ground: Ground) -> tuple[exp.Expr, exp.Expr] | None:
    pair = table_pair(found.first, found.second, ground)
    if pair is None:
        return None
    near = tuple(table.qualified for table in pair)
    for test in find_tests(found.clause, near, ground)[:4]:
        sides = [_side(table, other, test, ground) for table, other in (pair, pair[::-1])]
        if all(sides):
            (first, first_met), (_, second_met) = (side for side in sides if side)
            return exp.union(first_met, second_met), exp.union(first, second_met)
    return None


def _side(table: Table, other: Table, test: Test, ground: Ground) -> tuple[exp.Select, exp.Select] | None:
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
