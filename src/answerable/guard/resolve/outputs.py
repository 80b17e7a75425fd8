"""What a query or an item of FROM is called, and which columns it gives."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from answerable.guard.resolve.column_lookup import Resolver
from answerable.guard.resolve.reads import Output, QuerySource

__all__ = ["Namer", "columns_of", "is_query", "rename_output"]


class Namer:
    """Names given with AS, as the dialect compares them."""

    def __init__(self, resolver: Resolver) -> None:
        self._key = resolver.key
        self._table_key = resolver.table_key

    def alias(self, node: exp.Expr) -> str:
        alias = node.args.get("alias")
        inner = alias.this if isinstance(alias, exp.TableAlias) else alias
        return self._table_key(inner) if isinstance(inner, exp.Identifier) else ""

    def alias_columns(self, node: exp.Expr) -> tuple[str, ...]:
        """The columns of `t(a, b)`."""
        alias = node.args.get("alias")
        columns = alias.args.get("columns") or () if isinstance(alias, exp.TableAlias) else ()
        names = [column.this if isinstance(column, exp.ColumnDef | exp.Column) else column for column in columns]
        return tuple(self._key(name) for name in names if isinstance(name, exp.Identifier))

    def output(self, item: exp.Expr) -> str:
        """The name under which an item of the SELECT list is given; empty where the engine makes one up."""
        if isinstance(item, exp.Alias) and isinstance(item.args.get("alias"), exp.Identifier):
            return self._key(item.args["alias"])
        if isinstance(item, exp.Column) and isinstance(item.this, exp.Identifier):
            return self._key(item.this)
        return ""

    def outputs(self, select: exp.Select, sources: Sequence[QuerySource]) -> Output:
        names: list[str] = []
        is_open = False
        for item in select.expressions:
            if item.is_star:
                given = columns_of(sources)
                names += given.names
                is_open = is_open or given.open
            elif isinstance(item, exp.Aliases):
                names += [self._key(name) for name in item.expressions if isinstance(name, exp.Identifier)]
            elif name := self.output(item):
                names.append(name)
            else:
                is_open = True
                names.append("")
        return Output(tuple(names), is_open, select)


def is_query(node: object) -> bool:
    return isinstance(node, exp.Select | exp.SetOperation) or (isinstance(node, exp.Subquery) and is_query(node.this))


def columns_of(sources: Sequence[QuerySource]) -> Output:
    return Output(tuple(name for s in sources for name in sorted(_covered(s))), any(s.open for s in sources))


def _covered(source: QuerySource) -> frozenset[str]:
    """The columns that `*` covers."""
    known = source.table.known if source.table is not None else None
    return source.columns - known.hidden if known is not None else source.columns


def rename_output(output: Output, columns: tuple[str, ...]) -> Output:
    """`t(a, b)`: the first columns get these names, the others keep theirs. Nobody follows keys through it."""
    if not columns:
        return output
    return Output(
        columns + output.names[len(columns) :], (output.open and len(columns) < len(output.names)) or not output.names
    )
