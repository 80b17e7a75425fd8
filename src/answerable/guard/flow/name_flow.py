"""From a column's name to what it carries. Where a name may mean several things, it carries what any of them does."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from answerable.guard.flow.flow_scope import FlowScope, FlowSource, Marker, Placed
from answerable.guard.flow.restricted_values import (
    NOTHING,
    Lost,
    RestrictionMark,
    Value,
    combine_values,
    merge_alternatives,
)
from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.resolve.catalog import Catalog
from answerable.guard.resolve.derived.row_ids import columns_meant, is_row_id
from answerable.guard.resolve.settled_names import is_settled

__all__ = ["FlowNames"]

_ROW_VALUES = frozenset({"postgres", "duckdb"})
_STRING_FALLBACK = frozenset({"sqlite"})
Met = tuple[FlowSource, FlowScope]
"""A source that a name may mean, with the scope it is in."""


class FlowNames:
    def __init__(self, allowed: AllowList, catalog: Catalog, mark: Marker) -> None:
        self.allow_list, self.catalog, self.mark = allowed, catalog, mark
        self.seen: set[int] = set()
        """ids of the column nodes that were looked up."""
        self.placed: dict[int, Placed] = {}
        self.touched: set[RestrictionMark] = set()
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
        if len(names) == 1 and bool(parts[0].args.get("quoted")) and self.allow_list.dialect in _STRING_FALLBACK:
            return NOTHING
        raise Lost(f"'{'.'.join(names)[:60]}' could not be found here")

    def _qualified(self, names: Sequence[str], scope: FlowScope, node: exp.Expr) -> Value | None:
        """`t.c`, of whichever `t` in sight; failing that, the field of a column that holds a structure."""
        found: list[Value] = []
        met: list[Met] = []
        for source, at in self._named(names[-2], scope):
            if (value := source.find(names[-1], self.mark)) is not None:
                found.append(value)
                met.append((source, at))
            elif (row_id := self._row_id(names[-1], source)) is not None:
                found.append(row_id)
            elif source.is_marked and not found:
                raise Lost(f"'{'.'.join(names)[:60]}' is no column of its table")
        self._place(node, names[-1], met if len(met) == len(found) else [])
        if found:
            return merge_alternatives(found)
        first = self.bare(names[0], scope, node)
        return None if first is None else combine_values([first])

    @staticmethod
    def _named(name: str, scope: FlowScope) -> list[Met]:
        return [(source, at) for at in scope.outward() for source in at.sources if source.name == name]

    def bare(self, name: str, scope: FlowScope, node: exp.Expr) -> Value | None:
        found: list[Value] = []
        met: list[Met] = []
        is_alias = False
        for at in scope.outward():
            own = [(source, value) for source in at.sources if (value := source.find(name, self.mark)) is not None]
            certain = [source for source, _ in own if name in source.by_name]
            own = [(source, value) for source, value in own if source in certain or not certain]
            found += [value for _, value in own]
            met += [(source, at) for source, _ in own if not is_alias]
            if name in at.aliases:
                found.append(at.aliases[name])
                is_alias = True
            if any(self._is_settled(node, (source, at)) for source in certain):
                break
            if not certain:
                self._refuse_rows(name, at)
        self._place(node, name, met)
        if not found:
            sources = [source for at in scope.outward() for source in at.sources]
            found = [value for source in sources if (value := self._row_id(name, source)) is not None]
        return merge_alternatives(found) if found else None

    def _is_settled(self, node: exp.Expr, hit: Met) -> bool:
        source, at = hit
        return is_settled(node, at.select, source.node, self.allow_list.dialect)

    def _place(self, node: exp.Expr, column: str, met: list[Met]) -> None:
        """At the innermost source that was met, where no other can be meant."""
        self.placed.pop(id(node), None)
        if len(met) == 1 or (len(met) > 1 and met[0][1] is not met[1][1] and self._is_settled(node, met[0])):
            source, at = met[0]
            self.placed[id(node)] = Placed(source, column, at.select)

    def _row_id(self, name: str, source: FlowSource) -> Value | None:
        """What a row's own number carries: that of the key it may be; None where the name is no such number."""
        known = source.table.known if source.table is not None else None
        if name not in self.allow_list.pseudo_columns or source.table is None or known is None or known.is_view:
            return None
        if not is_row_id(name, self.allow_list.dialect):
            return NOTHING
        marks = [self.mark(source.table, column) for column in columns_meant(known, self.allow_list.dialect)]
        return marks[0] if len(marks) == 1 else combine_values(marks)

    def _refuse_rows(self, name: str, scope: FlowScope) -> None:
        """The name of a table may stand for its whole row."""
        if self.allow_list.known and self.allow_list.dialect not in _ROW_VALUES:
            return
        if any(source.name == name and (source.is_marked or source.is_open) for source in scope.sources):
            raise Lost(f"the whole row of '{name[:60]}' is read here")
