"""A policy, asked one table or column at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from answerable.guard.catalog import Catalog, KnownTable
from answerable.guard.lineage import Lineage, Shown, lineage_of
from answerable.guard.lists import Allowed
from answerable.guard.modes import Mode
from answerable.guard.policy import Policy
from answerable.guard.reading import RowRead, TableRead
from answerable.guard.table_names import names_of
from answerable.sensitive import kinds_of_name

__all__ = ["Permissions"]

DEEPEST_VIEWS = 16
_PLAIN_PATTERN = re.compile(r"[A-Za-z0-9_.*+^$|]{1,64}")


class Permissions:
    """Blocking compares without regard to case; allowing asks for the very table that was allowed."""

    def __init__(self, policy: Policy, allowed: Allowed, catalog: Catalog | None = None) -> None:
        self._policy = policy
        self._allowed = allowed
        self._catalog = catalog or Catalog(exact_case=False, known=False)
        self._tables = _lower(policy.allowed_tables)
        self._columns = _lower(policy.allowed_columns)
        self._listed = {
            Mode.BLOCKED: _lower(policy.blocked_columns) or frozenset(),
            Mode.MASKED: _lower(policy.masked_columns) or frozenset(),
            Mode.AGGREGATE_ONLY: _lower(policy.aggregate_only_columns) or frozenset(),
        }
        self._given = {view.lower(): table.lower() for view, table in policy.view_lineage.items()}
        self._modes: dict[tuple[TableRead, str], frozenset[Mode]] = {}

    def names(self, table: TableRead) -> Iterator[str]:
        return names_of(table, self._allowed)

    # -- tables -------------------------------------------------------------------------------------------------

    def may_read_table(self, table: TableRead) -> bool:
        names = set(self.names(table))
        if self._tables is not None:
            return bool(names & self._tables) and self._is_exact(table)
        if self._columns is not None:
            return any(column.rpartition(".")[0] in names for column in self._columns)
        return True

    @staticmethod
    def _is_exact(table: TableRead) -> bool:
        """Without a schema, a quoted name that keeps its capitals may be another table than the one allowed."""
        return table.known is not None or table.name == table.name.lower()

    def is_unexplained_view(self, table: TableRead) -> bool:
        """A view shows columns of other tables; while some are restricted, it must be known which it shows."""
        if not self._policy.restricts_columns or table.known is None or not table.known.is_view:
            return False
        prefixes = tuple(f"{name}." for name in self.names(table))
        if any(column.startswith(prefixes) for column in (*self._given, *(self._columns or ()))):
            return False
        return not self._lineage.explains(table.known)

    def is_released_view(self, view: KnownTable) -> bool:
        """Whether the operator names columns of this very view, and so says what it shows."""
        name = view.qualified.lower()
        names = {name} if view.namespace else {name, *(f"{home}.{name}" for home in self._allowed.home)}
        return any(entry.rpartition(".")[0] in names for entry in (*self._given, *(self._columns or ())))

    # -- columns ------------------------------------------------------------------------------------------------

    def may_read_column(self, table: TableRead, column: str) -> bool:
        """False for what is blocked, or not among what is allowed; masked columns are for other rules."""
        if Mode.BLOCKED in self.modes(table, column):
            return False
        if self._columns is None:
            return True
        return any(self._is_allowed(f"{name}.{column.lower()}", self._columns) for name in self.names(table))

    def _is_allowed(self, origin: str, allowed: frozenset[str], depth: int = 0) -> bool:
        """Allowed by its own name, or, for a view's column, because all that it shows is."""
        if origin in allowed or f"{origin.rpartition('.')[0]}.*" in allowed:
            return True
        shown = self._shown(origin).origins if depth < DEEPEST_VIEWS else frozenset[str]()
        return bool(shown) and all(self._is_allowed(other, allowed, depth + 1) for other in shown)

    def may_tell(self, table: TableRead, column: str) -> bool:
        """Whether a message may name values of the column to whoever asks."""
        return self.may_read_column(table, column) and not self.modes(table, column)

    def modes(self, table: TableRead, column: str) -> frozenset[Mode]:
        """What restricts the column, itself or what it shows; empty for most."""
        if not self._policy.restricts_columns:
            return frozenset()
        place = (table, column.lower())
        if place not in self._modes:
            self._modes[place] = frozenset(
                mode for origin, _ in self._origins(*place) for mode in self._modes_of_origin(origin)
            )
        return self._modes[place]

    def is_copy(self, table: TableRead, column: str) -> bool:
        """False for a view's column that is computed from others."""
        return all(is_copy for _, is_copy in self._origins(table, column.lower()))

    def is_own(self, table: TableRead, column: str, mode: Mode) -> bool:
        """Whether the column is restricted by its own name or content, not only by what a view shows in it."""
        return any(mode in self._modes_of_origin(f"{name}.{column.lower()}") for name in self.names(table))

    def forbidden_in_row(self, read: RowRead) -> list[str]:
        """Columns a whole-row read would show and may not; `*` when only the engine knows them."""
        if read.table.known is None:
            return self._forbidden_unseen(read)
        return [column for column in self.columns_in(read) if not self.may_read_column(read.table, column)]

    @staticmethod
    def columns_in(read: RowRead) -> list[str]:
        """The columns a whole-row read of a known table covers."""
        if read.table.known is None:
            return []
        but = {name.lower() for name in read.but}
        return [c for c in read.table.known.columns if c.lower() not in but and _matches(read.pattern, c)]

    def hides_in_row(self, read: RowRead) -> bool:
        """Whether a whole-row read covers a masked or aggregate-only column, as far as anybody knows."""
        if read.table.known is not None:
            return any(self.modes(read.table, column) for column in self.columns_in(read))
        hidden = self._listed[Mode.MASKED] | self._listed[Mode.AGGREGATE_ONLY]
        return bool(self._own_among((*hidden, *self._given), read)) or bool(self._policy.blocked_patterns)

    def _forbidden_unseen(self, read: RowRead) -> list[str]:
        if self._columns is not None or Mode.BLOCKED in self._policy.blocked_patterns.values():
            return ["*"]
        own = self._own_among((*self._listed[Mode.BLOCKED], *self._given), read)
        return sorted(column for column in own if not self.may_read_column(read.table, column))

    def _own_among(self, entries: Iterable[str], read: RowRead) -> set[str]:
        """Columns of the table that entries of the policy name, less those the read leaves out."""
        prefixes = {f"{name}." for name in self.names(read.table)}
        named = [entry.rpartition(".") for entry in entries]
        own = {column for table, _, column in named if f"{table}." in prefixes or table in ("", "*")}
        return {c for c in own - {name.lower() for name in read.but} if _matches(read.pattern, c)}

    # -- where a column comes from ------------------------------------------------------------------------------

    @cached_property
    def _lineage(self) -> Lineage:
        return lineage_of(self._catalog, self._allowed)

    def _origins(self, table: TableRead, column: str) -> Iterator[tuple[str, bool]]:
        """The column under each name of its table, and what a view's column shows, down to the table.

        With each: whether the value is a copy of it."""
        waiting = [(f"{name}.{column}", True) for name in self.names(table)]
        seen: set[str] = set()
        while waiting:
            origin, is_copy = waiting.pop()
            if origin in seen:
                continue
            seen.add(origin)
            yield origin, is_copy
            shown = self._shown(origin)
            for other in shown.origins:
                waiting += [(name, is_copy and shown.is_copy) for name in (other, _bare(other))]

    def _shown(self, origin: str) -> Shown:
        if origin in self._given:
            return Shown(frozenset({self._given[origin]}))
        return self._lineage.shown(origin) if self._policy.restricts_columns else Shown()

    def _modes_of_origin(self, origin: str) -> Iterator[Mode]:
        table, _, column = origin.rpartition(".")
        for mode, listed in self._listed.items():
            if not listed.isdisjoint((origin, column, f"{table}.*", f"*.{column}")):
                yield mode
        if self._policy.blocked_patterns:
            for kind in (*kinds_of_name(self._written(table, column)), *self._catalog_kinds(table, column)):
                if kind in self._policy.blocked_patterns:
                    yield self._policy.blocked_patterns[kind]

    def _written(self, table: str, column: str) -> str:
        """The name as the schema spells it: `phoneNumber` is two words, `phonenumber` one."""
        facts = self._lineage.facts(f"{table}.{column}")
        return facts.name if facts is not None else column

    def _catalog_kinds(self, table: str, column: str) -> tuple[str, ...]:
        facts = self._lineage.facts(f"{table}.{column}")
        return facts.sensitive if facts is not None else ()


def _bare(origin: str) -> str:
    """Some engines put the database before every name of a view's definition; without it, then."""
    table, _, column = origin.rpartition(".")
    return f"{table.rpartition('.')[2]}.{column}"


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
