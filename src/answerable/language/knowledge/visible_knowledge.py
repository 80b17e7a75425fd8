"""What is known, less what speaks of tables and columns that an asker may not read: it is neither used nor told.

What does not fit the source at all stays: that it is out of date may be said, in words that name nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from answerable.kernel.knowledge import (
    AgentLearning,
    BusinessRule,
    CanonicalMetric,
    JoinBy,
    Known,
    TableKnowledge,
    UseColumn,
    UseTable,
    UseValue,
    VerifiedQuery,
    WordMeans,
)
from answerable.kernel.schema import DatabaseSchema
from answerable.language.knowledge.fit_verified import Misfit, condition_of, query_of, table_named
from answerable.language.knowledge.templates import mark_variables
from answerable.language.knowledge.word_meanings import target_named

__all__ = ["within"]


def within(known: Known, full: DatabaseSchema, readable: DatabaseSchema) -> Known:
    """`readable`: the part of the `full` schema that may be read."""
    if known.is_empty or readable is full:
        return known
    view = _View(full, readable)
    return Known(
        tuple(_narrowed(table, view) for table in known.tables if view.shows_table(table.table_name)),
        tuple(metric for metric in known.metrics if view.shows(partial(_metric_fits, metric))),
        tuple(query for query in known.verified_queries if view.shows(partial(_query_fits, query))),
        tuple(rule for rule in known.rules if _rule_shows(rule, view)),
        tuple(learning for learning in known.learnings if _learning_shows(learning, view)),
    )


class _View:
    def __init__(self, full: DatabaseSchema, readable: DatabaseSchema) -> None:
        self._full, self._readable = full, readable

    def shows(self, fits: Callable[[DatabaseSchema], bool]) -> bool:
        """False for what is there but hidden."""
        return fits(self._readable) or not fits(self._full)

    def shows_table(self, name: str) -> bool:
        return self.shows(lambda schema: table_named(name, schema) is not None)

    def shows_name(self, name: str) -> bool:
        return self.shows(lambda schema: target_named(name, schema) is not None)


def _narrowed(table: TableKnowledge, view: _View) -> TableKnowledge:
    notes = tuple(note for note in table.column_notes if view.shows_name(f"{table.table_name}.{note.column}"))
    related = tuple(other for other in table.related_tables if view.shows_table(other.table))
    return replace(table, column_notes=notes, related_tables=related)


def _metric_fits(metric: CanonicalMetric, schema: DatabaseSchema) -> bool:
    try:
        query_of(mark_variables(metric.sql_template), schema)
    except Misfit:
        return False
    return not metric.date_column or target_named(metric.date_column, schema) is not None


def _query_fits(query: VerifiedQuery, schema: DatabaseSchema) -> bool:
    try:
        query_of(query.sql, schema)
    except Misfit:
        return False
    return True


def _condition_fits(condition: str, tables: tuple[str, ...], schema: DatabaseSchema) -> bool:
    try:
        condition_of(condition, tables, schema)
    except Misfit:
        return False
    return True


def _rule_shows(rule: BusinessRule, view: _View) -> bool:
    """A filter that is required stays even where it looks at hidden columns: the guard refuses what it cannot keep."""
    if not all(view.shows_table(table) for table in rule.applies_to_tables):
        return False
    return not rule.condition or view.shows(
        lambda schema: _condition_fits(rule.condition, rule.applies_to_tables, schema)
    )


def _learning_shows(learning: AgentLearning, view: _View) -> bool:
    effect, tables = learning.effect, learning.applies_to_tables
    if not all(view.shows_table(table) for table in tables):
        return False
    if isinstance(effect, JoinBy):
        return view.shows(lambda schema: _condition_fits(effect.condition, tables, schema))
    return all(view.shows_name(name) for name in _names(effect))


def _names(effect: object) -> tuple[str, ...]:
    if isinstance(effect, UseColumn | UseTable):
        return effect.wrong, effect.right
    if isinstance(effect, UseValue):
        return (effect.column,)
    return (effect.name,) if isinstance(effect, WordMeans) else ()
