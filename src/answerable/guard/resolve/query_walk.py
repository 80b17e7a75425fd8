"""The walk through a statement's queries, scope by scope, that finds out what it reads."""

from __future__ import annotations

from sqlglot import exp

from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.resolve.catalog import Catalog
from answerable.guard.resolve.column_lookup import Resolver
from answerable.guard.resolve.from_clause import FromWalk
from answerable.guard.resolve.outputs import Namer, columns_of, is_query, rename_output
from answerable.guard.resolve.reads import NameScope, Output, QueryReading, QuerySource

__all__ = ["read"]

_SOURCE_ARGS = frozenset(
    {"with_", "from_", "joins", "laterals", "hint", "pivots", "into", "kind", "operation_modifiers"}
)
_BEFORE_ALIASES = frozenset({"where", "expressions"})
_EARLY_ALIASES = frozenset({"duckdb", "sqlite", "spark"})
"""Dialects in which the SELECT list and WHERE see names given earlier in the SELECT list."""
_OPTIONAL_RECURSIVE = frozenset({"sqlite"})


def read(tree: exp.Expr, allowed: AllowList, catalog: Catalog) -> QueryReading:
    """What the statement reads, judged against the catalog where there is one."""
    resolver = Resolver(allowed, catalog)
    QueryWalk(resolver).query(tree, NameScope(parent=None))
    return resolver.reading


class QueryWalk:
    """Walks queries; `FromWalk` gets the FROM clauses, `ExpressionWalk` the expressions. Both hand sub-queries back."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.allow_list = resolver.allow_list
        self.names = Namer(resolver)
        self.from_ = FromWalk(resolver, self.query, self._with, self._tail)
        self.expressions = self.from_.expressions

    def query(self, node: exp.Expr, outer: NameScope, exists: bool = False) -> Output:
        scope = self._with(node, outer)
        if isinstance(node, exp.Select):
            return self._select(node, scope, exists)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, scope)
        if isinstance(node, exp.Subquery) and not node.args.get("pivots") and not node.args.get("joins"):
            output = self.query(node.this, scope, exists) if is_query(node.this) else self._lone(node.this, scope)
            self._tail(node, scope, output)
            return rename_output(output, self.names.alias_columns(node))
        return self._lone(node, scope)

    def _lone(self, node: exp.Expr, outer: NameScope) -> Output:
        """Something that stands where a query stands but is an item of FROM: VALUES, PIVOT, a table in parentheses."""
        scope = NameScope(parent=outer)
        self.from_.source(node, scope)
        for source in scope.sources:
            self.resolver.row(source)
        return columns_of(scope.sources)

    def _with(self, node: exp.Expr, outer: NameScope) -> NameScope:
        clause = node.args.get("with_")
        if clause is None:
            return outer
        scope = NameScope(parent=outer)
        for cte in clause.expressions:
            name = self.resolver.table_key(cte.args["alias"].this)
            scope.ctes[name] = self._cte(cte, name, scope, bool(clause.args.get("recursive")))
        if (search := clause.args.get("search")) is not None:
            scope.ctes[name] = self._searched(scope.ctes[name], search)
        return scope

    def _searched(self, output: Output | None, search: exp.Expr) -> Output:
        """SEARCH and CYCLE give the CTE before them columns of their own: `SET ordering`, `USING path`."""
        named = [search.args.get(key) for key in ("expression", "using")]
        added = tuple(self.resolver.key(name) for name in named if isinstance(name, exp.Identifier))
        return Output((*output.names, *added), output.open) if output is not None else Output(added, open=True)

    def _cte(self, cte: exp.CTE, name: str, scope: NameScope, recursive: bool) -> Output:
        """Inside its own body a CTE's name means the table, except in the recursive part of a recursive one."""
        columns = self.names.alias_columns(cte)
        body = cte.this
        own = NameScope(parent=scope, ctes={name: None})
        recursive = recursive or (self.allow_list.dialect in _OPTIONAL_RECURSIVE and self.from_.find(name) is None)
        if not (recursive and isinstance(body, exp.SetOperation)):
            return rename_output(self.query(body, own), columns)
        inside = self._with(body, own)
        first = rename_output(self.query(body.left, inside), columns)
        anchor = Output(first.names, first.open)
        self.query(body.right, NameScope(parent=inside, ctes={name: anchor}))
        self._tail(body, inside, anchor)
        return anchor

    def _set_operation(self, node: exp.SetOperation, scope: NameScope) -> Output:
        left = self.query(node.left, scope)
        right = self.query(node.right, scope)
        output = Output(left.names, left.open, node)
        if node.args.get("by_name"):
            output = Output(left.names + right.names, left.open or right.open, node)
        self._tail(node, scope, output)
        return output

    def _tail(self, node: exp.Expr, scope: NameScope, output: Output) -> None:
        """ORDER BY and LIMIT of a set operation or of a query in parentheses see only what it gives."""
        given = NameScope(parent=scope, sources=[QuerySource("", frozenset(output.names), output.open)])
        for key in ("order", "limit", "offset", "sort", "where", "on"):
            if (clause := node.args.get(key)) is not None:
                for part in clause if isinstance(clause, list) else [clause]:
                    self.expressions.walk(part, given, aliases=True)

    def _select(self, node: exp.Select, outer: NameScope, exists: bool) -> Output:
        scope = NameScope(parent=outer, select=node)
        self.resolver.reading.selects.append(scope)
        self.resolver.reading.scope_of[id(node)] = scope
        joins = list(self.from_.sources(node, scope))
        self.from_.late_arguments(scope)
        scope.aliases = frozenset(self.names.output(item) for item in node.expressions if isinstance(item, exp.Alias))
        for join in joins:
            self.from_.condition(join, scope)
        if any(_is_natural(join) for join in joins):
            self.from_.natural(scope)
        self._clauses(node, scope, exists)
        return self.names.outputs(node, scope.sources)

    def _clauses(self, node: exp.Select, scope: NameScope, exists: bool) -> None:
        early = self.allow_list.dialect in _EARLY_ALIASES or not self.allow_list.known
        for key, clause in node.args.items():
            if clause is None or key in _SOURCE_ARGS or (key == "expressions" and exists and _only_star(clause)):
                continue
            for part in clause if isinstance(clause, list) else [clause]:
                if isinstance(part, exp.Expr):
                    self.expressions.walk(part, scope, aliases=early or key not in _BEFORE_ALIASES)


def _is_natural(join: exp.Join) -> bool:
    return (join.args.get("method") or "").upper() == "NATURAL"


def _only_star(clause: object) -> bool:
    return (
        isinstance(clause, list)
        and len(clause) == 1
        and isinstance(clause[0], exp.Star)
        and not any(clause[0].args.values())
    )
