"""The walk through FROM: tables, sub-queries, functions, joins and pivots become the sources of a scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from answerable.guard.policy.table_names import table_read
from answerable.guard.resolve.catalog import KnownTable
from answerable.guard.resolve.column_lookup import Resolver
from answerable.guard.resolve.expression_walk import ExpressionWalk, QueryReader
from answerable.guard.resolve.outputs import Namer, columns_of, is_query, rename_output
from answerable.guard.resolve.reads import NameScope, Output, QuerySource, TableRead

__all__ = ["FromWalk"]

WithReader = Callable[[exp.Expr, NameScope], NameScope]
TailReader = Callable[[exp.Expr, NameScope, Output], None]
_SEEING_ALL = frozenset({"sqlite"})


class FromWalk:
    """Sub-queries go back to the query walk, which gave `query`, `with_` (their CTEs) and `tail` (their ORDER BY)."""

    def __init__(self, resolver: Resolver, query: QueryReader, with_: WithReader, tail: TailReader) -> None:
        self.resolver = resolver
        self.allow_list = resolver.allow_list
        self.names = Namer(resolver)
        self.query, self.with_, self.tail = query, with_, tail
        self.expressions = ExpressionWalk(resolver, query, self.table)

    def sources(self, node: exp.Expr, scope: NameScope) -> Iterator[exp.Join]:
        """Adds the sources to the scope, and gives the joins, whose conditions are read when all sources are known."""
        if (clause := node.args.get("from_")) is not None:
            yield from self.source(clause.this, scope)
        for join in node.args.get("joins") or ():
            yield from self.source(join.this, scope)
            yield join
        for lateral in node.args.get("laterals") or ():
            yield from self.source(lateral, scope)

    def source(self, node: exp.Expr, scope: NameScope) -> list[exp.Join]:
        before = len(scope.sources)
        if isinstance(node, exp.Table):
            joins = self._table_source(node, scope)
        elif isinstance(node, exp.Subquery):
            joins = self._subquery_source(node, scope)
        elif isinstance(node, exp.Pivot):
            joins = self.source(node.this, scope) if node.this is not None else []
            self._pivoted(node, [node], scope, before)
        else:
            joins = self._function_source(node, scope)
        nested = node.args.get("joins") or ()
        for join in nested:
            joins += [*self.source(join.this, scope), join]
        for lateral in node.args.get("laterals") or ():
            joins += self.source(lateral, scope)
        if pivots := node.args.get("pivots"):
            self._pivoted(node, pivots, scope, before)
        return joins

    def _table_source(self, node: exp.Table, scope: NameScope) -> list[exp.Join]:
        if not isinstance(node.this, exp.Identifier):
            return self._function_source(node, scope)
        if self._is_dual(node):
            return []
        name, alias = self.resolver.table_key(node.this), self.names.alias(node)
        columns = self.names.alias_columns(node)
        cte = scope.cte(name) if not node.args.get("db") else None
        if cte is not None:
            cte = rename_output(cte, columns)
            scope.sources.append(QuerySource(alias or name, frozenset(cte.names), cte.open, None, node, cte.query))
            return []
        table = self.table(node)
        source = self._base(table, alias or name, node)
        self._partition(source, node)
        if columns:  # renamed columns: what stands behind a name is no longer known, so the whole row counts as read
            self.resolver.row(source)
            source = QuerySource(source.name, source.columns | set(columns), source.open, None, node)
        scope.sources.append(source)
        if node.args.get("sample") is not None:
            self.expressions.walk(node.args["sample"], scope, aliases=False)
        return []

    def _partition(self, source: QuerySource, node: exp.Table) -> None:
        """`t PARTITION (p)` asks which rows lie in it, and so for the columns that decide that."""
        if node.args.get("partition") is None:
            return
        known = source.table.known if source.table is not None else None
        if known is not None and known.stored_by:
            self.resolver.columns(source, known.stored_by)
        else:
            self.resolver.row(source)

    def table(self, node: exp.Table) -> TableRead:
        """Record the read of a table by its name."""
        found = table_read(node, self.allow_list, self.resolver.catalog)
        self.resolver.reading.tables.append(found)
        return found

    def find(self, name: str) -> KnownTable | None:
        return self.resolver.catalog.find("", name)

    def _is_dual(self, node: exp.Table) -> bool:
        return self.allow_list.dialect == "mysql" and node.name.lower() == "dual" and not node.args.get("db")

    @staticmethod
    def _base(table: TableRead, name: str, node: exp.Expr) -> QuerySource:
        columns = frozenset(table.known.columns) if table.known else frozenset[str]()
        return QuerySource(name, columns, table.known is None, table, node)

    def _subquery_source(self, node: exp.Subquery, scope: NameScope) -> list[exp.Join]:
        alias, columns = self.names.alias(node), self.names.alias_columns(node)
        if is_query(node.this):
            output = rename_output(self.query(node.this, self.with_(node, scope), False), columns)
            self.tail(node, scope, output)
            scope.sources.append(QuerySource(alias, frozenset(output.names), output.open, None, node, output.query))
            return []
        if not alias:
            return self.source(node.this, scope)
        inner = NameScope(parent=scope, select=scope.select)
        for join in self.source(node.this, inner):
            self.condition(join, inner)  # a NATURAL one needs no care: every column counts as read below
        for source in inner.sources:  # the alias stands for all of it
            self.resolver.row(source)
        given = columns_of(inner.sources)
        scope.sources.append(
            QuerySource(alias, frozenset(given.names) | set(columns), given.open or bool(columns), None, node)
        )
        return []

    def _function_source(self, node: exp.Expr, scope: NameScope) -> list[exp.Join]:
        """A table function, UNNEST, LATERAL or VALUES: its arguments see what stands left of it."""
        alias, columns = self.names.alias(node), self.names.alias_columns(node)
        inner = node.this if isinstance(node, exp.Lateral | exp.Table) else node
        output = Output(open=True)
        if isinstance(inner, exp.Expr) and is_query(inner):
            output = self.query(inner, scope, False)
        elif inner is not None:
            self.expressions.walk_parts(inner, scope)
        for call in node.args.get("rows_from") or ():
            self.expressions.walk_parts(call, scope)
        output = rename_output(output, columns)
        closed = isinstance(node, exp.Values) and bool(columns)
        offset = node.args.get("offset")
        extra = {self.resolver.key(offset)} if isinstance(offset, exp.Identifier) else set()
        columns_given = frozenset(output.names) | extra
        scope.sources.append(QuerySource(alias, columns_given, output.open and not closed, None, node, output.query))
        return []

    def late_arguments(self, scope: NameScope) -> None:
        """SQLite's functions in FROM see what stands right of them too."""
        if self.allow_list.dialect not in _SEEING_ALL:
            return
        for source in scope.sources:
            call = source.node.this if isinstance(source.node, exp.Table) else source.node
            if isinstance(call, exp.Func):
                self.expressions.walk_parts(call, scope)

    def _pivoted(self, node: exp.Expr, pivots: Sequence[exp.Expr], scope: NameScope, before: int) -> None:
        """PIVOT and UNPIVOT read every column of what they turn, and give columns only the engine can name."""
        turned = scope.sources[before:]
        inner = NameScope(parent=scope.parent, sources=list(turned))
        for pivot in pivots:
            self.expressions.walk_pivot(pivot, inner)
        for source in turned:
            self.resolver.row(source)
        del scope.sources[before:]
        alias = next((name for item in [*reversed(pivots), node] if (name := self.names.alias(item))), "")
        names = frozenset(name for source in turned for name in source.columns)
        scope.sources.append(QuerySource(alias, names, True, None, node))

    def condition(self, join: exp.Join, scope: NameScope) -> None:
        for key in ("on", "match_condition"):
            if (clause := join.args.get(key)) is not None:
                self.expressions.walk(clause, scope, aliases=False)
        for name in join.args.get("using") or ():
            identifier = name.this if isinstance(name, exp.Column) else name
            self.resolver.path([identifier], scope, False, name)

    def natural(self, scope: NameScope) -> None:
        """Compares every name two sources share; where a source is open, any of its columns may be compared."""
        if any(source.open for source in scope.sources):
            for source in scope.sources:
                self.resolver.row(source)
        times = Counter(name for source in scope.sources for name in source.columns)
        for name, count in times.items():
            if count > 1:
                self.resolver.path([exp.to_identifier(name, quoted=True)], scope, False, exp.Null())
