"""From a name to what it may mean: the one place where columns are looked up.

Wherever a name could mean several things, all of them are recorded; a rule that forbids one then forbids the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from sqlglot import exp

from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.resolve.catalog import Catalog
from answerable.guard.resolve.derived.row_ids import columns_meant, is_place, is_row_id
from answerable.guard.resolve.identifiers import IdentifierKind
from answerable.guard.resolve.reads import ColumnRead, NameScope, QueryReading, QuerySource, RowRead
from answerable.guard.resolve.settled_names import is_settled
from answerable.kernel.light_dataclass import dataclass

__all__ = ["Resolver"]

_ROW_VALUES = frozenset({"postgres", "duckdb"})
"""Dialects in which the name of a table stands for its whole row."""
_STRUCTS = frozenset({"duckdb", "spark", "postgres"})
_STRING_FALLBACK = frozenset({"sqlite"})
"""Dialects that read a double-quoted name nobody knows as a string."""
Met = tuple[QuerySource, NameScope]
"""A source that a name may mean, with the scope it is in."""


@dataclass(slots=True)
class Resolver:
    allow_list: AllowList
    catalog: Catalog
    reading: QueryReading = field(init=False)

    def __post_init__(self) -> None:
        self.reading = QueryReading(self.catalog.dialect)

    def key(self, name: exp.Identifier) -> str:
        return self.catalog.key(name.name, bool(name.args.get("quoted")))

    def table_key(self, name: exp.Identifier) -> str:
        """Of a table, an alias, a CTE, or whatever stands before a dot."""
        return self.catalog.key(name.name, bool(name.args.get("quoted")), IdentifierKind.TABLE)

    def path(
        self, parts: Sequence[exp.Identifier], scope: NameScope, aliases: bool, node: exp.Expr, soft: bool = False
    ) -> bool:
        """Record what `a`, `a.b`, `a.b.c` … reads. `soft`: it need not mean a column at all.

        Says whether it was found."""
        names = [*map(self.table_key, parts[:-1]), self.key(parts[-1])]
        found = (len(names) > 1 and self._qualified(names, scope, node)) or self._bare(
            names[0], scope, aliases, node, fields=len(names) > 1
        )
        if found or soft:
            return True
        if self._is_string(parts):
            self.reading.strings.add(id(node))
            return True
        self.reading.unknown_columns.append((".".join(part.name for part in parts), scope))
        return False

    def _is_string(self, parts: Sequence[exp.Identifier]) -> bool:
        return len(parts) == 1 and bool(parts[0].args.get("quoted")) and self.allow_list.dialect in _STRING_FALLBACK

    # -- one name -----------------------------------------------------------------------------------------------

    def _bare(self, name: str, scope: NameScope, aliases: bool, node: exp.Expr, fields: bool = False) -> bool:
        """The innermost scope that certainly has the name wins; those passed on the way that may have it count too."""
        if fields and self.allow_list.known and self.allow_list.dialect not in _STRUCTS:
            return False
        met: list[Met] = []
        seen = is_alias = False
        for at in scope.outward():
            hits = [(source, at) for source in at.sources if name in source.columns]
            for source, _ in hits:
                self._column(source, name, certain=True)
            met += hits if not is_alias else []
            seen = seen or bool(hits)
            if any(self._is_settled(node, hit) for hit in hits):
                break
            for source in at.sources:
                if source.open:
                    self._column(source, name, certain=False)
                    seen = True
            # Engines differ in where they see aliases, so that the name may still mean something further out.
            is_alias = is_alias or (name in at.aliases and (aliases or at is not scope))
            seen = self._row_value(name, at) or seen
        self._note_origin(node, met)
        return bool(met) or self._row_ids(name, scope) or seen or is_alias

    def _is_settled(self, node: exp.Expr, hit: Met) -> bool:
        source, at = hit
        return is_settled(node, at.select, source.node, self.allow_list.dialect)

    def _note_origin(self, node: exp.Expr, met: list[Met]) -> None:
        """The innermost source that was met, where no other can be meant."""
        self.reading.origin.pop(id(node), None)
        if len(met) == 1 or (len(met) > 1 and met[0][1] is not met[1][1] and self._is_settled(node, met[0])):
            self.reading.origin[id(node)] = met[0][0]

    def _row_ids(self, name: str, scope: NameScope) -> bool:
        """A row's own number, which may be the value of its key: read of every table in sight."""
        sources = [source for at in scope.outward() for source in at.sources]
        found = [self._row_id(name, source) for source in sources]
        return any(found)

    def _row_id(self, name: str, source: QuerySource) -> bool:
        """Only tables have one. Engines that give it of views and sub-queries too give what their columns do not."""
        if source.table is None or not self._is_pseudo(name):
            return False
        if source.table.known is None:
            if is_row_id(name, self.allow_list.dialect):
                self.row(source)
            return True
        if source.table.known.is_view:
            return False
        if is_row_id(name, self.allow_list.dialect):
            for column in columns_meant(source.table.known, self.allow_list.dialect):
                self._column(source, column, certain=False)
        if is_place(name, source.table.known, self.allow_list.dialect):
            self.reading.places.append(source.table)
        return name in self.allow_list.pseudo_columns

    def _is_pseudo(self, name: str) -> bool:
        return name in self.allow_list.pseudo_columns or is_row_id(name, self.allow_list.dialect)

    def _row_value(self, name: str, scope: NameScope) -> bool:
        if self.allow_list.known and self.allow_list.dialect not in _ROW_VALUES:
            return False
        named = [source for source in scope.sources if source.name == name]
        for source in named:
            self.row(source)
        return bool(named)

    # -- a qualified name ---------------------------------------------------------------------------------------

    def _qualified(self, names: list[str], scope: NameScope, node: exp.Expr) -> bool:
        """Outer sources of the same name count too: which of them is meant differs by engine and by place."""
        met: list[Met] = []
        found = False
        for width in range(1, min(len(names), 4)):
            for source, at in self._sources_met(names[:width], scope):
                column = names[width]
                if column in source.columns:
                    self._column(source, column, certain=True)
                    met.append((source, at))
                elif source.open:
                    self._column(source, column, certain=False)
                    self._attribute_call(source, column)
                    self._row_id(column, source)
                    met.append((source, at))
                elif self._row_id(column, source):
                    found = True
        self._note_origin(node, met)
        return found or bool(met)

    def sources_named(self, qualifier: Sequence[str], scope: NameScope) -> list[QuerySource]:
        """Sources that go by `qualifier` (table, or namespace and table), the innermost ones first."""
        return [source for source, _ in self._sources_met(qualifier, scope)]

    @staticmethod
    def _sources_met(qualifier: Sequence[str], scope: NameScope) -> list[Met]:
        found = [(source, at) for at in scope.outward() for source in at.sources if source.name == qualifier[-1]]
        return found if len(qualifier) == 1 else [hit for hit in found if hit[0].table is not None]

    def _attribute_call(self, source: QuerySource, column: str) -> None:
        """PostgreSQL reads `t.f` as `f(t)` when there is no such column: a whole row, then."""
        if column in self.allow_list.row_functions:
            self.row(source)

    # -- recording ----------------------------------------------------------------------------------------------

    def _column(self, source: QuerySource, column: str, *, certain: bool) -> None:
        if source.table is not None:
            self.reading.columns.append(ColumnRead(source.table, column, certain))

    def columns(self, source: QuerySource, names: Iterable[str]) -> None:
        """Columns that are certainly read, though the text does not name them."""
        for name in sorted(names):
            self._column(source, name, certain=True)

    def row(self, source: QuerySource, but: frozenset[str] = frozenset(), pattern: str | None = None) -> None:
        if source.table is not None:
            self.reading.rows.append(RowRead(source.table, but, pattern))
