"""A form as SQL of the schema's dialect: its FROM and joins recovered over the foreign keys.

Names and values reach the SQL only as identifiers and literals of a syntax tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from answerable.kernel.schema import DatabaseSchema
from answerable.language.linking.join_path import Join, JoinGraph
from answerable.language.neural.form import END, Form
from answerable.language.neural.grammar import START
from answerable.language.neural.group_forms import refuse_lone_aggregates, settle_groups
from answerable.language.neural.phrase_matches import FormCursor, Nouns, Operand, Phrases, SelectColumns, Unwritable
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.column_ref import ColumnRef

__all__ = ["FormToSql"]

_SET_OPERATIONS = {"UNION": exp.Union, "INTERSECT": exp.Intersect, "EXCEPT": exp.Except}
_AFTER_ITEMS = (None, ")", "FROM", "WHERE", "GROUP", "ORDER", "LIMIT", *_SET_OPERATIONS)
_AFTER_TERMS = (None, ")", "LIMIT", *_SET_OPERATIONS)


class FormToSql:
    """Writes forms over one schema."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._dialect = Dialect.get_or_raise(schema.dialect)
        self._nouns = Nouns(schema)
        self._sources = _Sources(schema, self._nouns)

    def sql(self, form: Form, values: Sequence[str], hints: frozenset[str] = frozenset()) -> str | None:
        """None when no SQL can say it: its tables do not join, or the engine would refuse it.

        `values` is what the form's pointers to values point into; `hints` are words of the question, which tell keys
        between the same two tables apart. Raises ValueError when the form breaks the grammar.
        """
        _check(form)
        line = FormCursor(form)
        try:
            tree = _Query(line, Phrases(line, self._nouns, values), self._sources, hints).read()
        except Unwritable:
            return None
        return tree.sql(dialect=self._dialect, copy=False)


def _check(form: Form) -> None:
    prefix = START
    for token in (*form, END):
        prefix = prefix.after(token if isinstance(token, str) else token.kind)


class _Sources:
    """The tables of a SELECT: which are needed, how they join, and how its columns are then written."""

    def __init__(self, schema: DatabaseSchema, nouns: Nouns) -> None:
        self._schema = schema
        self._names = nouns.names
        self._graph = JoinGraph(schema)
        self._places = {table.qualified: position for position, table in enumerate(schema.tables)}

    @property
    def dialect(self) -> str:
        return self._schema.dialect

    def give(self, select: exp.Select, scope: SelectColumns, named: Sequence[int], hints: frozenset[str]) -> None:
        """Adds FROM and joins for the columns in scope and the tables named besides."""
        used = sorted({self._places[ref.table] for ref, _ in scope.columns})
        tables = tuple(dict.fromkeys(self._schema.tables[position].qualified for position in (*used, *named)))
        joins = self._graph.spanning(tables, hints | _grouped_words(scope)) if tables else None
        if joins is None:
            raise Unwritable("its tables do not join")
        select.from_(self._names.table(tables[0]), copy=False)
        for join in joins:
            select.join(self._names.table(join.table), on=self._on(join), copy=False)
        self._finish(select, scope, (tables[0], *(join.table for join in joins)), joins)

    def _finish(self, select: exp.Select, scope: SelectColumns, tables: Sequence[str], joins: tuple[Join, ...]) -> None:
        """What depends on all tables being known; columns of a lone table go without its name."""
        if self.dialect != "sqlite":
            present = [self._schema.tables[self._places[name]] for name in tables]
            settle_groups(select, scope, present, joins)
        if not joins:
            for _, column in scope.columns:
                column.set("table", None)

    def _on(self, join: Join) -> exp.Expr:
        sides = [(ColumnRef(join.left, left), ColumnRef(join.table, right)) for left, right in join.pairs]
        tests = [exp.EQ(this=self._names.column(a), expression=self._names.column(b)) for a, b in sides]
        return exp.and_(*tests, copy=False)


def _grouped_words(scope: SelectColumns) -> frozenset[str]:
    """Who groups by a key means the rows that key points to."""
    grouped = (ref.name for ref, node in scope.columns if node.find_ancestor(exp.Group))
    return frozenset(word for name in grouped for word in identifier_lemmas(name))


class _Query:
    """Reads a query, clause by clause, off a line that keeps to the grammar."""

    def __init__(self, line: FormCursor, phrases: Phrases, sources: _Sources, hints: frozenset[str]) -> None:
        self._hints = hints
        self._line = line
        self._phrases = phrases
        self._sources = sources

    def read(self) -> exp.Query:
        left = self._select()
        if self._line.next not in _SET_OPERATIONS:
            return left
        operation = _SET_OPERATIONS[self._line.word()]
        return _combined(operation, left, self._select())

    def _select(self) -> exp.Select:
        self._line.take()
        scope, select = SelectColumns(), exp.Select()
        if self._line.accept("DISTINCT"):
            select.set("distinct", exp.Distinct())
        select.set("expressions", self._items(scope))
        named = self._tables()
        self._conditions(select, scope)
        self._sorting(select, scope)
        refuse_lone_aggregates(select)
        self._sources.give(select, scope, named, self._hints)
        return select

    def _items(self, scope: SelectColumns) -> list[exp.Expr]:
        items: list[exp.Expr] = []
        while self._line.next not in _AFTER_ITEMS:
            items.append(self._phrases.item(scope).tree)
        return items

    def _tables(self) -> list[int]:
        tables: list[int] = []
        self._line.accept("FROM")
        while self._line.next == "table":
            tables.append(self._line.pointer())
        return tables

    def _conditions(self, select: exp.Select, scope: SelectColumns) -> None:
        if self._line.accept("WHERE"):
            select.set("where", exp.Where(this=self._phrases.tests(scope, self.read)))
        if self._line.accept("GROUP"):
            select.set("group", exp.Group(expressions=self._groups(scope)))
        if self._line.accept("HAVING"):
            select.set("having", exp.Having(this=self._phrases.tests(scope, self.read)))

    def _groups(self, scope: SelectColumns) -> list[exp.Expr]:
        groups: list[exp.Expr] = []
        while self._line.next == "column":
            groups.append(self._phrases.column(scope).tree)
        return groups

    def _sorting(self, select: exp.Select, scope: SelectColumns) -> None:
        terms: list[tuple[Operand, bool]] = []
        self._line.accept("ORDER")
        while self._line.next not in _AFTER_TERMS:
            terms.append((self._phrases.item(scope), self._line.word() == "desc"))
        limit = self._phrases.limit() if self._line.accept("LIMIT") else None
        if terms:
            ordered = [_ordered(by, desc, limit is not None, self._sources.dialect) for by, desc in terms]
            select.set("order", exp.Order(expressions=ordered))
        if limit is not None:
            select.set("limit", exp.Limit(expression=limit))


def _ordered(by: Operand, descending: bool, cut: bool, dialect: str) -> exp.Ordered:
    """NULLs never come first where rows are cut off or the greatest lead; else the engine's own way keeps SQL short."""
    own = {"nulls_are_small": not descending, "nulls_are_large": descending}
    first = own.get(Dialect.get_or_raise(dialect).NULL_ORDERING, False)
    last = by.nullable and (cut or descending)
    return exp.Ordered(this=by.tree, desc=descending or None, nulls_first=first and not last)


def _combined(operation: type[exp.SetOperation], left: exp.Select, right: exp.Select) -> exp.SetOperation:
    """Order and limit after the second SELECT are those of the whole, as in SQL; the first keeps its own to itself."""
    if len(left.expressions) != len(right.expressions) or left.is_star != right.is_star:
        raise Unwritable("two queries of different width")
    whole = operation(this=_enclosed(left), expression=right, distinct=True)
    if order := right.args.pop("order", None):
        whole.set("order", exp.Order(expressions=[_by_position(term, right) for term in order.expressions]))
    if limit := right.args.pop("limit", None):
        whole.set("limit", limit)
    return whole


def _enclosed(part: exp.Select) -> exp.Select:
    if not part.args.get("limit"):
        part.set("order", None)
        return part
    return exp.Select().select(exp.Star(), copy=False).from_(part.subquery("part", copy=False), copy=False)


def _by_position(term: exp.Ordered, select: exp.Select) -> exp.Ordered:
    """A set operation is sorted by the place of a column: names mean something else on each side."""
    if term.this not in select.expressions:
        raise Unwritable("a set operation sorted by something it does not show")
    term.set("this", exp.Literal.number(select.expressions.index(term.this) + 1))
    return term
