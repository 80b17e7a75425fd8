"""Following values into a query: what stands in FROM, how it is joined, and what `*` covers."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.flow.expression_flow import FlowExpressions, QueryFollower, parts_of
from answerable.guard.flow.flow_scope import FlowScope, FlowSource
from answerable.guard.flow.name_flow import FlowNames
from answerable.guard.flow.restricted_values import Lost, OutputColumn, UsePlace, Value, merge_alternatives
from answerable.guard.policy.table_names import table_read

__all__ = ["FlowSources", "is_widely_joined"]

Outputs = tuple[OutputColumn, ...]
_QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)
_SKIPPED = frozenset({"alias", "joins", "laterals", "offset", "ordinality"})
_SEEING_ALL = frozenset({"sqlite"})


class FlowSources:
    def __init__(self, names: FlowNames, expressions: FlowExpressions, query: QueryFollower) -> None:
        self.names, self.expressions, self.query = names, expressions, query

    def add(self, node: exp.Select, scope: FlowScope) -> None:
        """All of FROM and the joins; conditions are followed when all sources are there."""
        if (clause := node.args.get("from_")) is not None:
            self._item(clause.this, scope, None)
        for join in node.args.get("joins") or ():
            self._join(join, scope)
        for lateral in node.args.get("laterals") or ():
            self._item(lateral, scope, None)
        self._late_arguments(scope)
        for source in list(scope.sources):
            if source.join is not None:
                self.expressions.condition(source.join.args.get("on"), scope)
                self.expressions.condition(source.join.args.get("match_condition"), scope)

    def _join(self, join: exp.Join, scope: FlowScope) -> None:
        before = list(scope.sources)
        self._item(join.this, scope, join)
        added = scope.sources[len(before) :]
        is_natural = (join.args.get("method") or "").upper() == "NATURAL"
        for name in self._shared(before, added) if is_natural else self._using(join):
            scope.is_merged = True
            left, right = self._column_of(name, before), self._column_of(name, added)
            self.names.touched |= left.marks | right.marks
            self.expressions.note(UsePlace.COMPARED, left, join, scope, right)

    def _using(self, join: exp.Join) -> Iterator[str]:
        for name in join.args.get("using") or ():
            self.names.seen.add(id(name))
            identifier = name.this if isinstance(name, exp.Column) else name
            if isinstance(identifier, exp.Identifier):
                yield self.names.key(identifier)

    @staticmethod
    def _shared(before: list[FlowSource], added: list[FlowSource]) -> list[str]:
        if any(source.is_open for source in (*before, *added)):
            raise Lost("a NATURAL JOIN compares columns that nobody knows")
        left = {name for source in before for name in source.by_name}
        return [name for source in added for name in source.by_name if name in left]

    def _column_of(self, name: str, sources: list[FlowSource]) -> Value:
        return merge_alternatives(
            value for source in sources if (value := source.find(name, self.names.mark)) is not None
        )

    # -- one item -----------------------------------------------------------------------------------------------

    def _item(self, node: exp.Expr, scope: FlowScope, join: exp.Join | None) -> None:
        if node.args.get("pivots") or isinstance(node, exp.Pivot):
            raise Lost("PIVOT turns values into columns")
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
            scope.sources.append(self._table(node, scope, join))
        elif isinstance(node, exp.Subquery) and isinstance(node.this, _QUERIES):
            scope.sources.append(self._subquery(node, scope, join))
        elif isinstance(node, exp.Subquery):
            self._parenthesised(node, scope, join)
        elif isinstance(node, exp.Lateral) and isinstance(node.this, _QUERIES):
            outputs = self.query(node.this, scope, False)
            scope.sources.append(self._source(node, self.rename_outputs(outputs, node), join))
        else:
            scope.sources.append(self._function(node, scope, join))
        for nested in node.args.get("joins") or ():
            self._join(nested, scope)
        for lateral in node.args.get("laterals") or ():
            self._item(lateral, scope, None)

    def _table(self, node: exp.Table, scope: FlowScope, join: exp.Join | None) -> FlowSource:
        name = self.names.table_key(node.this)
        cte = scope.cte(name) if not node.args.get("db") else None
        if cte is not None:
            return self._source(node, self.rename_outputs(cte, node), join, name)
        table = table_read(node, self.names.allow_list, self.names.catalog)
        if table.known is None:
            if _alias_columns(node):
                raise Lost("the columns of a table nobody knows are renamed")
            return FlowSource(self._alias(node) or name, table=table, node=node, join=join, is_open=True)
        hidden, mark = table.known.hidden, self.names.mark
        columns = tuple(OutputColumn(key, mark(table, key)) for key in table.known.columns if key not in hidden)
        columns = self.rename_outputs(columns, node)
        by_name = {**{key: mark(table, key) for key in hidden}, **{column.name: column.value for column in columns}}
        return FlowSource(self._alias(node) or name, columns, by_name, table, node, join)

    def _subquery(self, node: exp.Subquery, scope: FlowScope, join: exp.Join | None) -> FlowSource:
        """Some engines let a sub-query in FROM see its neighbours without LATERAL, see `settled_names`."""
        neighbours = FlowScope(parent=scope.parent, select=scope.select, sources=list(scope.sources))
        return self._source(node, self.query(node, neighbours, False), join)

    def _parenthesised(self, node: exp.Subquery, scope: FlowScope, join: exp.Join | None) -> None:
        if self._alias(node):
            raise Lost("several tables stand under one name")
        self._item(node.this, scope, join)

    def _function(self, node: exp.Expr, scope: FlowScope, join: exp.Join | None) -> FlowSource:
        self._arguments(node, scope)
        return FlowSource(self._alias(node), node=node, join=join, is_open=True)

    def _arguments(self, node: exp.Expr, scope: FlowScope) -> None:
        """What a function or VALUES makes of marked columns is not followed."""
        inner = node.this if isinstance(node, exp.Table | exp.Lateral) else node
        for key, value in inner.args.items() if isinstance(inner, exp.Expr) else ():
            for part in value if isinstance(value, list) else [value]:
                if key not in _SKIPPED and isinstance(part, exp.Expr) and self.expressions.value(part, scope).marks:
                    raise Lost("a function in FROM reads the column")

    def _late_arguments(self, scope: FlowScope) -> None:
        """SQLite's functions in FROM see what stands right of them too."""
        if self.names.allow_list.dialect in _SEEING_ALL:
            for source in scope.sources:
                if isinstance(source.node, exp.Table) and isinstance(source.node.this, exp.Func):
                    self._arguments(source.node, scope)

    def _source(self, node: exp.Expr, outputs: Outputs, join: exp.Join | None, name: str = "") -> FlowSource:
        by_name: dict[str, Value] = {}
        for output in outputs:
            by_name[output.name] = (
                merge_alternatives([by_name[output.name], output.value]) if output.name in by_name else output.value
            )
        return FlowSource(self._alias(node) or name, outputs, by_name, None, node, join, is_open=False)

    # -- names --------------------------------------------------------------------------------------------------

    def _alias(self, node: exp.Expr) -> str:
        alias = node.args.get("alias")
        inner = alias.this if isinstance(alias, exp.TableAlias) else alias
        return self.names.table_key(inner) if isinstance(inner, exp.Identifier) else ""

    def rename_outputs(self, outputs: Outputs, node: exp.Expr) -> Outputs:
        """`t(a, b)`: the first columns get these names, the others keep theirs."""
        names = [self.names.key(name) for name in _alias_columns(node)]
        if len(names) > len(outputs):
            raise Lost("more columns are named than there are")
        fresh = tuple(OutputColumn(name, output.value) for name, output in zip(names, outputs, strict=False))
        return fresh + outputs[len(names) :]

    # -- * ------------------------------------------------------------------------------------------------------

    def star(self, item: exp.Expr, scope: FlowScope) -> Iterator[OutputColumn]:
        self.names.seen.add(id(item))
        star = item if isinstance(item, exp.Star) else item.this
        sources = self._covered(item, scope)
        if any(source.is_open for source in sources):
            raise Lost("* covers columns that nobody knows")
        is_marked = any(source.is_marked for source in scope.sources)
        if is_marked and (scope.is_merged or any(value for key, value in star.args.items() if key != "except_")):
            raise Lost("* is changed, so its columns are not known by place")
        if is_marked and not all(map(is_widely_joined, scope.sources)):
            raise Lost("* stands over a join that may leave out columns")
        but = set(self._left_out(star))
        for part in (part for replaced in star.args.get("replace") or () for part in parts_of(replaced)):
            self.expressions.value(part, scope)
        for column in (column for source in sources for column in source.columns if column.name not in but):
            self.names.touched |= column.value.marks
            yield column

    def _covered(self, item: exp.Expr, scope: FlowScope) -> list[FlowSource]:
        qualifier = item.args.get("table") if isinstance(item, exp.Column) else None
        if qualifier is None:
            return scope.sources
        if item.args.get("db") is not None:
            raise Lost("* may take a structure apart")
        name = self.names.table_key(qualifier)
        hits = [(source, at) for at in scope.outward() for source in at.sources if source.name == name]
        own = [source for source, at in hits if at is hits[0][1]]
        if len(own) < len(hits) and any(source.is_marked for source, _ in hits):
            raise Lost(f"'{name[:60]}.*' may mean several tables")
        if own:
            return own
        raise Lost(f"'{name[:60]}.*' could not be found here")

    def _left_out(self, star: exp.Expr) -> Iterator[str]:
        for name in star.args.get("except_") or ():
            self.names.seen.add(id(name))
            identifier = name.this if isinstance(name, exp.Column) else name
            if not isinstance(identifier, exp.Identifier):
                raise Lost("* leaves out something that is no name")
            yield self.names.key(identifier)


def is_widely_joined(source: FlowSource) -> bool:
    """False for SEMI, ANTI, ASOF and POSITIONAL joins, whose columns may not all come out."""
    words = [(source.join.args.get(key) or "").upper() for key in ("kind", "method")] if source.join else []
    return all(word in ("", "INNER", "OUTER", "CROSS", "STRAIGHT_JOIN", "NATURAL") for word in words)


def _alias_columns(node: exp.Expr) -> list[exp.Identifier]:
    alias = node.args.get("alias")
    columns = alias.args.get("columns") or () if isinstance(alias, exp.TableAlias) else ()
    names = [column.this if isinstance(column, exp.ColumnDef | exp.Column) else column for column in columns]
    return [name for name in names if isinstance(name, exp.Identifier)]
