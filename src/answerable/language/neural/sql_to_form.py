"""SQL back to its form: what the network learns to write, and how two ways to say the same in SQL are known as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import NoReturn

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.join_path import JoinGraph
from answerable.language.neural.form import Form, Pointer, Token
from answerable.language.neural.in_subqueries import as_membership
from answerable.language.neural.schema_items import SchemaItems
from answerable.language.neural.value_candidates import ValueCandidate
from answerable.naming.trained_words import lemma, normal
from answerable.sql.parse import parse_sql

__all__ = ["SqlToForm"]

_AGGREGATES = {exp.Count: "count", exp.Sum: "sum", exp.Avg: "avg", exp.Min: "min", exp.Max: "max"}
_COMPARISONS: dict[type[exp.Expr], str] = {
    exp.EQ: "=",
    exp.NEQ: "!=",
    exp.GT: ">",
    exp.LT: "<",
    exp.GTE: ">=",
    exp.LTE: "<=",
}
_ARITHMETIC = {exp.Sub: "-", exp.Add: "+", exp.Div: "/"}
_SETS = {exp.Union: "UNION", exp.Intersect: "INTERSECT", exp.Except: "EXCEPT"}


class _NoForm(Exception):
    """The SQL uses something the form has no word for."""


@dataclass
class _Scope:
    """The tables of one SELECT, and those its columns were seen to use."""

    aliases: dict[str, int]
    tables: list[int]
    used: list[int] = field(default_factory=list)
    named: dict[str, exp.Expr] = field(default_factory=dict)
    """What the list shows, by the names it gives."""


class SqlToForm:
    """Forms over one schema."""

    def __init__(self, items: SchemaItems) -> None:
        self._items = items
        self._graph = JoinGraph(items.schema)
        self._values: Sequence[ValueCandidate] = ()
        self._numbers = {table.qualified: number for number, table in enumerate(items.tables)}
        self._tables = {table.name.casefold(): number for number, table in enumerate(items.tables)}
        self._columns = {
            (table, column.name.casefold()): number
            for number, (table, (_, column)) in enumerate(zip(items.table_of, items.columns, strict=True))
        }

    def form(self, sql: str, values: Sequence[ValueCandidate]) -> Form | None:
        """None where the SQL says what no form can, or compares with what is not among the values."""
        self._values = values
        try:
            tree = parse_sql(sql.strip().rstrip(";"), self._items.schema.dialect)
            return tuple(self._query(tree))
        except (_NoForm, SqlglotError):
            return None

    def _query(self, node: exp.Expr) -> list[Token]:
        if isinstance(node, exp.Subquery):
            return self._query(node.this)
        for kind, word in _SETS.items():
            if type(node) is kind:
                if node.args.get("order") or node.args.get("limit"):
                    raise _NoForm
                return [*self._query(node.this), word, *self._query(node.expression)]
        if not isinstance(node, exp.Select):
            raise _NoForm
        return self._select(node)

    def _select(self, node: exp.Select) -> list[Token]:
        scope = self._scope(node)
        result: list[Token] = ["SELECT", *(["DISTINCT"] if node.args.get("distinct") else [])]
        for item in node.expressions:
            if isinstance(item, exp.Alias):
                scope.named[item.alias.casefold()] = item.this
            result += self._item(item, scope)
        rest: list[Token] = []
        if where := node.args.get("where"):
            rest += ["WHERE", *self._condition(where.this, scope)]
        if group := node.args.get("group"):
            rest += ["GROUP", *(token for part in group.expressions for token in self._column(part, scope))]
        if having := node.args.get("having"):
            rest += ["HAVING", *self._condition(having.this, scope)]
        if order := node.args.get("order"):
            rest.append("ORDER")
            for part in order.expressions:
                rest += [*self._item(part.this, scope), "desc" if part.args.get("desc") else "asc"]
        if limit := node.args.get("limit"):
            rest += ["LIMIT", self._value(limit.expression)]
        extra = self._unimplied(scope)
        return [*result, *(["FROM"] if extra else []), *(Pointer("table", table) for table in extra), *rest]

    def _unimplied(self, scope: _Scope) -> list[int]:
        """Tables that neither a column nor the way between the others brings along."""
        extra = [table for table in scope.tables if table not in scope.used]
        for table in list(extra):
            others = [other for other in extra if other != table]
            if table in self._joined([*scope.used, *others]):
                extra = others
        return extra

    def _joined(self, tables: Sequence[int]) -> list[int]:
        """The tables that joining these over keys brings along, themselves included."""
        names = [self._items.tables[number].qualified for number in sorted(tables)]
        there, left = set(names[:1]), names[1:]
        while left:
            ways = [(path, name) for name in left if (path := self._graph.nearest(there, name)) is not None]
            if not ways:
                return list(tables)
            path, name = min(ways, key=lambda way: len(way[0]))
            there |= {name, *(step.table for step in path)}
            left = [name for name in left if name not in there]
        return sorted(self._numbers[name] for name in there)

    def _scope(self, node: exp.Select) -> _Scope:
        first = node.args.get("from_") or node.args.get("from")
        joins = node.args.get("joins") or []
        if not first or any(join.side for join in joins):
            raise _NoForm
        scope = _Scope({}, [])
        for table in [first.this, *(join.this for join in joins)]:
            number = self._tables.get(table.name.casefold()) if isinstance(table, exp.Table) else None
            if number is None or number in scope.tables:
                raise _NoForm
            scope.aliases[(table.alias or table.name).casefold()] = number
            scope.aliases.setdefault(table.name.casefold(), number)
            scope.tables.append(number)
        return scope

    def _item(self, node: exp.Expr, scope: _Scope) -> list[Token]:
        node = node.this if isinstance(node, exp.Alias) else node
        node = node.unnest()
        if isinstance(node, exp.Column) and not node.table and node.name.casefold() in scope.named:
            node = scope.named.pop(node.name.casefold()).unnest()
        if isinstance(node, exp.Round):
            node = node.this.unnest()
        for kind, word in _AGGREGATES.items():
            if isinstance(node, kind):
                of = node.this
                if isinstance(of, exp.Distinct):
                    return [word, "distinct", *self._plain(of.expressions[0], scope)]
                return [word, *self._plain(of, scope)]
        return self._plain(node, scope)

    def _plain(self, node: exp.Expr, scope: _Scope) -> list[Token]:
        node = node.unnest()
        if isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star)):
            return ["*"]
        for kind, word in _ARITHMETIC.items():
            if isinstance(node, kind):
                return [word, *self._item(node.this, scope), *self._item(node.expression, scope)]
        return self._column(node, scope)

    def _column(self, node: exp.Expr, scope: _Scope) -> list[Token]:
        node = node.unnest()
        if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
            raise _NoForm
        tables = scope.tables if not node.table else [scope.aliases.get(node.table.casefold(), -1)]
        for table in tables:
            number = self._columns.get((table, node.name.casefold()))
            if number is not None:
                if table not in scope.used:
                    scope.used.append(table)
                return [Pointer("column", number)]
        raise _NoForm

    def _condition(self, node: exp.Expr, scope: _Scope) -> list[Token]:
        node = node.unnest()
        if isinstance(node, exp.And | exp.Or):
            word = "AND" if isinstance(node, exp.And) else "OR"
            return [*self._condition(node.this, scope), word, *self._condition(node.expression, scope)]
        return self._predicate(node, scope, negated=False)

    def _predicate(self, node: exp.Expr, scope: _Scope, negated: bool) -> list[Token]:
        node = node.unnest()
        if isinstance(node, exp.Not):
            return self._predicate(node.this, scope, not negated)
        if isinstance(node, exp.Exists):
            column, inner = as_membership(node) or _refused()
            return [*self._column(column, scope), "not_in" if negated else "in", "(", *self._query(inner), ")"]
        left = self._item(node.this, scope) if isinstance(node.this, exp.Expr) else []
        if isinstance(node, exp.Is):
            return [*left, "not_null" if negated else "is_null"]
        if isinstance(node, exp.Like):
            return [*left, *self._like(node.expression, negated)]
        if isinstance(node, exp.In) and node.args.get("query"):
            return [*left, "not_in" if negated else "in", "(", *self._query(node.args["query"]), ")"]
        if negated:
            raise _NoForm
        if isinstance(node, exp.Between):
            return [*left, "between", self._value(node.args["low"]), self._value(node.args["high"])]
        if type(node) in _COMPARISONS:
            return [*left, _COMPARISONS[type(node)], *self._right(node.expression, scope)]
        raise _NoForm

    def _right(self, node: exp.Expr, scope: _Scope) -> list[Token]:
        if isinstance(node, exp.Subquery):
            return ["(", *self._query(node), ")"]
        if isinstance(node, exp.Column):
            try:
                return self._column(node, scope)
            except _NoForm:  # SQLite reads "France" as text where there is no such column
                if node.table:
                    raise
        return [self._value(node)]

    def _like(self, node: exp.Expr, negated: bool) -> list[Token]:
        text = _text(node)
        ends = {(True, True): "c", (True, False): "e", (False, True): "s", (False, False): "x"}
        how = ends[text.startswith("%"), text.endswith("%") and len(text) > 1]
        return [f"{'not_' if negated else ''}like_{how}", self._value(node)]

    def _value(self, node: exp.Expr) -> Pointer:
        number = _matching(_text(node).strip("%"), self._values)
        if number is None:
            raise _NoForm
        return Pointer("value", number)


def _refused() -> NoReturn:
    raise _NoForm


def _text(node: exp.Expr) -> str:
    if isinstance(node, exp.Literal):
        return str(node.this)
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal):
        return f"-{node.this.this}"
    if isinstance(node, exp.Column) and not node.table:
        return node.name
    raise _NoForm


def _matching(text: str, values: Sequence[ValueCandidate]) -> int | None:
    """The candidate that says this value: letter for letter, as a number, or but for spelling."""
    tests = (
        lambda other: other.lower() == text.lower(),
        lambda other: _number(text) is not None and _number(other) == _number(text),
        lambda other: normal(other) == normal(text),
        lambda other: lemma(normal(other)) == lemma(normal(text)),
    )
    for test in tests:
        for number, value in enumerate(values):
            if test(value.text):
                return number
    return None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
