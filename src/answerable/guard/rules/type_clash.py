from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.parse.comparisons import ColumnComparison, column_pairs, comparisons
from answerable.guard.parse.type_families import FAMILY_WORDS, Family, clash, family_of, family_of_value
from answerable.guard.resolve.base_columns import base_column
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer, Severity
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.guard.statement import Statement

_AFFINE = frozenset({"sqlite"})
"""Dialects that turn texts into numbers where a number column meets a text column."""


class TypeClash(TreeRule):
    """A column is compared with a value of another type: a number with a word, a date with what is no date.

    An error where the engine itself gives one (PostgreSQL compares nothing across types, DuckDB casts and fails), told
    where the engine would quietly compare something else than was meant, silent where it does the expected.
    """

    code = "type_clash"
    layer = Layer.SEMANTIC
    severity = Severity.WARNING
    title = "Comparison of different types"
    why = "Some engines refuse it, others quietly find nothing or everything."
    bad = "SELECT id FROM orders WHERE total_amount > 'high'"
    fix = msg("guard.compare_own_type")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.catalog.known:
            return
        for comparison in comparisons(statement):
            if (finding := self._constant(comparison, statement.allow_list.dialect)) is not None:
                yield finding
        for left, right in column_pairs(statement):
            if (finding := self._columns(left, right, statement)) is not None:
                yield finding

    def _constant(self, comparison: ColumnComparison, dialect: str) -> Finding | None:
        family = family_of(comparison.column.type)
        if family is None or comparison.folded:
            return None
        value = family_of_value(comparison.value, family)
        severity = clash(dialect, family, value, ordering=comparison.ordering)
        if severity is None:
            return None
        written = comparison.value.sql() if comparison.value.key == "boolean" else comparison.value.name
        type_ = FAMILY_WORDS[family]
        message = msg(
            "guard.value_of_other_type", column=quote_name(comparison.written), value=quote_name(written), type=type_
        )
        hint = msg("guard.cast_or_quote") if value is Family.NUMBER else None
        return self.finding(message, hint=hint, severity=severity)

    def _columns(self, left: exp.Column, right: exp.Column, statement: Statement) -> Finding | None:
        one, two = (_family(column, statement) for column in (left, right))
        if one is None or two is None or {one, two} != {Family.NUMBER, Family.TEXT}:
            return None
        if statement.allow_list.dialect in _AFFINE:
            return None
        severity = Severity.ERROR if statement.allow_list.dialect == "postgres" else Severity.WARNING
        message = msg(
            "guard.columns_of_other_types",
            left=quote_name(left.name),
            left_type=FAMILY_WORDS[one],
            right=quote_name(right.name),
            right_type=FAMILY_WORDS[two],
        )
        return self.finding(message, hint=msg("guard.cast_one"), severity=severity)


def _family(column: exp.Column, statement: Statement) -> Family | None:
    base = base_column(column, statement.reading, statement.catalog)
    return family_of(base.type) if base is not None else None
