"""A policy, asked one table or column at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from answerable.guard.lists import Allowed
from answerable.guard.policy import Policy
from answerable.guard.reading import RowRead, TableRead

__all__ = ["Permissions"]

_PLAIN_PATTERN = re.compile(r"[A-Za-z0-9_.*+^$|]{1,64}")


class Permissions:
    """Blocking compares without regard to case; allowing asks for the very table that was allowed."""

    def __init__(self, policy: Policy, allowed: Allowed) -> None:
        self._home = allowed.home
        self._tables = _lower(policy.allowed_tables)
        self._columns = _lower(policy.allowed_columns)
        self._blocked = _lower(policy.blocked_columns) or frozenset()
        self._lineage = {view.lower(): table.lower() for view, table in policy.view_lineage.items()}

    def may_read_table(self, table: TableRead) -> bool:
        names = set(self._names(table))
        if self._tables is not None:
            return bool(names & self._tables) and self._is_exact(table)
        if self._columns is not None:
            return any(column.rpartition(".")[0] in names for column in self._columns)
        return not self._is_unexplained_view(table)

    @staticmethod
    def _is_exact(table: TableRead) -> bool:
        """Without a schema, a quoted name that keeps its capitals may be another table than the one allowed."""
        return table.known is not None or table.name == table.name.lower()

    def _is_unexplained_view(self, table: TableRead) -> bool:
        """A view shows columns of other tables; while some are blocked, it must be said which it shows."""
        if not self._blocked or table.known is None or not table.known.is_view:
            return False
        prefixes = tuple(f"{name}." for name in self._names(table))
        return not any(column.startswith(prefixes) for column in self._lineage)

    def may_read_column(self, table: TableRead, column: str) -> bool:
        origins = set(self._origins(table, column.lower()))
        if any(self._is_blocked(origin) for origin in origins):
            return False
        if self._columns is None:
            return True
        return any(origin in self._columns or f"{origin.rpartition('.')[0]}.*" in self._columns for origin in origins)

    def forbidden_in_row(self, read: RowRead) -> list[str]:
        """Columns a whole-row read would show and may not; `*` when only the engine knows them."""
        if read.table.known is None:
            return self._forbidden_unseen(read)
        but = {name.lower() for name in read.but}
        seen = [column for column in read.table.known.columns if column.lower() not in but]
        return [c for c in seen if _matches(read.pattern, c) and not self.may_read_column(read.table, c)]

    def _forbidden_unseen(self, read: RowRead) -> list[str]:
        if self._columns is not None:
            return ["*"]
        prefixes = {f"{name}." for name in self._names(read.table)}
        named = [entry.rpartition(".") for entry in (*self._blocked, *self._lineage)]
        own = {column for table, _, column in named if f"{table}." in prefixes or table in ("", "*")}
        left = own - {name.lower() for name in read.but}
        return sorted(c for c in left if _matches(read.pattern, c) and not self.may_read_column(read.table, c))

    def _is_blocked(self, origin: str) -> bool:
        table, _, column = origin.rpartition(".")
        return not self._blocked.isdisjoint((origin, column, f"{table}.*", f"*.{column}"))

    def _origins(self, table: TableRead, column: str) -> Iterator[str]:
        """The column under each name of its table, and what a view's column shows, down to the table."""
        for name in self._names(table):
            origin: str | None = f"{name}.{column}"
            for _ in range(len(self._lineage) + 1):
                if origin is None:
                    break
                yield origin
                origin = self._lineage.get(origin)

    def _names(self, table: TableRead) -> Iterator[str]:
        name = table.name.lower()
        if not table.namespace:
            yield name
            yield from (f"{home}.{name}" for home in self._home)
        else:
            yield f"{table.namespace.lower()}.{name}"
        if table.known is not None:
            yield table.known.qualified.lower()


def _lower(names: Iterable[str] | None) -> frozenset[str] | None:
    return None if names is None else frozenset(name.lower() for name in names)


def _matches(pattern: str | None, column: str) -> bool:
    """Whether COLUMNS('pattern') may pick the column; what is not plain, or could take long to match, may pick any."""
    if pattern is None or not _PLAIN_PATTERN.fullmatch(pattern) or sum(map(pattern.count, "*+")) > 3:
        return True
    try:
        return re.search(pattern, column[:64], re.IGNORECASE) is not None
    except re.error:
        return True
