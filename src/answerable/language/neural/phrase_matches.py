"""The small parts of a form as SQL: columns, aggregates, arithmetic, tests, and values as literals of their kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from decimal import Decimal
from functools import reduce

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language.neural.form import Form, Pointer, Token
from answerable.language.query.conditions import literal
from answerable.language.query.sql_names import SqlNames
from answerable.naming.trained_words import normal
from answerable.sql.column_ref import ColumnRef

__all__ = ["FormCursor", "Nouns", "Operand", "Phrases", "SelectColumns", "Unwritable"]

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_COUNT = re.compile(r"[0-9]{1,9}")
_AGGREGATES = {"count": exp.Count, "sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
_ARITHMETIC = {"-": exp.Sub, "+": exp.Add, "/": exp.Div}
_COMPARISONS = {"=": exp.EQ, "!=": exp.NEQ, ">": exp.GT, "<": exp.LT, ">=": exp.GTE, "<=": exp.LTE}
_PATTERNS = {"c": "%{}%", "e": "%{}", "s": "{}%", "x": "{}"}
_ESCAPE = str.maketrans({"!": "!!", "%": "!%", "_": "!_"})


class Unwritable(Exception):
    """The form has no SQL that could run."""


class FormCursor:
    """A form that is read from left to right."""

    def __init__(self, form: Form) -> None:
        self._tokens = form
        self._place = 0

    @property
    def next(self) -> str | None:
        """The next keyword, or the kind of the next pointer; None at the end."""
        if self._place == len(self._tokens):
            return None
        token = self._tokens[self._place]
        return token if isinstance(token, str) else token.kind

    def take(self) -> Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def word(self) -> str:
        token = self.take()
        assert isinstance(token, str)
        return token

    def pointer(self) -> int:
        token = self.take()
        assert isinstance(token, Pointer)
        return token.index

    def accept(self, word: str) -> bool:
        """Takes the next token when it is this word."""
        if self.next != word:
            return False
        self._place += 1
        return True


class Nouns:
    """What pointers to the columns of one schema stand for, and how they are written there."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self.columns = tuple(schema.columns())
        self.names = SqlNames(schema)
        self.reads_text_only = schema.dialect not in ("sqlite", "mysql")
        """True where LIKE wants text and nothing else."""
        self._spellings: dict[int, dict[str, str]] = {}

    def spelling_of(self, column: int, text: str) -> str:
        """As this column is known to hold it, where only case and spaces differ."""
        if column not in self._spellings:
            values = self.columns[column][1].common_values
            self._spellings[column] = {normal(value): value for value in reversed(values)} | {v: v for v in values}
        known = self._spellings[column]
        return known.get(text) or known.get(normal(text), text)


@dataclass(slots=True)
class SelectColumns:
    """The columns that one SELECT speaks of, each with its place in the tree."""

    columns: list[tuple[ColumnRef, exp.Column]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Operand:
    tree: exp.Expr
    kind: Kind
    """Of its values: a count is a number whatever is counted."""
    nullable: bool = False
    column: int | None = None
    """Its place in the schema, where it is a column and nothing else."""


class Phrases:
    """Reads items and conditions off one form."""

    def __init__(self, line: FormCursor, nouns: Nouns, values: Sequence[str]) -> None:
        self._line = line
        self._nouns = nouns
        self._values = values

    # What is shown, compared or sorted by

    def item(self, scope: SelectColumns) -> Operand:
        if self._line.next in _AGGREGATES:
            return self._aggregate(scope)
        if self._line.next in _ARITHMETIC:
            return self._arithmetic(scope)
        if self._line.accept("*"):
            return Operand(exp.Star(), Kind.OTHER)
        return self.column(scope)

    def column(self, scope: SelectColumns) -> Operand:
        position = self._line.pointer()
        table, column = self._nouns.columns[position]
        ref = ColumnRef(table.qualified, column.name)
        tree = self._nouns.names.column(ref)
        scope.columns.append((ref, tree))
        return Operand(tree, column.kind, _may_be_null(table, column), position)

    def _aggregate(self, scope: SelectColumns) -> Operand:
        function = self._line.word()
        distinct = self._line.accept("distinct")
        of = self.item(scope)
        tree = _AGGREGATES[function](this=exp.Distinct(expressions=[of.tree]) if distinct else of.tree)
        if function == "count":
            return Operand(tree, Kind.INTEGER)
        return Operand(tree, of.kind if function in ("min", "max") else Kind.FLOAT, of.nullable)

    def _arithmetic(self, scope: SelectColumns) -> Operand:
        """Division keeps fractions on every engine, and by zero gives NULL."""
        sign = self._line.word()
        left, right = self.item(scope), self.item(scope)
        tree = _ARITHMETIC[sign](this=left.tree, expression=right.tree)
        if isinstance(tree, exp.Div):
            tree.set("safe", True)
        return Operand(tree, Kind.FLOAT, left.nullable or right.nullable or sign == "/")

    # Conditions

    def tests(self, scope: SelectColumns, query: Callable[[], exp.Query]) -> exp.Expr:
        """AND binds closer than OR, as in SQL; `query` reads a sub-query off the same line."""
        either: list[list[exp.Expr]] = [[self._test(scope, query)]]
        while self._line.next in ("AND", "OR"):
            if self._line.word() == "OR":
                either.append([])
            either[-1].append(self._test(scope, query))
        return _joined(exp.Or, [_joined(exp.And, tests) for tests in either])

    def _test(self, scope: SelectColumns, query: Callable[[], exp.Query]) -> exp.Expr:
        left, operator = self.item(scope), self._line.word()
        if operator in _COMPARISONS:
            return _COMPARISONS[operator](this=left.tree, expression=self._compared(left, scope, query))
        if operator == "between":
            return exp.Between(this=left.tree, low=self._value(left), high=self._value(left))
        if operator in ("in", "not_in"):
            return _unless(operator, exp.In(this=left.tree, query=self._sub_query(query)))
        if operator in ("is_null", "not_null"):
            return _unless(operator, exp.Is(this=left.tree, expression=exp.Null()))
        return self._like(left, operator)

    def _compared(self, left: Operand, scope: SelectColumns, query: Callable[[], exp.Query]) -> exp.Expr:
        if self._line.next == "(":
            return self._sub_query(query)
        return self.column(scope).tree if self._line.next == "column" else self._value(left)

    def _sub_query(self, query: Callable[[], exp.Query]) -> exp.Subquery:
        self._line.take()
        inner = exp.Subquery(this=query())
        self._line.take()
        return inner

    def _like(self, left: Operand, operator: str) -> exp.Expr:
        """`%`, `_` and `\\` of the value's own stand for themselves."""
        word, position = operator.rsplit("_", 1)
        text = self._text()
        special = any(sign in text for sign in "%_\\")
        pattern = _PATTERNS[position].format(text.translate(_ESCAPE) if special else text)
        cast = self._nouns.reads_text_only and left.kind is not Kind.TEXT
        this = exp.cast(left.tree, "text", copy=False) if cast else left.tree
        like = exp.Like(this=this, expression=exp.Literal.string(pattern), negate=word == "not_like")
        return exp.Escape(this=like, expression=exp.Literal.string("!")) if special else like

    # Values

    def limit(self) -> exp.Expr:
        text = self._text()
        if not _COUNT.fullmatch(text):
            raise Unwritable(f"{text!r} is no number of rows")
        return literal(Decimal(text))

    def _value(self, compared: Operand) -> exp.Expr:
        text = self._text()
        if compared.kind is not Kind.TEXT and _NUMBER.fullmatch(text):
            return literal(Decimal(text))
        return exp.Literal.string(text if compared.column is None else self._nouns.spelling_of(compared.column, text))

    def _text(self) -> str:
        return self._values[self._line.pointer()]


def _may_be_null(table: Table, column: Column) -> bool:
    return column.nullable and column.name not in table.primary_key


def _joined(connector: type[exp.Connector], tests: list[exp.Expr]) -> exp.Expr:
    return reduce(lambda left, right: connector(this=left, expression=right), tests)


def _unless(operator: str, test: exp.Expr) -> exp.Expr:
    return exp.Not(this=test) if operator.startswith("not_") else test
