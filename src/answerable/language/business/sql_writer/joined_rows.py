"""The rows of a query: its base table, what was joined to it so far, and the columns of both."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cached_property

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.language.business.business_query import Via
from answerable.language.business.relationship_paths import PathStep, RelationshipPaths
from answerable.language.business.sql_writer.sql_terms import column_term, table_term, times
from answerable.semantics import BusinessMeasure, CodeDecoding, SemanticModel
from answerable.semantics.discount_values import DISCOUNT_GIVEN, discount_given
from answerable.semantics.measure_expressions import derived_expression
from answerable.semantics.read_expressions import read_expression
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["CannotWrite", "JoinedRows", "WriterSource"]

_Walk = tuple[tuple[str, tuple[str, ...], bool], ...]
"""The way from the base table to another: each step's table, key and direction."""


class CannotWrite(Exception):
    """No way leads from one of its tables to another."""


@dataclass(frozen=True)
class WriterSource:
    schema: DatabaseSchema
    model: SemanticModel
    paths: RelationshipPaths
    today: date

    @cached_property
    def labels(self) -> SemanticLabels:
        return SemanticLabels(self.model)

    @property
    def dialect(self) -> str:
        return self.schema.dialect


class JoinedRows:
    def __init__(self, source: WriterSource, base: str, prefix: str = "t") -> None:
        self.source = source
        self.base = base
        self.prefix = prefix
        self.multiplies = False
        """True where one row of the base table stands in several rows."""
        self._aliases: dict[_Walk, str] = {(): f"{prefix}0"}
        self._joins: list[tuple[PathStep, str, str]] = []

    def select_from(self, select: exp.Select) -> exp.Select:
        # Nodes made by hand: the builders copy the whole query and parse the words "left" and "inner" at each call.
        select.set("from_", exp.From(this=table_term(self.base, f"{self.prefix}0")))
        for step, left, right in self._joins:
            is_left = step.is_up and step.relationship.is_optional
            join = {"side": "LEFT"} if is_left else {"kind": "INNER"}
            select.append(
                "joins", exp.Join(this=table_term(step.target, right), on=_join_on(step, left, right), **join)
            )
        return select

    def alias(self, table: str, via: Via = ()) -> str:
        """Joins the table where that is not done yet. Raises CannotWrite."""
        path = self._path(table, via)
        if path is None:
            raise CannotWrite(f"{self.base} to {table}")
        return self._walk((), path)

    def is_below(self, table: str, via: Via) -> bool:
        """Reached only by going down, where one row meets several: then it is asked whether one exists."""
        path = self.source.paths.path(self.base, table, via)
        if path is None or (table == self.base and not via) or all(step.is_up for step in path):
            return False
        return tuple(_stop(step) for step in path) not in self._aliases

    def value(self, table: str, column: str, via: Via = ()) -> exp.Expr:
        """The column as what it holds in truth: numbers and dates hidden in text are read."""
        plain = column_term(self.alias(table, via), column)
        hidden = self.source.model.hidden_type(table, column)
        return read_expression(hidden, plain, self.source.dialect) if hidden else plain

    def amount(self, table: str, column: str, via: Via = ()) -> exp.Expr:
        """The value in its unit: cents as euros."""
        measure = self._measure(table, column)
        return times(self.value(table, column, via), measure.scale if measure else 1.0)

    def derived(self, table: str, kind: str) -> exp.Expr:
        model = self.source.model
        found = [one for one in model.derived_of(table) if one.kind == kind]
        one = discount_given(model, table) if kind == DISCOUNT_GIVEN else next(iter(found), None)
        if one is None:
            raise CannotWrite(f"{kind} of {table}")
        return derived_expression(model, one, self.source.today, self.alias(table), self.source.dialect)

    def shown_row(self, table: str, via: Via) -> list[exp.Expr]:
        entity = self.source.model.entity(table)
        names = (entity.display or entity.key) if entity else ()
        if not names:
            raise CannotWrite(table)
        return [self.shown_column(table, name, via) for name in names]

    def shown_column(self, table: str, column: str, via: Via) -> exp.Expr:
        """A code as what it means."""
        for one in self.source.model.decodings:
            if (one.table, one.column) == (table, column) and one.target != table:
                return self._decoded(one, via)
        return self.amount(table, column, via)

    def _decoded(self, decoding: CodeDecoding, via: Via) -> exp.Expr:
        alias = self.alias(decoding.table, via)
        path = self.source.paths.path(decoding.table, decoding.target, (decoding.column,))
        if path is None:
            return column_term(alias, decoding.column)
        start = next(walk for walk, name in self._aliases.items() if name == alias)
        return column_term(self._walk(start, path), decoding.label_column)

    def _walk(self, walked: _Walk, path: Sequence[PathStep]) -> str:
        for step in path:
            left = self._aliases[walked]
            walked = (*walked, _stop(step))
            if walked not in self._aliases:
                self._aliases[walked] = f"{self.prefix}{len(self._aliases)}"
                self._joins.append((step, left, self._aliases[walked]))
                self.multiplies = self.multiplies or not (step.is_up or step.relationship.is_unique)
        return self._aliases[walked]

    def _path(self, table: str, via: Via) -> tuple[PathStep, ...] | None:
        path = self.source.paths.path(self.base, table, via)
        return self._path_by_role(table, via) if path is None and via else path

    def _path_by_role(self, table: str, via: Via) -> tuple[PathStep, ...] | None:
        """The key belongs to a table on the way, not to the base."""
        holders = [one.table for one in self.source.model.relationships if one.columns == via and one.target == table]
        for holder in dict.fromkeys(holders):
            start = self.source.paths.path(self.base, holder)
            last = self.source.paths.path(holder, table, via)
            if start is not None and last is not None:
                return (*start, *last)
        return None

    def _measure(self, table: str, column: str) -> BusinessMeasure | None:
        return next((one for one in self.source.model.measures_of(table) if one.column == column), None)


def _stop(step: PathStep) -> tuple[str, tuple[str, ...], bool]:
    return step.relationship.table, step.relationship.columns, step.is_up


def _join_on(step: PathStep, left: str, right: str) -> exp.Expr:
    ties = [exp.EQ(this=column_term(left, a), expression=column_term(right, b)) for a, b in step.pairs]
    conditions = step.relationship.condition if step.is_up else ()
    fixed = [exp.EQ(this=column_term(right, name), expression=exp.Literal.string(value)) for name, value in conditions]
    return exp.and_(*ties, *fixed)
