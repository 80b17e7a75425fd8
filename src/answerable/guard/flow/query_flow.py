"""Following values through queries: FROM, joins, SELECT lists, set operations, CTEs."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.flow.expression_flow import FlowExpressions, parts_of
from answerable.guard.flow.flow_scope import FlowScope, Marker
from answerable.guard.flow.name_flow import FlowNames
from answerable.guard.flow.restricted_values import NOTHING, Lost, OutputColumn, Use, UsePlace, merge_alternatives
from answerable.guard.flow.source_flow import FlowSources
from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.resolve.catalog import Catalog

__all__ = ["Flow"]

Outputs = tuple[OutputColumn, ...]


class Flow:
    """One statement. `follow` first; then `uses`, `placed` and `scopes` tell what it found."""

    def __init__(
        self, allowed: AllowList, catalog: Catalog, mark: Marker, kind: type[FlowExpressions] = FlowExpressions
    ) -> None:
        self.names = FlowNames(allowed, catalog, mark)
        self.expressions = kind(self.names, self.query)
        self.sources = FlowSources(self.names, self.expressions, self.query)
        self.scopes: dict[int, FlowScope] = {}
        """id of a SELECT → its scope."""

    @property
    def uses(self) -> list[Use]:
        return self.expressions.uses

    def follow(self, tree: exp.Expr) -> Outputs:
        """The columns the statement gives. Raises Lost when a part of it was not understood."""
        outputs = self.query(tree, FlowScope(parent=None), False)
        missed = next((node for node in tree.find_all(exp.Column) if id(node) not in self.names.seen), None)
        if missed is not None:
            raise Lost(f"'{missed.sql()[:60]}' stands in a place that is not understood")
        return outputs

    def query(self, node: exp.Expr, outer: FlowScope, exists: bool) -> Outputs:
        scope = self._with(node, outer)
        if isinstance(node, exp.Select):
            return self._select(node, scope, exists)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, scope)
        if isinstance(node, exp.Subquery) and not node.args.get("pivots") and not node.args.get("joins"):
            outputs = self.query(node.this, scope, exists)
            self._tail(node, scope, outputs)
            return self.sources.rename_outputs(outputs, node)
        raise Lost(f"{type(node).__name__} stands where a query is expected")

    # -- WITH ---------------------------------------------------------------------------------------------------

    def _with(self, node: exp.Expr, outer: FlowScope) -> FlowScope:
        clause = node.args.get("with_")
        if clause is None:
            return outer
        scope = FlowScope(parent=outer)
        names = [self.names.table_key(cte.args["alias"].this) for cte in clause.expressions]
        for place, (name, cte) in enumerate(zip(names, clause.expressions, strict=True)):
            # SQLite always, others after WITH RECURSIVE take such a name for the CTE that is yet to come.
            if any(self._reads(cte.this, later) for later in names[place + 1 :] if later != name):
                raise Lost("a CTE reads a name that a later one is given")
            scope.ctes[name] = self._cte(cte, name, scope)
        return scope

    def _cte(self, cte: exp.CTE, name: str, scope: FlowScope) -> Outputs:
        """A CTE that reads itself is followed through its first part; marked columns are not followed round."""
        body = cte.this
        if not (isinstance(body, exp.SetOperation) and self._reads(body.right, name)):
            return self.sources.rename_outputs(self.query(body, FlowScope(parent=scope, ctes={name: None}), False), cte)
        inside = self._with(body, FlowScope(parent=scope, ctes={name: None}))
        anchor = self.sources.rename_outputs(self.query(body.left, inside, False), cte)
        again = self.query(body.right, FlowScope(parent=inside, ctes={name: anchor}), False)
        if any(output.value.marks for output in (*anchor, *again)):
            raise Lost("the column goes through a recursive query")
        self._tail(body, inside, anchor)
        return anchor

    def _reads(self, node: exp.Expr, name: str) -> bool:
        return any(
            isinstance(table.this, exp.Identifier)
            and self.names.table_key(table.this) == name
            and not table.args.get("db")
            for table in node.find_all(exp.Table)
        )

    # -- set operations -----------------------------------------------------------------------------------------

    def _set_operation(self, node: exp.SetOperation, scope: FlowScope) -> Outputs:
        left, right = self.query(node.left, scope, False), self.query(node.right, scope, False)
        marked = any(output.value.marks for output in (*left, *right))
        if marked and (node.args.get("by_name") or len(left) != len(right)):
            raise Lost("the two sides of a set operation are not matched by place")
        outputs = tuple(self._either(one, two, node, scope) for one, two in zip(left, right, strict=False))
        self._tail(node, scope, outputs)
        return outputs

    def _either(self, one: OutputColumn, two: OutputColumn, node: exp.SetOperation, scope: FlowScope) -> OutputColumn:
        if not (isinstance(node, exp.Union) and not node.args.get("distinct")):
            self.expressions.note(UsePlace.MATCHED, one.value, node, scope, two.value)
        values = [one.value, two.value] if isinstance(node, exp.Union) else [one.value]
        return OutputColumn(one.name, merge_alternatives(values))

    def _tail(self, node: exp.Expr, scope: FlowScope, outputs: Outputs) -> None:
        """ORDER BY and LIMIT of a set operation or of a query in parentheses see only what it gives."""
        given = FlowScope(parent=scope, outputs=list(outputs))
        given.aliases = {output.name: output.value for output in outputs if output.name}
        self._ending(node, given)

    def _ending(self, node: exp.Expr, scope: FlowScope) -> None:
        for key in ("order", "sort", "cluster", "distribute"):
            self.expressions.order(node.args.get(key), scope)
        for key in ("limit", "offset"):
            self.expressions.condition(node.args.get(key), scope)

    # -- SELECT -------------------------------------------------------------------------------------------------

    def _select(self, node: exp.Select, outer: FlowScope, exists: bool) -> Outputs:
        scope = FlowScope(parent=outer, select=node)
        self.scopes[id(node)] = scope
        self.sources.add(node, scope)
        if not (exists and _only_star(node)):
            self._list(node, scope)
        self._conditions(node, scope)
        return tuple(scope.outputs)

    def _list(self, node: exp.Select, scope: FlowScope) -> None:
        for item in node.expressions:
            given = list(self._given(item, scope))
            for output in given:
                self.expressions.note(UsePlace.SHOWN, output.value, item, scope)
            scope.outputs += given
            if isinstance(item, exp.Alias):
                scope.aliases.update({output.name: output.value for output in given})
        for name in scope.inner_names:
            self.expressions.note(UsePlace.SORTED, scope.aliases.get(name, NOTHING), node, scope)

    def _given(self, item: exp.Expr, scope: FlowScope) -> Iterator[OutputColumn]:
        if item.is_star and isinstance(item, exp.Star | exp.Column):
            yield from self.sources.star(item, scope)
        else:
            yield OutputColumn(self._name(item), self.expressions.value(item, scope))

    def _name(self, item: exp.Expr) -> str:
        if not isinstance(item, exp.Alias | exp.Column):
            return ""
        name = item.args.get("alias") if isinstance(item, exp.Alias) else item.this
        return self.names.key(name) if isinstance(name, exp.Identifier) else ""

    def _conditions(self, node: exp.Select, scope: FlowScope) -> None:
        for key in ("where", "having", "qualify", "prewhere"):
            self.expressions.condition(node.args.get(key), scope)
        self.expressions.group(node.args.get("group"), scope)
        for window in node.args.get("windows") or ():
            self._named_window(window, scope)
        self._distinct(node.args.get("distinct"), scope)
        self._ending(node, scope)

    def _named_window(self, window: exp.Expr, scope: FlowScope) -> None:
        self.expressions.window_clauses(window, scope)

    def _distinct(self, distinct: exp.Expr | None, scope: FlowScope) -> None:
        if distinct is None:
            return
        if (on := distinct.args.get("on")) is not None:
            for part in parts_of(on) if isinstance(on, exp.Tuple) else [on]:
                self.expressions.note(UsePlace.GROUPED, self.expressions.key_value(part, scope), part, scope)
            return
        for output in scope.outputs:
            self.expressions.note(UsePlace.DISTINCT, output.value, distinct, scope, NOTHING)


def _only_star(node: exp.Select) -> bool:
    return len(node.expressions) == 1 and isinstance(node.expressions[0], exp.Star)
