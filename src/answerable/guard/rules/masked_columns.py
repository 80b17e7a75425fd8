from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow import Place, Use
from answerable.guard.modes import Mode
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_EQUALITIES = (exp.EQ, exp.NullSafeEQ, exp.In, exp.Join)
_AS_IT_STANDS = frozenset({Place.COUNTED, Place.NULL_TEST, Place.GROUPED, Place.DISTINCT})
_TEXT_FUNCTIONS = (
    exp.Case,
    exp.Coalesce,
    exp.Concat,
    exp.ConcatWs,
    exp.DPipe,
    exp.If,
    exp.Left,
    exp.Length,
    exp.Lower,
    exp.Replace,
    exp.Right,
    exp.Substring,
    exp.Trim,
    exp.Upper,
)
"""Functions that cannot fail on account of a value; a failure would tell something about it."""
_TEXT_TYPES = frozenset({"char", "nchar", "varchar", "nvarchar", "text"})


class MaskedColumns(TreeRule):
    """A masked column is shown as `•••`, and nothing in the query asks what it holds.

    Wherever its values flow (aliases, `*`, CTEs, sub-queries, set operations, views, text functions), they come out
    masked. It may be counted, tested for NULL, grouped by, made distinct, and joined by equality to another masked
    column. Comparing it with anything else, LIKE, ORDER BY, MIN and MAX, arithmetic and conditions on it are refused:
    each tells what it holds. So is a query in which its way cannot be followed.
    """

    code = "masked_column"
    layer = Layer.SCHEMA
    title = "Masked column that a query asks about"
    why = "Whoever may compare a hidden value with others can find it out."
    bad = "SELECT id FROM customers WHERE email LIKE 'a%'"
    fix = "Show it, count it, group by it, or join it to another masked column."

    def look(self, statement: Statement) -> Iterator[Finding]:
        following = statement.following
        if following is None:
            return
        if following.lost:
            yield self.finding(
                f"The policy restricts columns of this query, and they cannot be followed: {following.lost}.",
                hint="Name the columns you need, and write the query more simply.",
            )
            return
        told = {message for use in following.flow.uses for message in self._judged(use)}
        yield from (self.finding(message) for message in sorted(told))

    @staticmethod
    def _judged(use: Use) -> Iterator[str]:
        columns = use.value.of(Mode.MASKED) | use.other.of(Mode.MASKED)
        if columns and not _is_fine(use):
            yield f"The column {shown(min(columns))} is masked and may not be {use.place}."


def _is_fine(use: Use) -> bool:
    if use.place is Place.SHOWN:
        return True
    if use.place in _AS_IT_STANDS:
        return use.value.is_copy
    if use.place is Place.COMPARED:
        return isinstance(use.node, _EQUALITIES) and _both_masked(use)
    if use.place is Place.MATCHED:
        return _both_masked(use)
    return use.place is Place.COMPUTED and _only_makes_text(use)


def _both_masked(use: Use) -> bool:
    return all(side.is_copy and side.of(Mode.MASKED) for side in (use.value, use.other))


def _only_makes_text(use: Use) -> bool:
    node = use.node
    if isinstance(node, exp.Cast):
        return not isinstance(node, exp.TryCast) and node.to.this.value.lower() in _TEXT_TYPES
    return type(node) in _TEXT_FUNCTIONS
