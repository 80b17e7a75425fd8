"""What somebody defined in SQL, checked and ready for a query: a figure with its joins and tests, or what a word means.

Expressions keep their columns under `Table.qualified`; only where a query is built do they get the names it uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.sql.column_ref import ColumnRef

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.language.linking.join_path import Join
    from answerable.language.linking.schema_index import LinkTarget
    from answerable.language.query.sql_names import SqlNames
    from answerable.language.question.word_lists import Phrase

__all__ = ["NO_GLOSSARY", "Definition", "Expression", "Glossary"]


@dataclass(frozen=True)
class Expression:
    """Two are equal when they are written alike."""

    text: str
    refs: tuple[ColumnRef, ...]
    """Columns it speaks of, each once, in order."""
    _tree: exp.Expr = field(repr=False, compare=False)

    @property
    def tree_itself(self) -> exp.Expr:
        """To be looked at, never changed."""
        return self._tree

    def tree(self, names: SqlNames) -> exp.Expr:
        """A fresh tree, its columns as this query calls them."""
        from sqlglot import exp

        def written(node: exp.Expr) -> exp.Expr:
            return names.column(ColumnRef(node.table, node.name)) if isinstance(node, exp.Column) else node

        return self._tree.transform(written)

    def test(self, names: SqlNames) -> exp.Expr:
        """As a part of a WHERE: alternatives in brackets."""
        from sqlglot import exp

        tree = self.tree(names)
        return exp.Paren(this=tree) if isinstance(tree, exp.Or) else tree


@dataclass(frozen=True)
class Definition:
    """A metric: what is computed, over which rows."""

    name: str
    label: str
    """What its column is called."""
    table: str
    """`Table.qualified` of the table its rows come from."""
    figure: Expression
    joins: tuple[Join, ...] = ()
    tests: tuple[Expression, ...] = ()
    dated: ColumnRef | None = None
    """Where it is placed in time, if it says so."""
    is_periodic: bool = False
    """It is meant for a period, which the question should name."""
    adds_up: bool = False
    """The figures of all groups together are the figure of the whole."""
    is_count: bool = False
    """It says how many there are of something."""
    counts_once: bool = False
    """Rows that a join repeats do not change it: distinct counts, extremes."""

    @property
    def tables(self) -> tuple[str, ...]:
        return (self.table, *(join.table for join in self.joins))

    @property
    def basis(self) -> tuple[object, ...]:
        """Two metrics of the same basis can stand in one query."""
        return self.table, self.joins, self.tests


@dataclass(frozen=True)
class Glossary:
    """What words of a question mean here, besides what the schema itself names."""

    names: tuple[tuple[Phrase, LinkTarget], ...] = ()
    """Synonyms of tables and columns."""
    settled: Mapping[Phrase, tuple[LinkTarget, ...]] = field(default_factory=dict)
    """Phrases that mean this and nothing else: metrics, learned words."""
    terms: Mapping[Phrase, tuple[LinkTarget, ...]] = field(default_factory=dict)
    """Words for rows that meet a condition; each target's value is the term."""
    metrics: Mapping[str, Definition] = field(default_factory=dict)
    """By name."""
    conditions: Mapping[tuple[str, str], Expression] = field(default_factory=dict)
    """By table and term."""


NO_GLOSSARY = Glossary()
