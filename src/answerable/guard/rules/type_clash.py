from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.kinds import Family, family_of, fits
from answerable.guard.rules.base import TreeRule, shown
from answerable.guard.verdict import Finding, Layer, Severity

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE)


class TypeClash(TreeRule):
    """A number column is compared with a word, a date column with what is no date, or numbers with texts."""

    code = "type_clash"
    layer = Layer.SEMANTIC
    severity = Severity.WARNING
    title = "Comparison of different types"
    why = "Some engines refuse it, others quietly find nothing or everything."
    bad = "SELECT id FROM orders WHERE total_amount > 'high'"
    fix = "Compare with a value of the column's own type."

    def look(self, statement: Statement) -> Iterator[Finding]:
        for kind in _COMPARISONS:
            for node in statement.every(kind):
                if (message := self._clash(statement, node.this, node.args.get("expression"))) is not None:
                    yield self.finding(message)

    def _clash(self, statement: Statement, left: object, right: object) -> str | None:
        one, two = self._family(statement, left), self._family(statement, right)
        if one is not None and isinstance(left, exp.Column) and isinstance(right, exp.Literal):
            if not fits(right, one):
                return f"{shown(left.name)} is a {one} column, and {shown(right.name)} is not."
        elif one is not None and two is not None and {one, two} == {Family.NUMBER, Family.TEXT}:
            assert isinstance(left, exp.Column) and isinstance(right, exp.Column)
            return f"{shown(left.name)} is a {one} column, and {shown(right.name)} is a {two} column."
        return None

    @staticmethod
    def _family(statement: Statement, node: object) -> Family | None:
        if not isinstance(node, exp.Column):
            return None
        source = statement.reading.origin.get(id(node))
        known = source.table.known if source is not None and source.table is not None else None
        written = (
            known.columns.get(statement.catalog.key(node.name, bool(node.this.args.get("quoted")))) if known else None
        )
        return family_of(written) if written else None
