"""Following values through expressions: each node gives what its value carries, and notes what it does with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp

from answerable.guard.flow.flow_scope import FlowScope
from answerable.guard.flow.name_flow import FlowNames
from answerable.guard.flow.restricted_values import (
    NOTHING,
    OPEN,
    Lost,
    OutputColumn,
    Use,
    UsePlace,
    Value,
    combine_values,
)
from answerable.guard.policy.restriction_modes import Mode

__all__ = ["FlowExpressions", "TracedExpressions", "is_constant", "output_number", "parts_of"]

QueryFollower = Callable[[exp.Expr, FlowScope, bool], tuple[OutputColumn, ...]]

_QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)
_PLAIN = (exp.Literal, exp.Null, exp.Boolean, exp.DataType, exp.Var, exp.Interval, exp.Hint)
_CONNECTORS = (exp.And, exp.Or, exp.Xor, exp.Not, exp.Paren, exp.Tuple, exp.Where, exp.Having, exp.Qualify)
"""Nodes that only put conditions together."""
_LOST = (exp.Star, exp.Columns, exp.Lambda, exp.Comprehension, exp.Dot, exp.Table, exp.Aliases, exp.PivotAlias)
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ)
_GROUPINGS = (exp.Tuple, exp.Paren, exp.Cube, exp.Rollup, exp.GroupingSets)
_SEVERAL_COLUMNS = (exp.Explode, exp.ExplodeOuter, exp.Posexplode, exp.Unnest, exp.Inline, exp.Stack, exp.UDTF)
_ONE_COLUMN_EACH = frozenset({"postgres"})
"""Dialects in which a function of many rows in a SELECT list is one column."""
_NO_WEIGHT = frozenset({"likely", "unlikely", "likelihood"})
"""Functions that SQLite looks through for the number of a column."""


class FlowExpressions:
    def __init__(self, names: FlowNames, query: QueryFollower) -> None:
        self.names = names
        self.query = query
        self.uses: list[Use] = []
        self.values: dict[int, Value] = {}
        """id of a node → what it carries."""
        self._kinds: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Follower], ...] = (
            (exp.Column, self._column),
            (_PLAIN, lambda node, scope: OPEN),
            (exp.Identifier, self._word),
            (exp.Alias, lambda node, scope: self.value(node.this, scope)),
            (exp.Paren, lambda node, scope: self.value(node.this, scope)),
            (exp.Count, self._count),
            (exp.Window, self._window),
            (exp.Filter, self._filter),
            (exp.AggFunc, self._aggregate),
            (exp.Is, self._is),
            (_COMPARISONS, self._comparison),
            (exp.In, self._in),
            (exp.Exists, self._exists),
            (_QUERIES, self._scalar),
            ((exp.Case, exp.If), self._choice),
            (exp.Ordered, self._ordered),
            (_LOST, self._lost),
            (_SEVERAL_COLUMNS, self._several),
        )

    def value(self, node: exp.Expr, scope: FlowScope) -> Value:
        value = self.values[id(node)] = self._value(node, scope)
        return value

    def _value(self, node: exp.Expr, scope: FlowScope) -> Value:
        for kind, follow in self._kinds:
            if isinstance(node, kind):
                return follow(node, scope)
        return self._computed(node, scope)

    def _computed(self, node: exp.Expr, scope: FlowScope) -> Value:
        value = combine_values([self.value(part, scope) for part in parts_of(node)])
        if value.marks and not isinstance(node, _CONNECTORS):
            self.note(UsePlace.COMPUTED, value, node, scope)
        return value

    def condition(self, node: exp.Expr | None, scope: FlowScope) -> None:
        if node is not None:
            self.note(UsePlace.CONDITION, self.value(node, scope), node, scope)

    def note(self, place: UsePlace, value: Value, node: exp.Expr, scope: FlowScope, other: Value = NOTHING) -> None:
        if value.marks or other.marks:
            self.uses.append(Use(place, value, node, other, scope.select))

    # -- leaves -------------------------------------------------------------------------------------------------

    def _column(self, node: exp.Expr, scope: FlowScope) -> Value:
        assert isinstance(node, exp.Column)
        return self.names.column(node, scope)

    def _word(self, node: exp.Expr, scope: FlowScope) -> Value:
        assert isinstance(node, exp.Identifier)
        self.names.word(node, scope)
        return NOTHING

    @staticmethod
    def _lost(node: exp.Expr, scope: FlowScope) -> Value:
        raise Lost(f"{type(node).__name__} stands here")

    def _several(self, node: exp.Expr, scope: FlowScope) -> Value:
        """What takes a structure apart gives a column for each of its fields; how many, only the engine knows."""
        if self.names.allow_list.dialect not in _ONE_COLUMN_EACH:
            raise Lost(f"{type(node).__name__.upper()} gives columns that nobody can count")
        return self._computed(node, scope)

    # -- aggregates ---------------------------------------------------------------------------------------------

    def _count(self, node: exp.Expr, scope: FlowScope) -> Value:
        for part in _counted(node):
            if not isinstance(part, exp.Star):
                self.note(UsePlace.COUNTED, self.value(part, scope), node, scope)
        return NOTHING

    def _aggregate(self, node: exp.Expr, scope: FlowScope) -> Value:
        value = combine_values([self.value(part, scope) for part in parts_of(node)])
        self.note(UsePlace.AGGREGATED, value, node, scope)
        return value.without_mode(Mode.AGGREGATE_ONLY)

    def _filter(self, node: exp.Expr, scope: FlowScope) -> Value:
        self.condition(node.args.get("expression"), scope)
        return self.value(node.this, scope)

    def _window(self, node: exp.Expr, scope: FlowScope) -> Value:
        self.window_clauses(node, scope)
        return self.value(node.this, scope)

    def window_clauses(self, node: exp.Expr, scope: FlowScope) -> None:
        for part in node.args.get("partition_by") or ():
            self.note(UsePlace.GROUPED, self.value(part, scope), part, scope)
            scope.inner_names += self._bare_names(part)
        for key in ("order", "spec"):
            if (clause := node.args.get(key)) is not None:
                self.value(clause, scope)

    # -- conditions ---------------------------------------------------------------------------------------------

    def _is(self, node: exp.Expr, scope: FlowScope) -> Value:
        value, other = self.value(node.this, scope), node.expression
        if isinstance(other, exp.Null):
            self.note(UsePlace.NULL_TEST, value, node, scope)
        else:
            self.note(UsePlace.COMPARED, value, node, scope, self.value(other, scope))
        return NOTHING

    def _comparison(self, node: exp.Expr, scope: FlowScope) -> Value:
        left, right = self.value(node.this, scope), self.value(node.expression, scope)
        self.note(UsePlace.COMPARED, left, node, scope, right)
        return NOTHING

    def _in(self, node: exp.Expr, scope: FlowScope) -> Value:
        left = self.value(node.this, scope)
        if any(node.args.get(key) is not None for key in ("unnest", "field")):
            raise Lost("IN stands before something else than a list or a query")
        others = [node.args["query"]] if node.args.get("query") is not None else node.expressions
        for other in others:
            self.note(UsePlace.COMPARED, left, node, scope, self.value(other, scope))
        return NOTHING

    def _exists(self, node: exp.Expr, scope: FlowScope) -> Value:
        if not isinstance(node.this, _QUERIES):
            raise Lost("EXISTS stands before something else than a query")
        self.query(node.this, scope, True)
        return NOTHING

    def _scalar(self, node: exp.Expr, scope: FlowScope) -> Value:
        outputs = self.query(node, scope, False)
        return outputs[0].value if len(outputs) == 1 else combine_values(output.value for output in outputs)

    def _choice(self, node: exp.Expr, scope: FlowScope) -> Value:
        """CASE and IF: what decides is a condition, what may come out is computed."""
        self_chosen = isinstance(node, exp.If)
        if node.this is not None:
            self.condition(node.this, scope)
        branches = [node.args.get("true"), node.args.get("false")] if self_chosen else node.args.get("ifs") or []
        branches = [*branches, node.args.get("default")]
        value = combine_values([self.value(branch, scope) for branch in branches if branch is not None])
        self.note(UsePlace.COMPUTED, value, node, scope)
        return value

    def _ordered(self, node: exp.Expr, scope: FlowScope) -> Value:
        """ORDER BY inside a window or an aggregate; that of a query is `order`."""
        if is_constant(node.this):
            raise Lost("ORDER BY a constant inside a window or an aggregate may mean a column")
        self.note(UsePlace.SORTED, self.value(node.this, scope), node, scope)
        scope.inner_names += self._bare_names(node.this)
        return NOTHING

    def _bare_names(self, node: exp.Expr) -> list[str]:
        columns = (column for column in node.find_all(exp.Column) if not column.args.get("table"))
        return [self.names.key(column.this) for column in columns if isinstance(column.this, exp.Identifier)]

    # -- clauses ------------------------------------------------------------------------------------------------

    def group(self, clause: exp.Expr | None, scope: FlowScope) -> None:
        if clause is None:
            return
        if clause.args.get("all"):
            for output in scope.outputs:
                self.note(UsePlace.GROUPED, output.value, clause, scope)
        for part in parts_of(clause):
            self._group_by(part, scope)

    def _group_by(self, part: exp.Expr, scope: FlowScope) -> None:
        if isinstance(part, _GROUPINGS):
            for inner in parts_of(part):
                self._group_by(inner, scope)
            return
        self.note(UsePlace.GROUPED, self.key_value(part, scope), part, scope)

    def order(self, clause: exp.Expr | None, scope: FlowScope) -> None:
        """ORDER BY sees the outputs by number and by name, before the columns of FROM."""
        for item in clause.expressions if clause is not None else ():
            key = item.this if isinstance(item, exp.Ordered) else item
            if isinstance(key, exp.Var) or (isinstance(key, exp.Column) and key.sql().upper() == "ALL"):
                for output in scope.outputs:
                    self.note(UsePlace.SORTED, output.value, item, scope)
            self.note(UsePlace.SORTED, self._by_name(key, scope) or self.key_value(key, scope), item, scope)

    def key_value(self, node: exp.Expr, scope: FlowScope) -> Value:
        """A key of ORDER BY, GROUP BY or DISTINCT ON. Any constant may mean an output: engines see a number through
        parentheses, signs, collations and more."""
        if not is_constant(node):
            return self.value(node, scope)
        place = output_number(node)
        if place is not None and place < len(scope.outputs):
            return scope.outputs[place].value
        return combine_values(output.value for output in scope.outputs)

    def _by_name(self, node: exp.Expr, scope: FlowScope) -> Value | None:
        if not isinstance(node, exp.Column) or node.args.get("table") or not isinstance(node.this, exp.Identifier):
            return None
        found = scope.aliases.get(self.names.key(node.this))
        if found is not None:
            self.names.seen.add(id(node))
        return found


class TracedExpressions(FlowExpressions):
    """A value is made of all that was looked at for it, also of what was only compared, counted or decided by."""

    def value(self, node: exp.Expr, scope: FlowScope) -> Value:
        before = len(self.uses)
        value = super().value(node, scope)
        looked_at = [side for use in self.uses[before:] for side in (use.value, use.other) if side.marks]
        return combine_values([value, *looked_at]) if looked_at else value


Follower = Callable[[exp.Expr, FlowScope], Value]


def output_number(node: exp.Expr) -> int | None:
    """The place, counted from 0, of the output that a number written as a key means; None for any other constant."""
    while isinstance(node, exp.Paren | exp.Collate):
        node = node.this
    if isinstance(node, exp.Anonymous) and node.name.lower() in _NO_WEIGHT and node.expressions:
        return output_number(node.expressions[0])
    is_number = isinstance(node, exp.Literal) and not node.is_string and node.name.isdigit()
    return int(node.name) - 1 if is_number and int(node.name) > 0 else None


def is_constant(node: exp.Expr) -> bool:
    """Whether it reads nothing of a row."""
    if isinstance(node, exp.Var):
        return False
    return node.find(exp.Column, exp.Columns, exp.Query, exp.AggFunc, exp.Window, exp.Star) is None


def parts_of(node: exp.Expr) -> Iterator[exp.Expr]:
    for value in node.args.values():
        yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, exp.Expr))


def _counted(node: exp.Expr) -> Iterator[exp.Expr]:
    for part in parts_of(node):
        if isinstance(part, exp.Distinct):
            yield from parts_of(part)
        else:
            yield part
