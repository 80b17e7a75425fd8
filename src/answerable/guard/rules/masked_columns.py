from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow import Place, Use
from answerable.guard.flow.text_functions import only_makes_text
from answerable.guard.modes import Mode
from answerable.guard.order import order_dependences
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer

if TYPE_CHECKING:
    from answerable.guard.flow import Flow
    from answerable.guard.statement import Statement

_EQUALITIES = (exp.EQ, exp.NullSafeEQ, exp.In, exp.Join)
_AS_IT_STANDS = frozenset({Place.COUNTED, Place.NULL_TEST, Place.GROUPED, Place.DISTINCT})


class MaskedColumns(TreeRule):
    """A masked column is shown as `•••`, and nothing in the query asks what it holds.

    Wherever its values flow (aliases, `*`, CTEs, sub-queries, set operations, views, a few text functions), they come
    out masked. It may be counted, tested for NULL, grouped by, made distinct, and joined by equality to another masked
    column of the same kind. Comparing it with anything else, LIKE, ORDER BY, MIN and MAX, arithmetic, conditions on it
    and functions that search in it are refused: each tells what it holds. So is a query in which its way cannot be
    followed, and one whose outcome depends on the order in which such grouping or joining leaves the rows.
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
        told = {message for use in following.flow.uses for message in self._judged(use, following.flow)}
        yield from (self.finding(message) for message in sorted(told))
        if not told:
            yield from self._by_order(statement)

    @staticmethod
    def _judged(use: Use, flow: Flow) -> Iterator[str]:
        columns = use.value.of(Mode.MASKED) | use.other.of(Mode.MASKED)
        if columns and not _is_fine(use, flow):
            yield _message(use, shown(min(columns)))

    def _by_order(self, statement: Statement) -> Iterator[Finding]:
        """What depends on the order of rows may depend on the values by which an engine groups or joins."""
        for what in order_dependences(statement):
            yield self.finding(
                f"The values of a masked column may decide in what order rows come here: {what}.",
                hint="Sort by columns that are shown, by all that are not masked where LIMIT cuts, or leave this out.",
            )


def _message(use: Use, column: str) -> str:
    if use.place in _AS_IT_STANDS and not use.value.is_copy:
        return f"A masked column may be {use.place} as it stands only, and {column} is computed."
    return f"The column {column} is masked and may not be {use.place}{_how(use)}."


def _how(use: Use) -> str:
    return f" by {use.node.key.upper()} written this way" if use.place is Place.COMPUTED else ""


def _is_fine(use: Use, flow: Flow) -> bool:
    if use.place is Place.SHOWN:
        return True
    if use.place in _AS_IT_STANDS:
        return use.value.is_copy
    if use.place is Place.COMPARED:
        return isinstance(use.node, _EQUALITIES) and _both_masked(use)
    if use.place is Place.MATCHED:
        return _both_masked(use)
    return use.place is Place.COMPUTED and only_makes_text(use.node, flow.expressions.values)


def _both_masked(use: Use) -> bool:
    """Of one family of types, too: an engine that converts one to the other would find more equal than there is."""
    families = {mark.family for side in (use.value, use.other) for mark in side.marks}
    return len(families) == 1 and all(side.is_copy and side.of(Mode.MASKED) for side in (use.value, use.other))
