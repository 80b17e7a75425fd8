"""The walk through expressions: every node that can name a column is resolved, whatever it hangs from.

Iterative, so that a long chain of operators cannot exhaust the stack; only nested queries recurse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp

from answerable.guard.resolve.column_lookup import Resolver
from answerable.guard.resolve.reads import NameScope, Output, TableRead

__all__ = ["ExpressionWalk"]

_QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)
_LEAVES = (exp.DataType, exp.Literal, exp.JSONPath, exp.Hint, exp.CharacterSet, exp.Var, exp.TableAlias, exp.JSONSchema)
"""Nodes below which no column can stand."""
_NAMED_VALUES = (exp.PropertyEQ, exp.Kwarg)
_SKIPPED_NAMES: dict[type[exp.Expr], frozenset[str]] = {
    exp.Alias: frozenset({"alias"}),
    exp.PivotAlias: frozenset({"alias"}),
    exp.Aliases: frozenset({"expressions"}),
    exp.XMLElement: frozenset({"this"}),
    exp.Window: frozenset({"alias"}),
    exp.Collate: frozenset({"expression"}),
    exp.Introducer: frozenset({"this"}),
    exp.ColumnDef: frozenset({"this"}),
}
"""Arguments that hold a name which is no column."""

QueryReader = Callable[[exp.Expr, NameScope, bool], Output]
TableReader = Callable[[exp.Table], TableRead]


class ExpressionWalk:
    def __init__(self, resolver: Resolver, query: QueryReader, table: TableReader) -> None:
        self.resolver = resolver
        self.query = query
        self.table = table

    def walk(self, root: exp.Expr, scope: NameScope, *, aliases: bool) -> None:
        """Resolve every column under `root`. `aliases`: names given in the SELECT list can be seen here."""
        stack: list[tuple[exp.Expr, frozenset[str]]] = [(root, frozenset())]
        while stack:
            node, params = stack.pop()
            if isinstance(node, exp.Lambda | exp.Comprehension):
                params = params | self._parameters(node, scope)
            stack += [(child, params) for child in self._visit(node, scope, aliases, params)]

    def walk_parts(self, node: exp.Expr, scope: NameScope) -> None:
        """Resolve the arguments of a function or VALUES that stands in FROM."""
        if isinstance(node, exp.Table):
            node = node.this
        for key, value in node.args.items():
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, exp.Expr) and not isinstance(part, exp.Identifier) and key != "alias":
                    self.walk(part, scope, aliases=False)

    def walk_pivot(self, pivot: exp.Expr, scope: NameScope) -> None:
        """Resolve what a PIVOT computes. UNPIVOT only names columns: those it reads anyway, and those it makes up."""
        keys = () if pivot.args.get("unpivot") else ("expressions", "fields", "using", "group")
        for key in keys:
            value = pivot.args.get(key)
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, exp.Expr):
                    self.walk(part, scope, aliases=False)

    # -- one node -----------------------------------------------------------------------------------------------

    def _visit(self, node: exp.Expr, scope: NameScope, aliases: bool, params: frozenset[str]) -> Iterator[exp.Expr]:
        """Resolve the node if it is a name; give the children still to be walked."""
        if isinstance(node, exp.Column):
            yield from self._column(node, scope, aliases, params)
        elif isinstance(node, exp.Identifier):
            self._name([node], scope, aliases, params, node)
        elif isinstance(node, _LEAVES):
            return
        elif isinstance(node, _QUERIES):
            self.query(node, scope, False)
        elif isinstance(node, exp.Exists) and isinstance(node.this, _QUERIES):
            self.query(node.this, scope, True)
        elif isinstance(node, exp.Dot):
            yield from self._dot(node, scope, aliases, params)
        elif isinstance(node, exp.Star):
            yield from self._star(node, scope)
        elif isinstance(node, exp.Columns):
            yield from self._columns(node, scope)
        elif isinstance(node, exp.Table):
            self._table_value(node, scope)
        else:
            yield from self._children(node, scope)

    def _children(self, node: exp.Expr, scope: NameScope) -> Iterator[exp.Expr]:
        skipped = _SKIPPED_NAMES.get(type(node), frozenset())
        for key, value in node.args.items():
            if key in skipped or (key == "this" and self._is_label(node, value)):
                continue
            if isinstance(node, exp.In) and key == "field" and self._is_table_test(value, scope):
                continue
            if isinstance(node, exp.Count) and isinstance(value, exp.Star):
                continue
            if isinstance(node, exp.Lambda) and key == "expressions":
                continue
            if isinstance(node, exp.Ordered) and key == "this" and self._is_output(value, scope):
                continue
            yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, exp.Expr))

    @staticmethod
    def _is_label(node: exp.Expr, value: object) -> bool:
        """`name := value`, and the name of a window."""
        return isinstance(value, exp.Identifier) and isinstance(node, (*_NAMED_VALUES, exp.Window))

    def _is_output(self, value: object, scope: NameScope) -> bool:
        """ORDER BY a name of the SELECT list sorts by that, not by a column of the same name."""
        if not isinstance(value, exp.Column) or value.args.get("table") or not isinstance(value.this, exp.Identifier):
            return False
        order = value.parent.parent if value.parent is not None else None
        own = order is not None and order.parent is scope.select
        return own and self.resolver.key(value.this) in scope.aliases

    def _is_table_test(self, value: object, scope: NameScope) -> bool:
        """SQLite reads `x IN name` as a test against a table."""
        if self.resolver.allow_list.dialect != "sqlite" or not isinstance(value, exp.Column):
            return False
        name = value.this
        if isinstance(name, exp.Identifier) and (
            value.args.get("table") or scope.cte(self.resolver.table_key(name)) is None
        ):
            self.table(exp.Table(this=name.copy(), db=value.args.get("table")))
        return True

    def _table_value(self, node: exp.Table, scope: NameScope) -> None:
        if isinstance(node.this, exp.Identifier):
            if node.args.get("db") or scope.cte(self.resolver.table_key(node.this)) is None:
                self.table(node)
        else:
            self.walk_parts(node, scope)

    # -- names --------------------------------------------------------------------------------------------------

    def _column(self, node: exp.Column, scope: NameScope, aliases: bool, params: frozenset[str]) -> Iterator[exp.Expr]:
        parts = [part for key in ("catalog", "db", "table", "this") if (part := node.args.get(key)) is not None]
        if isinstance(parts[-1], exp.Star):
            yield from self._qualified_star(parts[-1], parts[:-1], scope, aliases, params)
        elif all(isinstance(part, exp.Identifier) for part in parts):
            self._name(parts, scope, aliases, params, node)
        else:
            self.resolver.reading.unknown_columns.append((node.sql()[:80], scope))

    def _name(
        self, parts: list[exp.Identifier], scope: NameScope, aliases: bool, params: frozenset[str], node: exp.Expr
    ) -> None:
        if self.resolver.key(parts[0]) not in params:
            self.resolver.path(parts, scope, aliases, node)

    def _dot(self, node: exp.Dot, scope: NameScope, aliases: bool, params: frozenset[str]) -> Iterator[exp.Expr]:
        """`a.b.f(x)` hangs its names from dots, not from a column."""
        parts: list[exp.Identifier] = []
        left: exp.Expr = node
        while isinstance(left, exp.Dot):
            right = left.expression
            if isinstance(right, exp.Identifier):
                parts.insert(0, right)
            else:
                parts.clear()
                if not isinstance(right, exp.Star):
                    yield from self._children(right, scope)
            left = left.this
        if not isinstance(left, exp.Identifier):
            yield left
        elif self._is_function_home(left, parts):
            return
        else:
            self._name([left, *parts], scope, aliases, params, node)

    def _is_function_home(self, left: exp.Identifier, parts: list[exp.Identifier]) -> bool:
        return not parts and left.name.lower() in self.resolver.allow_list.function_homes

    def _parameters(self, node: exp.Lambda | exp.Comprehension, scope: NameScope) -> frozenset[str]:
        """Names a lambda introduces. `a -> b` may be JSON access after all, so each is also looked up as a column."""
        holders = (
            node.expressions
            if isinstance(node, exp.Lambda)
            else [node.args.get("expression"), node.args.get("position")]
        )
        names = [name for name in holders if isinstance(name, exp.Identifier)]
        for name in names:
            self.resolver.path([name], scope, False, name, soft=True)
        return frozenset(self.resolver.key(name) for name in names)

    # -- stars --------------------------------------------------------------------------------------------------

    def _star(self, node: exp.Star, scope: NameScope) -> Iterator[exp.Expr]:
        but = self._left_out(node)
        for source in scope.sources:
            self.resolver.row(source, but)
        yield from self._replacements(node)

    def _qualified_star(
        self, star: exp.Star, qualifier: list[exp.Identifier], scope: NameScope, aliases: bool, params: frozenset[str]
    ) -> Iterator[exp.Expr]:
        sources = self.resolver.sources_named([self.resolver.table_key(part) for part in qualifier], scope)
        for source in sources:
            self.resolver.row(source, self._left_out(star))
        if not sources:
            self._name(qualifier, scope, aliases, params, star)
        yield from self._replacements(star)

    def _columns(self, node: exp.Columns, scope: NameScope) -> Iterator[exp.Expr]:
        """DuckDB's COLUMNS: a star, a pattern, or a lambda that may choose anything."""
        chosen = node.this
        if isinstance(chosen, exp.Star):
            yield chosen
            return
        pattern = chosen.name if isinstance(chosen, exp.Literal) and chosen.is_string else None
        for source in scope.sources:
            self.resolver.row(source, pattern=pattern)
        if isinstance(chosen, exp.Column) and isinstance(chosen.this, exp.Star):
            yield chosen

    def _left_out(self, star: exp.Star) -> frozenset[str]:
        names = [
            *(star.args.get("except_") or ()),
            *(item.args.get("alias") for item in star.args.get("replace") or ()),
        ]
        plain = [name.this if isinstance(name, exp.Column) and not name.args.get("table") else name for name in names]
        return frozenset(self.resolver.key(name) for name in plain if isinstance(name, exp.Identifier))

    @staticmethod
    def _replacements(star: exp.Star) -> Iterator[exp.Expr]:
        return (item.this for item in star.args.get("replace") or () if isinstance(item, exp.Alias))
