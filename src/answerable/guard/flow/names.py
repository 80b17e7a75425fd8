"""From a column's name to what it carries. Where a name may mean several things, it carries what any of them does."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from answerable.guard.catalog import Catalog
from answerable.guard.derived.row_ids import columns_meant, is_row_id
from answerable.guard.flow.scope import FlowScope, FlowSource, Marker, Placed
from answerable.guard.flow.values import NOTHING, Lost, Mark, Value, computed, either
from answerable.guard.lists import Allowed

__all__ = ["FlowNames"]

_ROW_VALUES = frozenset({"postgres", "duckdb"})
_STRING_FALLBACK = frozenset({"sqlite"})


class FlowNames:
    def __init__(self, allowed: Allowed, catalog: Catalog, mark: Marker) -> None:
        self.allowed, self.catalog, self.mark = allowed, catalog, mark
        self.seen: set[int] = set()
        """ids of the column nodes that were looked up."""
        self.placed: dict[int, Placed] = {}
        self.touched: set[Mark] = set()
        """Marked columns that were met anywhere."""

    def key(self, name: exp.Identifier) -> str:
        return self.catalog.key(name.name, bool(name.args.get("quoted")))

    def table_key(self, name: exp.Identifier) -> str:
        """Of a table, an alias, a CTE, or whatever stands before a dot."""
        return self.catalog.table_key(name.name, bool(name.args.get("quoted")))

    def column(self, node: exp.Column, scope: FlowScope) -> Value:
        self.seen.add(id(node))
        value = self._column(node, scope)
        self.touched |= value.marks
        return value

    def word(self, node: exp.Identifier, scope: FlowScope) -> None:
        """A name that the parser does not take for a column; where it may be a marked one, nobody knows."""
        value = self.bare(self.key(node), scope, node)
        if value is not None and value.marks:
            raise Lost(f"'{node.name[:60]}' stands where a name is no column")

    def _column(self, node: exp.Column, scope: FlowScope) -> Value:
        parts = [part for key in ("catalog", "db", "table", "this") if (part := node.args.get(key)) is not None]
        if not all(isinstance(part, exp.Identifier) for part in parts):
            raise Lost(f"'{node.sql()[:60]}' is read here")
        names = [*map(self.table_key, parts[:-1]), self.key(parts[-1])]
        found = self._qualified(names, scope, node) if len(names) > 1 else self.bare(names[0], scope, node)
        if found is not None:
            return found
        if len(names) == 1 and bool(parts[0].args.get("quoted")) and self.allowed.dialect in _STRING_FALLBACK:
            return NOTHING
        raise Lost(f"'{'.'.join(names)[:60]}' could not be found here")

    def _qualified(self, names: Sequence[str], scope: FlowScope, node: exp.Expr) -> Value | None:
        """`t.c`; failing that, the field of a column that holds a structure."""
        for source, at in self._named(names[-2], scope):
            value = source.find(names[-1], self.mark)
            if value is not None:
                self.placed[id(node)] = Placed(source, names[-1], at.select)
                return value
            if (row_id := self._row_id(names[-1], source)) is not None:
                return row_id
            if source.is_marked:
                raise Lost(f"'{'.'.join(names)[:60]}' is no column of its table")
        first = self.bare(names[0], scope, node)
        return None if first is None else computed([first])

    def _named(self, name: str, scope: FlowScope) -> list[tuple[FlowSource, FlowScope]]:
        for at in scope.outward():
            if hits := [(source, at) for source in at.sources if source.name == name]:
                return hits
        return []

    def bare(self, name: str, scope: FlowScope, node: exp.Expr) -> Value | None:
        found: list[Value] = []
        for at in scope.outward():
            own = [(source, value) for source in at.sources if (value := source.find(name, self.mark)) is not None]
            certain = [source for source, _ in own if name in source.by_name]
            own = [(source, value) for source, value in own if source in certain or not certain]
            found += [value for _, value in own]
            if len(own) == 1 and len(found) == 1:
                self.placed[id(node)] = Placed(own[0][0], name, at.select)
            if name in at.aliases:
                found.append(at.aliases[name])
            if (certain or name in at.aliases) and not at.is_soft:
                break
            if not certain:
                self._refuse_rows(name, at)
        if not found:
            sources = [source for at in scope.outward() for source in at.sources]
            found = [value for source in sources if (value := self._row_id(name, source)) is not None]
        return either(found) if found else None

    def _row_id(self, name: str, source: FlowSource) -> Value | None:
        """What a row's own number carries: that of the key it may be; None where the name is no such number."""
        known = source.table.known if source.table is not None else None
        if name not in self.allowed.pseudo_columns or source.table is None or known is None or known.is_view:
            return None
        if not is_row_id(name, self.allowed.dialect):
            return NOTHING
        marks = [self.mark(source.table, column) for column in columns_meant(known, self.allowed.dialect)]
        return marks[0] if len(marks) == 1 else computed(marks)

    def _refuse_rows(self, name: str, scope: FlowScope) -> None:
        """The name of a table may stand for its whole row."""
        if self.allowed.known and self.allowed.dialect not in _ROW_VALUES:
            return
        if any(source.name == name and (source.is_marked or source.is_open) for source in scope.sources):
            raise Lost(f"the whole row of '{name[:60]}' is read here")
