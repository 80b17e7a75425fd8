from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from answerable.guard.parse.comparisons import ColumnComparison, comparisons
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer, Severity
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import Column, Kind
from answerable.naming.nearest import nearest

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.guard.statement import Statement

_ANY_CASE = frozenset({"mysql"})
"""Dialects whose usual collations compare texts without regard to case."""
_NUMBER_AS_TEXT = frozenset({"sqlite", "mysql"})
_FEW = 20
_ROWS_READ_WHOLE = 5_000
"""Below so many rows every engine reads the whole table when values are collected."""


class UnknownValue(TreeRule):
    """A text column is compared with a value that none of its rows has.

    Only where all values of the column are known, because they or the rows are few: then some that do occur are
    named, and the nearest is the hint. Nothing is said of columns whose values the policy does not let everybody see.
    """

    code = "unknown_value"
    layer = Layer.SEMANTIC
    severity = Severity.WARNING
    title = "Value that does not occur"
    why = "The answer would be empty or zero, and look like a fact."
    bad = "SELECT count(*) FROM customers WHERE status = 'Active'"
    fix = msg("guard.use_occurring_value")

    most_shown: ClassVar[int] = 6
    rows_looked_at: ClassVar[int] = 50_000
    """Tables up to so many rows are read as a whole when values are collected."""

    def look(self, statement: Statement) -> Iterator[Finding]:
        told: dict[CodedMessage, None] = {}
        for comparison in comparisons(statement):
            values = self._values(comparison, statement)
            text = _text(comparison.value, statement.allow_list.dialect)
            any_case = comparison.folded or statement.allow_list.dialect in _ANY_CASE
            if values and text is not None and not _occurs(text, values, any_case):
                message = self._message(comparison, text, values)
                if message not in told:
                    told[message] = None
                    yield self.finding(message, hint=_nearest(text, values))

    @staticmethod
    def _values(comparison: ColumnComparison, statement: Statement) -> tuple[str, ...]:
        """All values of the column; empty where they are not all known, or not for everybody to see."""
        column = comparison.column
        if not comparison.wants_equal or column.facts is None or not _is_complete(column.facts, column.rows):
            return ()
        return column.facts.common_values if statement.permissions.may_tell(column.table, column.key) else ()

    def _message(self, comparison: ColumnComparison, text: str, values: tuple[str, ...]) -> CodedMessage:
        known = ", ".join(map(quote_name, values[: self.most_shown])) + (", …" if len(values) > self.most_shown else "")
        rows = comparison.column.rows
        column, value = comparison.written, quote_name(text)
        if rows is not None and rows <= self.rows_looked_at:
            return msg("guard.no_row_has", column=column, value=value, known=known)
        return msg("guard.no_row_seen_has", column=column, value=value, known=known)


def _is_complete(column: Column, rows: int | None) -> bool:
    """Where part of the rows was looked at, few different values are taken for all of them, many are not."""
    seen = column.distinct_estimate
    all_seen = seen is not None and 0 < seen <= len(column.common_values)
    believable = len(column.common_values) <= _FEW or (rows is not None and rows < _ROWS_READ_WHOLE)
    return all_seen and believable and column.kind is Kind.TEXT and not column.sensitive


def _text(value: exp.Literal | exp.Boolean, dialect: str) -> str | None:
    """The value as the column would hold it; None where the engine does not compare as texts."""
    if value.key != "literal" or not (value.is_string or dialect in _NUMBER_AS_TEXT):
        return None
    return str(value.this)


def _occurs(text: str, values: tuple[str, ...], any_case: bool) -> bool:
    """Spaces at the end do not count: some types pad with them, and some engines ignore them."""
    if any_case:
        return text.rstrip().casefold() in {value.rstrip().casefold() for value in values}
    return text.rstrip() in {value.rstrip() for value in values}


def _nearest(text: str, values: tuple[str, ...]) -> CodedMessage | None:
    by_case = {value.casefold(): value for value in reversed(values)}
    near = nearest(text.casefold()[:100], by_case)
    if near is None:
        return None
    name = quote_name(by_case[near])
    same_but_spaces = "".join(near.split()) == "".join(text.casefold().split())
    if same_but_spaces and near != text.casefold():
        return msg("guard.did_you_mean_with_spaces", name=name)
    return msg("guard.did_you_mean", name=name)
