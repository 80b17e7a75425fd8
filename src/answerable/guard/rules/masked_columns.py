from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow import Use, UsePlace
from answerable.guard.flow.order import order_dependences
from answerable.guard.flow.restricted_values import USE_WORDS
from answerable.guard.flow.text_functions import only_makes_text
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.guard.flow import Flow
    from answerable.guard.statement import Statement

_EQUALITIES = (exp.EQ, exp.NullSafeEQ, exp.In, exp.Join)
_AS_IT_STANDS = frozenset({UsePlace.COUNTED, UsePlace.NULL_TEST, UsePlace.GROUPED, UsePlace.DISTINCT})


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
    fix = msg("guard.uses_of_masked_column")

    def look(self, statement: Statement) -> Iterator[Finding]:
        following = statement.following
        if following is None:
            return
        if following.lost:
            yield self.finding(
                msg("guard.columns_not_followed", reason=following.lost),
                hint=msg("guard.name_columns_simply"),
            )
            return
        told = {message for use in following.flow.uses for message in self._judged(use, following.flow)}
        yield from (self.finding(message) for message in sorted(told, key=str))
        if not told:
            yield from self._by_order(statement)

    @staticmethod
    def _judged(use: Use, flow: Flow) -> Iterator[CodedMessage]:
        columns = use.value.of(Mode.MASKED) | use.other.of(Mode.MASKED)
        if columns and not _is_fine(use, flow):
            yield _message(use, quote_name(min(columns)))

    def _by_order(self, statement: Statement) -> Iterator[Finding]:
        """What depends on the order of rows may depend on the values by which an engine groups or joins."""
        for what in order_dependences(statement):
            yield self.finding(
                msg("guard.masked_order", what=what),
                hint=msg("guard.sort_by_shown_columns"),
            )


def _message(use: Use, column: str) -> CodedMessage:
    if use.place in _AS_IT_STANDS and not use.value.is_copy:
        return msg("guard.masked_is_computed", use=USE_WORDS[use.place], column=column)
    return msg("guard.masked_use", column=column, use=_how(use))


def _how(use: Use) -> CodedMessage:
    if use.place is UsePlace.COMPUTED:
        return msg("guard.computed_by", function=use.node.key.upper())
    return USE_WORDS[use.place]


def _is_fine(use: Use, flow: Flow) -> bool:
    if use.place is UsePlace.SHOWN:
        return True
    if use.place in _AS_IT_STANDS:
        return use.value.is_copy
    if use.place is UsePlace.COMPARED:
        return isinstance(use.node, _EQUALITIES) and _both_masked(use)
    if use.place is UsePlace.MATCHED:
        return _both_masked(use)
    return use.place is UsePlace.COMPUTED and only_makes_text(use.node, flow.expressions.values)


def _both_masked(use: Use) -> bool:
    """Of one family of types, too: an engine that converts one to the other would find more equal than there is."""
    families = {mark.family for side in (use.value, use.other) for mark in side.marks}
    return len(families) == 1 and all(side.is_copy and side.of(Mode.MASKED) for side in (use.value, use.other))
