"""The query under edit: a tree whose columns all name their table, and the joins that bring further tables in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.linking.join_path import Join, JoinGraph
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query.sql_names import SqlNames
from answerable.sql.column_ref import ColumnRef
from answerable.sql.scope import tables_of

__all__ = ["CannotEdit", "Draft"]


class CannotEdit(Exception):
    """The edit has no place in the earlier query."""

    def __init__(self, why: CodedMessage) -> None:
        super().__init__(why)
        self.why = why


class Draft:
    """One query while it is edited. Edits change `select` in place; `copy` first to keep the original."""

    def __init__(self, select: exp.Select, index: SchemaIndex, graph: JoinGraph) -> None:
        self.select = select
        self.index = index
        self.graph = graph
        self.sources = tables_of(select, index.schema)
        self.names = _AliasedNames(index, self.sources)
        self._spell_out()

    def copy(self) -> Draft:
        return Draft(self.select.copy(), self.index, self.graph)

    @property
    def dialect(self) -> str:
        return self.index.schema.dialect

    @property
    def root(self) -> str:
        return next(iter(self.sources.values()))

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.sources.values()))

    # Columns

    def ref(self, column: exp.Expr) -> ColumnRef | None:
        """The schema's column that a column of the query stands for."""
        table = self.sources.get(column.table) if isinstance(column, exp.Column) else None
        known = self.index.table(table).column(column.name) if table else None
        return ColumnRef(table, known.name) if table and known else None

    def refs(self, node: exp.Expr) -> tuple[ColumnRef, ...]:
        """Columns of this query within `node`, without those of queries inside it."""
        result = (self.ref(column) for column in node.find_all(exp.Column) if _owner(column) is self.select)
        return tuple(dict.fromkeys(ref for ref in result if ref))

    def column(self, ref: ColumnRef) -> exp.Column:
        """The column, its table joined where it was not; never so that rows are repeated."""
        self.reach(ref.table)
        return self.names.column(ref)

    # Joins

    def path(self, table: str) -> tuple[Join, ...]:
        """Steps to a table: () when it is there."""
        path = self.graph.nearest(set(self.tables), table)
        if path is None:
            raise CannotEdit(msg("cannot_edit.not_connected", table=table, other=self.root))
        return path

    def reach(self, table: str, repeating: bool = False) -> None:
        for step in (path := self.path(table)):
            if step.multiplies and not repeating:
                raise CannotEdit(msg("cannot_edit.repeats", table=table, other=path[0].left))
        for step in path:
            self._join(step)

    def exists(self, path: Sequence[Join], tests: Sequence[exp.Expr]) -> exp.Expr:
        """At least one row at the end of a path passes: a filter that repeats no rows."""
        left = next(alias for alias, table in self.sources.items() if table == path[0].left)
        inner = exp.Select().select(exp.Literal.number(1)).from_(self.names.table(path[0].table))
        for step in path[1:]:
            inner = inner.join(self.names.table(step.table), on=self._on(step, step.left), copy=False)
        return exp.Exists(this=inner.where(self._on(path[0], left), *tests, copy=False))

    def _on(self, step: Join, left: str) -> exp.Expr:
        right = self.names.table(step.table).alias_or_name
        pairs = [exp.EQ(this=self._of(left, a), expression=self._of(right, b)) for a, b in step.pairs]
        return exp.and_(*pairs, copy=False)

    def _join(self, step: Join) -> None:
        left = next(alias for alias, table in self.sources.items() if table == step.left)
        table = self.names.table(step.table)
        self.select.join(table, on=self._on(step, left), copy=False)
        self.sources[table.alias_or_name] = step.table

    def _of(self, alias: str, name: str) -> exp.Column:
        return exp.Column(this=self.names.alias(name), table=self.names.alias(alias))

    # Clauses

    @property
    def conjuncts(self) -> list[exp.Expr]:
        """The parts of WHERE that must all be true."""
        where = self.select.args.get("where")
        if where is None:
            return []
        test = where.this.unnest()
        return list(test.flatten()) if isinstance(test, exp.And) else [where.this]

    @conjuncts.setter
    def conjuncts(self, tests: Sequence[exp.Expr]) -> None:
        self.select.set("where", exp.Where(this=exp.and_(*tests, copy=False)) if tests else None)

    @property
    def groups(self) -> list[exp.Expr]:
        group = self.select.args.get("group")
        return list(group.expressions) if group is not None else []

    @groups.setter
    def groups(self, expressions: Sequence[exp.Expr]) -> None:
        self.select.set("group", exp.Group(expressions=list(expressions)) if expressions else None)

    @property
    def order(self) -> list[exp.Ordered]:
        order = self.select.args.get("order")
        return [term for term in order.expressions if isinstance(term, exp.Ordered)] if order is not None else []

    @order.setter
    def order(self, terms: Sequence[exp.Ordered]) -> None:
        self.select.set("order", exp.Order(expressions=list(terms)) if terms else None)

    @property
    def limit(self) -> int | None:
        limit = self.select.args.get("limit")
        number = limit.expression if limit is not None else None
        return int(number.this) if isinstance(number, exp.Literal) and str(number.this).isdigit() else None

    @limit.setter
    def limit(self, count: int | None) -> None:
        self.select.set("limit", exp.Limit(expression=exp.Literal.number(count)) if count is not None else None)

    @property
    def outputs(self) -> list[exp.Expr]:
        return list(self.select.expressions)

    @outputs.setter
    def outputs(self, expressions: Sequence[exp.Expr]) -> None:
        """Order by what is no longer shown falls away with it."""
        gone = {output.alias for output in self.outputs if output.alias} - {o.alias for o in expressions if o.alias}
        self.select.set("expressions", list(expressions))
        self.order = [term for term in self.order if term.this.name not in gone or term.this.args.get("table")]

    @property
    def measures(self) -> list[exp.Expr]:
        """What is shown that is computed over many rows."""
        return [output for output in self.outputs if output.find(exp.AggFunc) is not None]

    @property
    def dimensions(self) -> list[exp.Expr]:
        return [output for output in self.outputs if output.find(exp.AggFunc) is None]

    @property
    def is_aggregate(self) -> bool:
        return bool(self.measures or self.groups)

    # In and out

    def _spell_out(self) -> None:
        """Positions become what they point at, and every column names its table."""
        shown = self.outputs
        self.groups = [_pointed(item, shown, by_alias=False) for item in self.groups]
        for term in self.order:
            term.set("this", _pointed(term.this, shown, by_alias=True))
        aliases = {output.alias.casefold() for output in shown if output.alias}
        for column in self._own_columns():
            in_order = column.find_ancestor(exp.Order) is not None
            if not column.table and not (in_order and column.name.casefold() in aliases):
                self._qualify(column)
        self.groups = [self._behind(item) for item in self.groups]

    def _behind(self, item: exp.Expr) -> exp.Expr:
        """GROUP BY an alias is by what it stands for."""
        if isinstance(item, exp.Column) and not item.table:
            return next((output.this.copy() for output in self.outputs if output.alias == item.name), item)
        return item

    def _own_columns(self) -> Iterator[exp.Column]:
        return (column for column in self.select.find_all(exp.Column) if _owner(column) is self.select)

    def _qualify(self, column: exp.Column) -> None:
        for alias, table in self.sources.items():
            if self.index.table(table).column(column.name):
                column.set("table", self.names.alias(alias))
                return

    def sql(self) -> str:
        """In the schema's dialect; columns of a single table go by their bare names."""
        select = self.select.copy()
        if len(self.sources) == 1 and len(list(select.find_all(exp.Select))) == 1:
            for column in select.find_all(exp.Column):
                column.set("table", None)
        return select.sql(dialect=self.dialect)


class _AliasedNames(SqlNames):
    """Columns under the names that the earlier query gave its tables."""

    def __init__(self, index: SchemaIndex, sources: dict[str, str]) -> None:
        super().__init__(index.schema, index.roles.real)
        self._sources = sources

    def _alias(self, qualified: str) -> str:
        known = next((alias for alias, table in self._sources.items() if table == qualified), None)
        if known is not None:
            return known
        plain = super()._alias(qualified)
        return plain if plain not in self._sources else f"{plain}_too"


def _owner(node: exp.Expr) -> exp.Expr | None:
    return node.find_ancestor(exp.Select)


def _pointed(item: exp.Expr, shown: Sequence[exp.Expr], by_alias: bool) -> exp.Expr:
    if not isinstance(item, exp.Literal) or item.is_string or not str(item.this).isdigit():
        return item
    position = int(item.this)
    if not 1 <= position <= len(shown):
        return item
    output = shown[position - 1]
    if by_alias and output.alias:
        return exp.Column(this=output.args["alias"].copy())
    return output.unalias().copy()
