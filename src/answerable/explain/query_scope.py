"""Which name a column's table goes by, inside one SELECT and the ones around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.sql.scope import sources_of, table_name

if TYPE_CHECKING:
    from answerable.kernel.schema import Column, DatabaseSchema, Table

__all__ = ["QueryScope", "printable", "readable"]


def printable(text: str) -> str:
    """A constant's text as it is, but for signs that would break the line or hide in it."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def readable(name: str) -> str:
    """In double quotes when it has signs among which a name in a sentence would be lost."""
    name = printable(name)
    return name if re.fullmatch(r"[\w$.]+", name) else f'"{name}"'


@dataclass(frozen=True)
class QueryScope:
    """Alias → the name it is told by: the table's own, or the alias where the table's own would not be clear."""

    names: dict[str, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    """Alias → table it stands for, where it stands for one."""
    parent: QueryScope | None = None

    @classmethod
    def of(cls, select: exp.Select, parent: QueryScope | None) -> QueryScope:
        sources = list(_sources(select))
        times = Counter(table_name(item).casefold() for item in sources if isinstance(item, exp.Table))
        names, tables = {}, {}
        for item in sources:
            alias = item.alias_or_name
            own = table_name(item) if isinstance(item, exp.Table) else alias
            is_clear = times[own.casefold()] < 2 and not (parent and parent.tells(readable(own)))
            names[alias.casefold()] = readable(own if is_clear else alias)
            if isinstance(item, exp.Table):
                tables[alias.casefold()] = own
        return cls(names, tables, parent)

    def tells(self, name: str) -> bool:
        """True when this scope or one around it already uses the name."""
        return name in self.names.values() or bool(self.parent and self.parent.tells(name))

    def owner(self, alias: str) -> str | None:
        """The name to tell with a column written `alias.column`; None where there is only one table anyway."""
        if alias.casefold() in self.names:
            return None if len(self.names) == 1 and self.parent is None else self.names[alias.casefold()]
        return self.parent.owner_from_within(alias) if self.parent else alias

    def owner_from_within(self, alias: str) -> str:
        if alias.casefold() in self.names:
            return self.names[alias.casefold()]
        return self.parent.owner_from_within(alias) if self.parent else alias

    def alias_to_tell(self, source: exp.Expr) -> str | None:
        """The alias of a source that columns are told by, when it is not the table's own name."""
        alias = source.alias_or_name
        own = table_name(source) if isinstance(source, exp.Table) else ""
        phrase = self.names.get(alias.casefold())
        return phrase if phrase and phrase.casefold() != readable(own).casefold() else None

    def column(self, node: exp.Expr, schema: DatabaseSchema | None) -> Column | None:
        """What the schema says of a column, where it is plain which one is meant."""
        if schema is None or not isinstance(node, exp.Column):
            return None
        scope: QueryScope | None = self
        while scope:
            result = [table.column(node.name) for table in scope._candidates(node, schema)]
            known = [column for column in result if column]
            if known:
                return known[0] if len(known) == 1 else None
            scope = scope.parent
        return None

    def _candidates(self, node: exp.Column, schema: DatabaseSchema) -> Iterator[Table]:
        for alias, name in self.tables.items():
            if (not node.table or node.table.casefold() == alias) and (table := schema.table(name)):
                yield table


def _sources(select: exp.Select) -> Iterator[exp.Expr]:
    yield from sources_of(select)
    yield from select.args.get("laterals") or ()
