"""From a name to what it may mean: the one place where columns are looked up.

Wherever a name could mean several things, all of them are recorded; a rule that forbids one then forbids the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from answerable.guard.catalog import Catalog
from answerable.guard.derived.row_ids import columns_meant, is_row_id
from answerable.guard.identifiers import IdentifierKind
from answerable.guard.lists import Allowed
from answerable.guard.reading import ColumnRead, Reading, RowRead, Scope, Source

__all__ = ["Resolver"]

_ROW_VALUES = frozenset({"postgres", "duckdb"})
"""Dialects in which the name of a table stands for its whole row."""
_STRUCTS = frozenset({"duckdb", "spark", "postgres"})
_STRING_FALLBACK = frozenset({"sqlite"})
"""Dialects that read a double-quoted name nobody knows as a string."""


@dataclass(slots=True)
class Resolver:
    allowed: Allowed
    catalog: Catalog
    reading: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.reading = Reading(self.catalog.dialect)

    def key(self, name: exp.Identifier) -> str:
        return self.catalog.key(name.name, bool(name.args.get("quoted")))

    def table_key(self, name: exp.Identifier) -> str:
        """Of a table, an alias, a CTE, or whatever stands before a dot."""
        return self.catalog.key(name.name, bool(name.args.get("quoted")), IdentifierKind.TABLE)

    def path(
        self, parts: Sequence[exp.Identifier], scope: Scope, aliases: bool, node: exp.Expr, soft: bool = False
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
        return len(parts) == 1 and bool(parts[0].args.get("quoted")) and self.allowed.dialect in _STRING_FALLBACK

    # -- one name -----------------------------------------------------------------------------------------------

    def _bare(self, name: str, scope: Scope, aliases: bool, node: exp.Expr, fields: bool = False) -> bool:
        """The innermost scope that certainly has the name wins; those passed on the way that may have it count too."""
        if fields and self.allowed.known and self.allowed.dialect not in _STRUCTS:
            return False
        seen = False
        for at in scope.outward():
            hits = [source for source in at.sources if name in source.columns]
            for source in hits:
                self._column(source, name, certain=True)
            if len(hits) == 1:
                self.reading.origin[id(node)] = hits[0]
            if hits:
                return True
            for source in at.sources:
                if source.open:
                    self._column(source, name, certain=False)
                    seen = True
            if name in at.aliases and (aliases or at is not scope):
                return True
            seen = self._row_value(name, at) or seen
        return self._row_ids(name, scope) or seen

    def _row_ids(self, name: str, scope: Scope) -> bool:
        """A row's own number, which may be the value of its key: read of every table in sight."""
        sources = [source for at in scope.outward() for source in at.sources]
        found = [self._row_id(name, source) for source in sources]
        return any(found)

    def _row_id(self, name: str, source: Source) -> bool:
        """Only tables have one. Engines that give it of views and sub-queries too give what their columns do not."""
        if source.table is None or not self._is_pseudo(name):
            return False
        if source.table.known is None:
            if is_row_id(name, self.allowed.dialect):
                self.row(source)
            return True
        if source.table.known.is_view:
            return False
        if is_row_id(name, self.allowed.dialect):
            for column in columns_meant(source.table.known, self.allowed.dialect):
                self._column(source, column, certain=False)
        return name in self.allowed.pseudo_columns

    def _is_pseudo(self, name: str) -> bool:
        return name in self.allowed.pseudo_columns or is_row_id(name, self.allowed.dialect)

    def _row_value(self, name: str, scope: Scope) -> bool:
        if self.allowed.known and self.allowed.dialect not in _ROW_VALUES:
            return False
        named = [source for source in scope.sources if source.name == name]
        for source in named:
            self.row(source)
        return bool(named)

    # -- a qualified name ---------------------------------------------------------------------------------------

    def _qualified(self, names: list[str], scope: Scope, node: exp.Expr) -> bool:
        found = False
        for width in range(1, min(len(names), 4)):
            for source in self.named(names[:width], scope):
                column = names[width]
                if column in source.columns:
                    self._column(source, column, certain=True)
                    self.reading.origin[id(node)] = source
                    found = True
                elif source.open:
                    self._column(source, column, certain=False)
                    self._attribute_call(source, column)
                    self._row_id(column, source)
                    self.reading.origin.setdefault(id(node), source)
                    found = True
                elif self._row_id(column, source):
                    found = True
        return found

    def named(self, qualifier: Sequence[str], scope: Scope) -> list[Source]:
        """Sources of the innermost scope that go by `qualifier` (table, or namespace and table)."""
        name = qualifier[-1]
        for at in scope.outward():
            hits = [source for source in at.sources if source.name == name]
            if len(qualifier) > 1:
                hits = [source for source in hits if source.table is not None]
            if hits:
                return hits
        return []

    def _attribute_call(self, source: Source, column: str) -> None:
        """PostgreSQL reads `t.f` as `f(t)` when there is no such column: a whole row, then."""
        if column in self.allowed.row_functions:
            self.row(source)

    # -- recording ----------------------------------------------------------------------------------------------

    def _column(self, source: Source, column: str, *, certain: bool) -> None:
        if source.table is not None:
            self.reading.columns.append(ColumnRead(source.table, column, certain))

    def row(self, source: Source, but: frozenset[str] = frozenset(), pattern: str | None = None) -> None:
        if source.table is not None:
            self.reading.rows.append(RowRead(source.table, but, pattern))
