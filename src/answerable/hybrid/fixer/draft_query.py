"""A query while it is put right: its tree, and what was changed so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from sqlglot import Dialect, exp
from sqlglot.tokens import Tokenizer

from answerable.kernel.light_dataclass import dataclass
from answerable.sql.scope import sources_of, table_name

if TYPE_CHECKING:
    from answerable.hybrid.fixer.fixing_source import FixingSource
    from answerable.kernel.messages import CodedMessage
    from answerable.kernel.schema import Column, Table

__all__ = ["BoundColumn", "DraftQuery", "DraftSource", "divide", "identifier", "own_select"]


@dataclass(frozen=True, slots=True)
class DraftSource:
    """What stands in FROM or a join under one name."""

    alias: str
    node: exp.Expr
    table: Table | None
    """None of a subquery, a CTE, and of what is not in the schema."""
    columns: frozenset[str] | None
    """In lower case; None where they cannot be told."""

    @property
    def called(self) -> exp.Identifier:
        """Its name as the query writes it."""
        given = self.node.args.get("alias")
        written = given.this if isinstance(given, exp.TableAlias) else self.node.this
        return written.copy() if isinstance(written, exp.Identifier) else identifier(self.alias)

    def has(self, column: str) -> bool:
        return self.columns is None or column.casefold() in self.columns


@dataclass(frozen=True, slots=True)
class BoundColumn:
    """A column of the query with what it is in the schema."""

    node: exp.Column
    source: DraftSource
    table: Table
    column: Column

    @property
    def key(self) -> tuple[str, str]:
        return self.table.qualified, self.column.name


@dataclass
class DraftQuery:
    tree: exp.Expr
    source: FixingSource
    question: str = ""
    changes: list[CodedMessage] = field(default_factory=list)
    is_changed: bool = False
    """Also by what need not be told."""
    original: exp.Expr = field(init=False)
    """With its names put right, before anything is added."""

    def __post_init__(self) -> None:
        self.original = self.tree

    @property
    def dialect(self) -> str:
        return self.source.schema.dialect

    def note(self, *messages: CodedMessage) -> None:
        self.is_changed = True
        self.changes += [one for one in messages if one not in self.changes]

    def selects(self) -> list[exp.Select]:
        return list(self.tree.find_all(exp.Select))

    def sources(self, select: exp.Select) -> list[DraftSource]:
        return [self._source(node) for node in sources_of(select)]

    def called(self, select: exp.Select, alias: str) -> exp.Identifier:
        found = (one.called for one in self.sources(select) if one.alias.casefold() == alias.casefold())
        return next(found, identifier(alias))

    def _source(self, node: exp.Expr) -> DraftSource:
        if not isinstance(node, exp.Table):
            return DraftSource(node.alias_or_name, node, None, _output_names(node.unnest()))
        query = _cte(node)
        if query is not None:
            return DraftSource(node.alias_or_name, node, None, _output_names(query))
        table = self.source.schema.table(table_name(node))
        names = frozenset(one.name.casefold() for one in table.columns) if table else None
        return DraftSource(node.alias_or_name, node, table, names)

    def bound(self, column: exp.Column) -> BoundColumn | None:
        """From the innermost SELECT outwards; None where it is none of a table's, or could be of several."""
        select = own_select(column)
        while select is not None:
            sources = self.sources(select)
            fitting = [one for one in sources if _is_called(one, column) and one.has(column.name)]
            if len(fitting) == 1 and fitting[0].table is not None:
                found = fitting[0].table.column(column.name)
                return BoundColumn(column, fitting[0], fitting[0].table, found) if found else None
            if fitting:
                return None
            select = own_select(select.parent) if select.parent else None
        return None

    def bound_columns(self, within: exp.Expr | None = None) -> Iterator[BoundColumn]:
        for node in list((within or self.tree).find_all(exp.Column)):
            if not isinstance(node.this, exp.Star) and (found := self.bound(node)):
                yield found


def own_select(node: exp.Expr | None) -> exp.Select | None:
    while node is not None and not isinstance(node, exp.Select):
        node = node.parent
    return node


def identifier(name: str) -> exp.Identifier:
    """Quoted where letters, signs or a keyword need it."""
    is_plain = name.isascii() and name.isidentifier() and name.islower() and name.upper() not in Tokenizer.KEYWORDS
    return exp.to_identifier(name, quoted=not is_plain)


def divide(this: exp.Expr, by: exp.Expr, dialect: str) -> exp.Expr:
    """As the dialect divides, with no guard of another one's around it."""
    kind = Dialect.get_or_raise(dialect)
    return exp.Div(this=this, expression=by, typed=kind.TYPED_DIVISION, safe=kind.SAFE_DIVISION)


def _is_called(source: DraftSource, column: exp.Column) -> bool:
    return not column.table or source.alias.casefold() == column.table.casefold()


def _cte(node: exp.Table) -> exp.Expr | None:
    """The CTE a name stands for, the nearest first."""
    around = node.parent
    while around is not None:
        with_ = around.args.get("with_")
        for one in with_.expressions if with_ is not None else ():
            if one.alias.casefold() == node.name.casefold() and not node.db:
                found: exp.Expr = one.this
                return found
        around = around.parent
    return None


def _output_names(query: exp.Expr) -> frozenset[str] | None:
    if not isinstance(query, exp.Query) or query.is_star:
        return None
    names = [one.alias_or_name.casefold() for one in query.selects]
    return frozenset(names) if all(names) else None
