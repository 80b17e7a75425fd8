from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

from answerable.guard.comparisons import Comparison, comparisons
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer, Severity
from answerable.schema import Column, Kind

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
    fix = "Use one of the values that occur."

    most_shown: ClassVar[int] = 6
    rows_looked_at: ClassVar[int] = 50_000
    """Tables up to so many rows are read as a whole when values are collected."""

    def look(self, statement: Statement) -> Iterator[Finding]:
        told: dict[str, None] = {}
        for comparison in comparisons(statement):
            values = self._values(comparison, statement)
            text = _text(comparison.value, statement.allowed.dialect)
            any_case = comparison.folded or statement.allowed.dialect in _ANY_CASE
            if values and text is not None and not _occurs(text, values, any_case):
                message = self._message(comparison, text, values)
                if message not in told:
                    told[message] = None
                    yield self.finding(message, hint=_nearest(text, values))

    @staticmethod
    def _values(comparison: Comparison, statement: Statement) -> tuple[str, ...]:
        """All values of the column; empty where they are not all known, or not for everybody to see."""
        column = comparison.column
        if not comparison.wants_equal or column.facts is None or not _is_complete(column.facts, column.rows):
            return ()
        return column.facts.common_values if statement.permissions.may_tell(column.table, column.key) else ()

    def _message(self, comparison: Comparison, text: str, values: tuple[str, ...]) -> str:
        known = ", ".join(map(shown, values[: self.most_shown])) + (", …" if len(values) > self.most_shown else "")
        rows = comparison.column.rows
        subject = "No row has" if rows is not None and rows <= self.rows_looked_at else "No row looked at has"
        return f"{subject} {comparison.written} {shown(text)}; values are {known}."


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


def _nearest(text: str, values: tuple[str, ...]) -> str:
    by_case = {value.casefold(): value for value in reversed(values)}
    near = get_close_matches(text.casefold()[:100], list(by_case), n=1)
    if not near:
        return ""
    same_but_spaces = "".join(near[0].split()) == "".join(text.casefold().split())
    spaces = " Mind the spaces in it." if same_but_spaces and near[0] != text.casefold() else ""
    return f"Did you mean {shown(by_case[near[0]])}?{spaces}"
