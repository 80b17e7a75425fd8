"""Measures as SQL: counts that joins cannot inflate, money out of cents, products of columns, shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from answerable.kernel.schema import Column
from answerable.language.linking.column_traits import is_cents
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query.conditions import condition
from answerable.language.query.defined_figures import of_rows_passing
from answerable.language.query.join_rows import Joiner
from answerable.language.query.sql_names import SqlNames
from answerable.language.query_model.filled_query import Filter, Measure, Query
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["Aggregates", "percent_discount", "ratio"]

_SCALE = re.compile(r"(?i)^(?:DECIMAL|NUMERIC)\s*\(\s*\d+\s*,\s*(\d+)\s*\)")
_WORDS = word_file("answerable.language.query")
_DISCOUNTS = _WORDS.phrases("discounts")
_FUNCTIONS = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max, "median": exp.Median}
_RATIOS = {"over": "1.0", "hourly": "60.0", "percent": "100.0"}


class Aggregates:
    def __init__(self, index: SchemaIndex, names: SqlNames, joiner: Joiner) -> None:
        self._index = index
        self._names = names
        self._joiner = joiner

    def shown_figure(self, measure: Measure, query: Query) -> exp.Expr:
        """The measure as the query shows it: the figure itself, or its share of the whole in percent."""
        if query.change:
            return self._change(measure, query)
        if query.base:
            return self._share_of_part(measure, query)
        if not query.share:
            return self.figure(measure, query)
        return self._share_of_total(measure, query) if query.dimensions else self._share_of_part(measure, query)

    def figure(self, measure: Measure, query: Query) -> exp.Expr:
        if measure.definition:
            return measure.definition.figure.tree(self._names)
        if measure.operator in _RATIOS:
            return self._ratio(measure, query)
        raw = self._raw(measure, query)
        if (divisor := self._divisor(measure)) != 1:
            return ratio(raw, exp.Literal.number(f"{divisor}.0"))
        scale = self._lost_scale(measure)
        return _rounded(raw, scale) if scale is not None else raw

    def _raw(self, measure: Measure, query: Query) -> exp.Expr:
        if measure.definition:
            return measure.definition.figure.tree(self._names)
        if measure.function in ("count", "count_distinct"):
            return self._count(measure, query)
        if measure.function == "range":
            operand = self._operand(measure)
            return exp.Paren(this=exp.Sub(this=exp.Max(this=operand), expression=exp.Min(this=operand.copy())))
        return _FUNCTIONS[measure.function](this=self._operand(measure))

    def _ratio(self, measure: Measure, query: Query) -> exp.Expr:
        """The aggregate of one column divided by that of the other, each in its own unit."""
        above, below = (
            self.figure(replace(measure, columns=(name,), operator="times"), query) for name in measure.columns
        )
        scaled = exp.Mul(this=exp.Literal.number(_RATIOS[measure.operator]), expression=above)
        divided = ratio(scaled, exp.Nullif(this=below, expression=exp.Literal.number(0)))
        return _rounded(divided, 2) if measure.operator == "percent" else divided

    def amount(self, measure: Measure) -> exp.Expr:
        """What is aggregated, of one row, in the unit it is shown in."""
        operand, divisor = self._operand(measure), self._divisor(measure)
        return operand if divisor == 1 else ratio(operand, exp.Literal.number(f"{divisor}.0"))

    def _share_of_total(self, measure: Measure, query: Query) -> exp.Expr:
        """100 × the group's figure ÷ the figure over all groups."""
        own = self._raw(measure, query)
        total = exp.Window(this=exp.Sum(this=own.copy()))
        return _rounded(ratio(_hundredfold(own), total), 2)

    def _share_of_part(self, measure: Measure, query: Query) -> exp.Expr:
        """100 × the figure over the rows that pass ÷ the figure over all rows."""
        part = self._passing(measure, query.part)
        if query.base:
            nonzero = exp.Nullif(this=self._passing(measure, query.base), expression=exp.Literal.number(0))
            return ratio(exp.Mul(this=exp.Literal.number("1.0"), expression=part), nonzero)
        whole = self._whole(measure)
        nonzero = exp.Nullif(this=whole, expression=exp.Literal.number(0))
        return _rounded(ratio(_hundredfold(part), nonzero), 2)

    def _change(self, measure: Measure, query: Query) -> exp.Expr:
        """100 × what was added ÷ what there was before."""
        now, before = self._passing(measure, query.part), self._passing(measure, query.base)
        added = exp.Paren(this=exp.Sub(this=now, expression=before))
        nonzero = exp.Nullif(this=before.copy(), expression=exp.Literal.number(0))
        return _rounded(ratio(_hundredfold(added), nonzero), 2)

    def _whole(self, measure: Measure) -> exp.Expr:
        if measure.definition:
            return measure.definition.figure.tree(self._names)
        return exp.Sum(this=self._operand(measure)) if measure.columns else exp.Count(this=exp.Star())

    def _passing(self, measure: Measure, filters: Sequence[Filter]) -> exp.Expr:
        """The sum, or the metric, over the rows that pass all filters."""
        dialect = self._index.schema.dialect
        tests = [condition(f, self._index.column(f.ref.table, f.ref.name), self._names, dialect) for f in filters]
        both = exp.and_(*tests, copy=False)
        if measure.definition:
            return of_rows_passing(measure.definition.figure.tree(self._names), both)
        each = self._operand(measure) if measure.columns else exp.Literal.number(1)
        passing = exp.If(this=both, true=each)
        return exp.Sum(this=exp.Case(ifs=[passing], default=exp.Literal.number(0)))

    def _count(self, measure: Measure, query: Query) -> exp.Expr:
        """Rows; or distinct keys where a join repeats the rows."""
        if measure.columns:
            return _distinct(self._names.column(ColumnRef(measure.table, measure.columns[0])))
        keys = self._index.table(measure.table).primary_key
        if len(keys) == 1 and self._joiner.repeats(query, measure.table):
            return _distinct(self._names.column(ColumnRef(measure.table, keys[0])))
        return exp.Count(this=exp.Star())

    def _operand(self, measure: Measure) -> exp.Expr:
        columns = [self._names.column(ref) for ref in measure.refs]
        if len(columns) == 1:
            return columns[0]
        if measure.operator in ("plus", "minus"):
            combined = exp.Add if measure.operator == "plus" else exp.Sub
            return combined(this=columns[0], expression=columns[1])
        product = exp.Mul(this=columns[0], expression=columns[1])
        discount = self._discount(measure)
        if discount is None:
            return product
        reduced = self._names.column(ColumnRef(measure.table, discount.name))
        percent = exp.Coalesce(this=reduced, expressions=[exp.Literal.number(0)])
        kept = exp.Sub(this=exp.Literal.number(100), expression=percent)
        return exp.Mul(this=product, expression=exp.Paren(this=kept))

    def _discount(self, measure: Measure) -> Column | None:
        return percent_discount(self._index.table(measure.table).columns) if measure.reduced else None

    def _divisor(self, measure: Measure) -> int:
        """By what the operand is too large: cents by 100, a product with its percent kept by 100 again."""
        cents = any(is_cents(self._index.column(ref.table, ref.name)) for ref in measure.refs)
        return (100 if cents else 1) * (100 if self._discount(measure) else 1)

    def _lost_scale(self, measure: Measure) -> int | None:
        """SQLite keeps DECIMAL(p, s) as a float: the digits after the point to round its sum back to."""
        if measure.function != "sum" or len(measure.columns) != 1 or self._index.schema.dialect != "sqlite":
            return None
        declared = _SCALE.match(self._index.column(measure.table, measure.columns[0]).data_type)
        return int(declared[1]) if declared else None


def percent_discount(columns: Sequence[Column]) -> Column | None:
    """A column that says by how many percent a line is reduced."""
    return next((c for c in columns if identifier_lemmas(c.name) in _DISCOUNTS and c.kind.is_number), None)


def ratio(amount: exp.Expr, by: exp.Expr) -> exp.Expr:
    """Division that keeps fractions: one side is always written with a decimal point, so no cast is wanted."""
    return exp.Div(this=amount, expression=by, typed=True)


def _hundredfold(amount: exp.Expr) -> exp.Expr:
    return exp.Mul(this=exp.Literal.number("100.0"), expression=amount)


def _rounded(amount: exp.Expr, digits: int) -> exp.Expr:
    return exp.Round(this=amount, decimals=exp.Literal.number(digits))


def _distinct(column: exp.Expr) -> exp.Expr:
    return exp.Count(this=exp.Distinct(expressions=[column]))
