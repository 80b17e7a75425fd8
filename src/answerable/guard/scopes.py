"""The walk through a statement's queries, scope by scope, that finds out what it reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlglot import exp

from answerable.guard.catalog import Catalog, KnownTable
from answerable.guard.expressions import ExpressionWalk
from answerable.guard.lists import Allowed
from answerable.guard.reading import Output, Reading, Scope, Source, TableRead
from answerable.guard.resolve import Resolver

__all__ = ["read"]

_SOURCE_ARGS = frozenset(
    {"with_", "from_", "joins", "laterals", "hint", "pivots", "into", "kind", "operation_modifiers"}
)
_BEFORE_ALIASES = frozenset({"where", "expressions"})
_EARLY_ALIASES = frozenset({"duckdb", "sqlite", "spark"})
"""Dialects in which the SELECT list and WHERE see names given earlier in the SELECT list."""
_OPTIONAL_RECURSIVE = frozenset({"sqlite"})


def read(tree: exp.Expr, allowed: Allowed, catalog: Catalog) -> Reading:
    """What the statement reads, judged against the catalog where there is one."""
    resolver = Resolver(allowed, catalog)
    QueryWalk(resolver).query(tree, Scope(parent=None))
    return resolver.reading


class QueryWalk:
    """Walks queries and their FROM clauses; `ExpressionWalk` gets the expressions, and hands sub-queries back."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.allowed = resolver.allowed
        self.catalog = resolver.catalog
        self.expressions = ExpressionWalk(resolver, self.query, self.table)

    # -- queries ------------------------------------------------------------------------------------------------

    def query(self, node: exp.Expr, outer: Scope, exists: bool = False) -> Output:
        scope = self._with(node, outer)
        if isinstance(node, exp.Select):
            return self._select(node, scope, exists)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, scope)
        if isinstance(node, exp.Subquery) and not node.args.get("pivots") and not node.args.get("joins"):
            output = self.query(node.this, scope, exists) if _is_query(node.this) else self._lone(node.this, scope)
            self._tail(node, scope, output)
            return _renamed(output, self._alias_columns(node))
        return self._lone(node, scope)

    def _lone(self, node: exp.Expr, outer: Scope) -> Output:
        """Something that stands where a query stands but is an item of FROM: VALUES, PIVOT, a table in parentheses."""
        scope = Scope(parent=outer)
        self.source(node, scope)
        for source in scope.sources:
            self.resolver.row(source)
        return _columns_of(scope.sources)

    def _with(self, node: exp.Expr, outer: Scope) -> Scope:
        clause = node.args.get("with_")
        if clause is None:
            return outer
        scope = Scope(parent=outer)
        for cte in clause.expressions:
            name = self.resolver.key(cte.args["alias"].this)
            scope.ctes[name] = self._cte(cte, name, scope, bool(clause.args.get("recursive")))
        return scope

    def _cte(self, cte: exp.CTE, name: str, scope: Scope, recursive: bool) -> Output:
        """Inside its own body a CTE's name means the table, except in the recursive part of a recursive one."""
        columns = self._alias_columns(cte)
        body = cte.this
        own = Scope(parent=scope, ctes={name: None})
        recursive = recursive or (self.allowed.dialect in _OPTIONAL_RECURSIVE and self._find(name) is None)
        if not (recursive and isinstance(body, exp.SetOperation)):
            return _renamed(self.query(body, own), columns)
        inside = self._with(body, own)
        anchor = _renamed(self.query(body.left, inside), columns)
        self.query(body.right, Scope(parent=inside, ctes={name: Output(anchor.names, open=anchor.open)}))
        self._tail(body, inside, anchor)
        return anchor

    def _set_operation(self, node: exp.SetOperation, scope: Scope) -> Output:
        left = self.query(node.left, scope)
        right = self.query(node.right, scope)
        output = Output(left.names, left.open)
        if node.args.get("by_name"):
            output = Output(left.names + right.names, left.open or right.open)
        self._tail(node, scope, output)
        return output

    def _tail(self, node: exp.Expr, scope: Scope, output: Output) -> None:
        """ORDER BY and LIMIT of a set operation or of a query in parentheses see only what it gives."""
        given = Scope(parent=scope, sources=[Source("", frozenset(output.names), output.open)])
        for key in ("order", "limit", "offset", "sort", "where", "on"):
            if (clause := node.args.get(key)) is not None:
                for part in clause if isinstance(clause, list) else [clause]:
                    self.expressions.walk(part, given, aliases=True)

    def _select(self, node: exp.Select, outer: Scope, exists: bool) -> Output:
        scope = Scope(parent=outer, select=node)
        self.resolver.reading.selects.append(scope)
        joins = list(self._from(node, scope))
        scope.aliases = frozenset(self._output_name(item) for item in node.expressions if isinstance(item, exp.Alias))
        for join in joins:
            self._condition(join, scope)
        if any(_is_natural(join) for join in joins):
            self._natural(scope)
        self._clauses(node, scope, exists)
        return self._output(node, scope)

    def _clauses(self, node: exp.Select, scope: Scope, exists: bool) -> None:
        early = self.allowed.dialect in _EARLY_ALIASES or not self.allowed.known
        for key, clause in node.args.items():
            if clause is None or key in _SOURCE_ARGS or (key == "expressions" and exists and _only_star(clause)):
                continue
            for part in clause if isinstance(clause, list) else [clause]:
                if isinstance(part, exp.Expr):
                    self.expressions.walk(part, scope, aliases=early or key not in _BEFORE_ALIASES)

    # -- FROM ---------------------------------------------------------------------------------------------------

    def _from(self, node: exp.Expr, scope: Scope) -> Iterator[exp.Join]:
        """Adds the sources to the scope, and gives the joins, whose conditions are read when all sources are known."""
        if (clause := node.args.get("from_")) is not None:
            yield from self.source(clause.this, scope)
        for join in node.args.get("joins") or ():
            yield from self.source(join.this, scope)
            yield join
        for lateral in node.args.get("laterals") or ():
            yield from self.source(lateral, scope)

    def source(self, node: exp.Expr, scope: Scope) -> list[exp.Join]:
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

    def _table_source(self, node: exp.Table, scope: Scope) -> list[exp.Join]:
        if not isinstance(node.this, exp.Identifier):
            return self._function_source(node, scope)
        if self._is_dual(node):
            return []
        name, alias = self.resolver.key(node.this), self._alias(node)
        columns = self._alias_columns(node)
        cte = scope.cte(name) if not node.args.get("db") else None
        if cte is not None:
            cte = _renamed(cte, columns)
            scope.sources.append(Source(alias or name, frozenset(cte.names), cte.open, None, node))
            return []
        table = self.table(node)
        source = self._base(table, alias or name, node)
        if columns:  # renamed columns: what stands behind a name is no longer known, so the whole row counts as read
            self.resolver.row(source)
            source = Source(source.name, source.columns | set(columns), source.open, None, node)
        scope.sources.append(source)
        if node.args.get("sample") is not None:
            self.expressions.walk(node.args["sample"], scope, aliases=False)
        return []

    def table(self, node: exp.Table) -> TableRead:
        """Record the read of a table by its name."""
        name = self.resolver.key(node.this)
        parts = [part for part in (node.args.get("catalog"), node.args.get("db")) if part is not None]
        namespace = ".".join(self.resolver.key(part) for part in parts)
        home = self._is_home(namespace)
        known = self.catalog.find(namespace, name) or (self._find(name) if home else None)
        written = ".".join(part.name for part in [*parts, node.this])
        found = TableRead(name, "" if home else namespace, written, known)
        self.resolver.reading.tables.append(found)
        return found

    def _find(self, name: str) -> KnownTable | None:
        return self.catalog.find("", name)

    def _is_home(self, namespace: str) -> bool:
        """True when the qualifier only says what holds anyway, like `main.` in SQLite."""
        catalog, _, schema = namespace.rpartition(".")
        if not namespace:
            return True
        return schema.lower() in self.allowed.home and (not catalog or catalog.lower() in self.allowed.home_catalogs)

    def _is_dual(self, node: exp.Table) -> bool:
        return self.allowed.dialect == "mysql" and node.name.lower() == "dual" and not node.args.get("db")

    @staticmethod
    def _base(table: TableRead, name: str, node: exp.Expr) -> Source:
        columns = frozenset(table.known.columns) if table.known else frozenset[str]()
        return Source(name, columns, table.known is None, table, node)

    def _subquery_source(self, node: exp.Subquery, scope: Scope) -> list[exp.Join]:
        alias, columns = self._alias(node), self._alias_columns(node)
        if _is_query(node.this):
            output = _renamed(self.query(node.this, self._with(node, scope)), columns)
            self._tail(node, scope, output)
            scope.sources.append(Source(alias, frozenset(output.names), output.open, None, node))
            return []
        if not alias:
            return self.source(node.this, scope)
        inner = Scope(parent=scope)
        for join in self.source(node.this, inner):
            self._condition(join, inner)  # a NATURAL one needs no care: every column counts as read below
        for source in inner.sources:  # the alias stands for all of it
            self.resolver.row(source)
        given = _columns_of(inner.sources)
        scope.sources.append(
            Source(alias, frozenset(given.names) | set(columns), given.open or bool(columns), None, node)
        )
        return []

    def _function_source(self, node: exp.Expr, scope: Scope) -> list[exp.Join]:
        """A table function, UNNEST, LATERAL or VALUES: its arguments see what stands left of it."""
        alias, columns = self._alias(node), self._alias_columns(node)
        inner = node.this if isinstance(node, exp.Lateral | exp.Table) else node
        output = Output(open=True)
        if isinstance(inner, exp.Expr) and _is_query(inner):
            output = self.query(inner, scope)
        elif inner is not None:
            self.expressions.walk_parts(inner, scope)
        for call in node.args.get("rows_from") or ():
            self.expressions.walk_parts(call, scope)
        output = _renamed(output, columns)
        closed = isinstance(node, exp.Values) and bool(columns)
        offset = node.args.get("offset")
        extra = {self.resolver.key(offset)} if isinstance(offset, exp.Identifier) else set()
        scope.sources.append(Source(alias, frozenset(output.names) | extra, output.open and not closed, None, node))
        return []

    def _pivoted(self, node: exp.Expr, pivots: Sequence[exp.Expr], scope: Scope, before: int) -> None:
        """PIVOT and UNPIVOT read every column of what they turn, and give columns only the engine can name."""
        turned = scope.sources[before:]
        inner = Scope(parent=scope.parent, sources=list(turned))
        for pivot in pivots:
            self.expressions.walk_pivot(pivot, inner)
        for source in turned:
            self.resolver.row(source)
        del scope.sources[before:]
        alias = next((name for item in [*reversed(pivots), node] if (name := self._alias(item))), "")
        names = frozenset(name for source in turned for name in source.columns)
        scope.sources.append(Source(alias, names, True, None, node))

    def _condition(self, join: exp.Join, scope: Scope) -> None:
        for key in ("on", "match_condition"):
            if (clause := join.args.get(key)) is not None:
                self.expressions.walk(clause, scope, aliases=False)
        for name in join.args.get("using") or ():
            identifier = name.this if isinstance(name, exp.Column) else name
            self.resolver.path([identifier], scope, False, name)

    def _natural(self, scope: Scope) -> None:
        """Compares every name two sources share; where a source is open, any of its columns may be compared."""
        if any(source.open for source in scope.sources):
            for source in scope.sources:
                self.resolver.row(source)
        times = Counter(name for source in scope.sources for name in source.columns)
        for name, count in times.items():
            if count > 1:
                self.resolver.path([exp.to_identifier(name, quoted=True)], scope, False, exp.Null())

    # -- names --------------------------------------------------------------------------------------------------

    def _alias(self, node: exp.Expr) -> str:
        alias = node.args.get("alias")
        inner = alias.this if isinstance(alias, exp.TableAlias) else alias
        return self.resolver.key(inner) if isinstance(inner, exp.Identifier) else ""

    def _alias_columns(self, node: exp.Expr) -> tuple[str, ...]:
        alias = node.args.get("alias")
        columns = alias.args.get("columns") or () if isinstance(alias, exp.TableAlias) else ()
        names = [column.this if isinstance(column, exp.ColumnDef | exp.Column) else column for column in columns]
        return tuple(self.resolver.key(name) for name in names if isinstance(name, exp.Identifier))

    def _output_name(self, item: exp.Expr) -> str:
        if isinstance(item, exp.Alias) and isinstance(item.args.get("alias"), exp.Identifier):
            return self.resolver.key(item.args["alias"])
        if isinstance(item, exp.Column) and isinstance(item.this, exp.Identifier):
            return self.resolver.key(item.this)
        return ""

    def _output(self, node: exp.Select, scope: Scope) -> Output:
        names: list[str] = []
        is_open = False
        for item in node.expressions:
            if item.is_star:
                given = _columns_of(scope.sources)
                names += given.names
                is_open = is_open or given.open
            elif isinstance(item, exp.Aliases):
                names += [self.resolver.key(name) for name in item.expressions if isinstance(name, exp.Identifier)]
            elif name := self._output_name(item):
                names.append(name)
            else:
                is_open = True
                names.append("")
        return Output(tuple(names), is_open)


def _is_natural(join: exp.Join) -> bool:
    return (join.args.get("method") or "").upper() == "NATURAL"


def _is_query(node: object) -> bool:
    return isinstance(node, exp.Select | exp.SetOperation) or (isinstance(node, exp.Subquery) and _is_query(node.this))


def _only_star(clause: object) -> bool:
    return (
        isinstance(clause, list)
        and len(clause) == 1
        and isinstance(clause[0], exp.Star)
        and not any(clause[0].args.values())
    )


def _columns_of(sources: Sequence[Source]) -> Output:
    return Output(tuple(name for s in sources for name in sorted(s.columns)), any(s.open for s in sources))


def _renamed(output: Output, columns: tuple[str, ...]) -> Output:
    """`t(a, b)`: the first columns get these names, the others keep theirs."""
    if not columns:
        return output
    return Output(
        columns + output.names[len(columns) :], (output.open and len(columns) < len(output.names)) or not output.names
    )
