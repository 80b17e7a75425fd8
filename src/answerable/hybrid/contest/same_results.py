"""Whether two queries give the same when they are tried on the few rows that came with the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.language.reranking.sql_shape import sql_shape

if TYPE_CHECKING:
    from answerable.language.sample_runs import RunOutcome, SampleRuns

__all__ = ["give_the_same"]


def give_the_same(one: str, other: str, runs: SampleRuns, dialect: str) -> bool:
    """Further columns do no harm. Counts of a sample may be equal by chance: there both must read the same tables."""
    if sql_shape(one, dialect).plain == sql_shape(other, dialect).plain:
        return True
    left, right = runs.outcome(one), runs.outcome(other)
    if left is None or right is None or not (left.is_telling and right.is_telling):
        return False
    return _are_alike(left, right) and (left.is_whole or left.rows > 1 or _read_the_same(one, other, dialect))


def _are_alike(left: RunOutcome, right: RunOutcome) -> bool:
    if left.rows != right.rows:
        return False
    columns, others = set(left.by_column), set(right.by_column)
    return left.result == right.result or columns <= others or others <= columns


def _read_the_same(one: str, other: str, dialect: str) -> bool:
    return bool(sql_shape(one, dialect).names & sql_shape(other, dialect).names)
