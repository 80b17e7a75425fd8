"""A policy, asked one table or column at a time."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import cached_property

from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.policy.own_patterns import own_patterns_of
from answerable.guard.policy.policy import Policy
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.policy.table_names import names_of, spelled_names
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.identifiers import ascii_lower, path_likeness
from answerable.guard.resolve.lineage import ColumnOrigins, Lineage, lineage_of
from answerable.guard.resolve.reads import RowRead, TableRead, table_of_schema
from answerable.kernel.schema import Column
from answerable.sensitive import kinds_of_name

__all__ = ["Permissions"]

DEEPEST_VIEWS = 16
_PLAIN_PATTERN = re.compile(r"[A-Za-z0-9_.*+^$|]{1,64}")


class Permissions:
    """Restricting compares names by likeness; allowing asks for the very table and column that were allowed."""

    def __init__(self, policy: Policy, allowed: AllowList, catalog: Catalog | None = None) -> None:
        self._policy = policy
        self.allow_list = allowed
        self._catalog = catalog or Catalog(allowed.dialect, known=False)
        self._tables = policy.allowed_tables
        self._columns = policy.allowed_columns
        self._listed = {
            Mode.BLOCKED: _alike(policy.blocked_columns),
            Mode.MASKED: _alike(policy.masked_columns),
            Mode.AGGREGATE_ONLY: _alike(policy.aggregate_only_columns),
        }
        self._given = {ascii_lower(view): (view, table) for view, table in policy.view_lineage.items()}
        self._modes: dict[tuple[TableRead, str], frozenset[Mode]] = {}

    def names(self, table: TableRead) -> Iterator[str]:
        return names_of(table, self.allow_list)

    # -- tables -------------------------------------------------------------------------------------------------

    def may_read_table(self, table: TableRead) -> bool:
        if self._tables is not None:
            return self._is_among(table, self._tables)
        if self._columns is not None:
            return self._is_among(table, {column.rpartition(".")[0] for column in self._columns})
        return True

    def _is_among(self, table: TableRead, entries: Set[str]) -> bool:
        """Whether one of the entries surely means this table: in other case only where no other can be meant."""
        names = set(spelled_names(table, self.allow_list))
        if not names.isdisjoint(entries):
            return True
        if table.known is not None and not self._catalog.is_alone(table.known):
            return False
        if table.known is None and not self._folds_surely(table):
            return False
        return not {ascii_lower(name) for name in names}.isdisjoint(map(ascii_lower, entries))

    def _folds_surely(self, table: TableRead) -> bool:
        """Without a schema, a name that keeps its capitals may be another table than the one allowed."""
        if self.allow_list.dialect == "mysql":
            return table.written == ascii_lower(table.written)
        return table.name == ascii_lower(table.name)

    def required_filters(self, table: TableRead) -> tuple[str, ...]:
        """Conditions that a read of the table must hold: its own, and those of tables that share rows with it."""
        filters = self._policy.required_filters
        if not filters:
            return ()
        names = set(self.names(table))
        names.update(other for name in tuple(names) for other in self._lineage.relatives.get(name, ()))
        alike = {path_likeness(name) for name in names}
        return tuple(dict.fromkeys(sql for name, sql in filters.items() if path_likeness(name) in alike))

    def is_unexplained_view(self, table: TableRead) -> bool:
        """A view shows columns of other tables; while some are restricted, it must be known which it shows."""
        if not self._policy.restricts_columns or table.known is None or not table.known.is_view:
            return False
        return not self._is_released(table) and not self._lineage.explains(table.known)

    def is_released_view(self, view: KnownTable) -> bool:
        """Whether the operator names columns of this very view, and so says what it shows."""
        return self._is_released(table_of_schema(view))

    def _is_released(self, view: TableRead) -> bool:
        entries = {column.rpartition(".")[0] for column in (*self._policy.view_lineage, *(self._columns or ()))}
        return self._is_among(view, entries)

    # -- columns ------------------------------------------------------------------------------------------------

    def may_read_column(self, table: TableRead, column: str) -> bool:
        """False for what is blocked, or not among what is allowed; masked columns are for other rules."""
        if Mode.BLOCKED in self.modes(table, column):
            return False
        if self._columns is None:
            return True
        key = self._catalog.key(column, quoted=True)
        if self._is_listed(table, key, self._columns):
            return True
        return any(self._shows_allowed(f"{name}.{key}", self._columns) for name in self.names(table))

    def _is_listed(self, table: TableRead, key: str, entries: frozenset[str]) -> bool:
        same = {column for column in entries if self._catalog.key(column.rpartition(".")[2], quoted=True) == key}
        same |= {column for column in entries if _is_same_column(column.rpartition(".")[2], key, table)}
        return self._is_among(table, {column.rpartition(".")[0] for column in same})

    def _shows_allowed(self, origin: str, allowed: frozenset[str], depth: int = 0) -> bool:
        """For a view's column: whether all that it shows is allowed."""
        shown = self._shown(origin).origins if depth < DEEPEST_VIEWS else frozenset[str]()
        return bool(shown) and all(self._is_allowed(other, allowed, depth + 1) for other in shown)

    def _is_allowed(self, origin: str, allowed: frozenset[str], depth: int) -> bool:
        table, _, column = origin.rpartition(".")
        namespace, _, name = table.rpartition(".")
        known = self._catalog.find(namespace, name, name) or self._catalog.find("", name, name)
        read = TableRead(name, "" if known is None or not known.namespace else namespace, table, known)
        return self._is_listed(read, column, allowed) or self._shows_allowed(origin, allowed, depth)

    def may_tell(self, table: TableRead, column: str) -> bool:
        """Whether a message may name values of the column to whoever asks."""
        return self.may_read_column(table, column) and not self.modes(table, column)

    def modes(self, table: TableRead, column: str) -> frozenset[Mode]:
        """What restricts the column, itself or what it shows; empty for most."""
        if not self._policy.restricts_columns:
            return frozenset()
        place = (table, self._catalog.key(column, quoted=True))
        if place not in self._modes:
            self._modes[place] = frozenset(
                mode for origin, _ in self._origins(*place) for mode in self._modes_of_origin(origin)
            )
        return self._modes[place]

    def is_copy(self, table: TableRead, column: str) -> bool:
        """False for a view's column that is computed from others."""
        return all(is_copy for _, is_copy in self._origins(table, self._catalog.key(column, quoted=True)))

    def is_own(self, table: TableRead, column: str, mode: Mode) -> bool:
        """Whether the column is restricted by its own name or content, not only by what a view shows in it."""
        key = self._catalog.key(column, quoted=True)
        return any(mode in self._modes_of_origin(f"{name}.{key}") for name in self.names(table))

    def restricts(self, table: TableRead) -> bool:
        """Whether some column of the table is not free to read; of views and unknown tables it is taken for granted."""
        if not self._policy.restricts_columns:
            return False
        if table.known is None or table.known.is_view or self._columns is not None:
            return True
        return any(self.modes(table, column) for column in table.known.columns)

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
        left_out = read.but | read.table.known.hidden
        return [c for c in read.table.known.columns if c not in left_out and _matches(read.pattern, c)]

    def hides_in_row(self, read: RowRead) -> bool:
        """Whether a whole-row read covers a masked or aggregate-only column, as far as anybody knows."""
        if read.table.known is not None:
            return any(self.modes(read.table, column) for column in self.columns_in(read))
        hidden = self._listed[Mode.MASKED] | self._listed[Mode.AGGREGATE_ONLY]
        return bool(self._own_among((*hidden, *_alike(self._given)), read)) or bool(self._policy.blocked_patterns)

    def _forbidden_unseen(self, read: RowRead) -> list[str]:
        if self._columns is not None or Mode.BLOCKED in self._policy.blocked_patterns.values():
            return ["*"]
        own = self._own_among((*self._listed[Mode.BLOCKED], *_alike(self._given)), read)
        return sorted(column for column in own if not self.may_read_column(read.table, column))

    def _own_among(self, entries: Iterable[str], read: RowRead) -> set[str]:
        """Columns of the table that entries of the policy name, less those the read leaves out."""
        prefixes = {f"{path_likeness(name)}." for name in self.names(read.table)}
        named = [entry.rpartition(".") for entry in entries]
        own = {column for table, _, column in named if f"{table}." in prefixes or table in ("", "*")}
        return {c for c in own - read.but if _matches(read.pattern, c)}

    # -- where a column comes from ------------------------------------------------------------------------------

    @cached_property
    def _lineage(self) -> Lineage:
        return lineage_of(self._catalog, self.allow_list)

    def _origins(self, table: TableRead, column: str) -> Iterator[tuple[str, bool]]:
        """The column under each name of its table, what a view's column or a generated one is made of, and the same
        column of tables that share rows with its table, but not of theirs in turn.

        With each: whether the value is a copy of it."""
        waiting = [(f"{name}.{column}", True, True) for name in self.names(table)]
        seen: set[tuple[str, bool]] = set()
        while waiting:
            origin, is_copy, is_own = waiting.pop()
            if (origin, is_own) in seen:
                continue
            seen.add((origin, is_own))
            yield origin, is_copy
            shown = self._shown(origin)
            for other in shown.origins:
                waiting += [(name, is_copy and shown.is_copy, True) for name in (other, _bare(other))]
            if is_own and self._policy.restricts_columns:
                waiting += [(other, is_copy, False) for other in self._lineage.same_in_relatives(origin)]

    def _shown(self, origin: str) -> ColumnOrigins:
        given = self._given_for(origin) if self._given else frozenset[str]()
        if given:
            return ColumnOrigins(given)
        return self._lineage.origin_of(origin) if self._policy.restricts_columns else ColumnOrigins()

    def _given_for(self, origin: str) -> frozenset[str]:
        """What `view_lineage` says; in other case only of a view that cannot be taken for another."""
        view, column = self._given.get(ascii_lower(origin), ("", ""))
        if not view or (view != origin and self._catalog.is_ambiguous(origin.rpartition(".")[0])):
            return frozenset()
        if column in self._lineage.known:
            return frozenset({column})
        # The policy spells the column as people do, the schema as the engine folds it: `Ärzte` is `ärzte` to MariaDB.
        return self._known_by_likeness.get(path_likeness(column), frozenset({ascii_lower(column)}))

    @cached_property
    def _known_by_likeness(self) -> dict[str, frozenset[str]]:
        alike: defaultdict[str, set[str]] = defaultdict(set)
        for column in self._lineage.known:
            alike[path_likeness(column)].add(column)
        return {likeness: frozenset(columns) for likeness, columns in alike.items()}

    def _modes_of_origin(self, origin: str) -> Iterator[Mode]:
        alike = path_likeness(origin)
        table, _, column = alike.rpartition(".")
        for mode, listed in self._listed.items():
            if not listed.isdisjoint((alike, column, f"{table}.*", f"*.{column}")):
                yield mode
        if self._policy.blocked_patterns:
            for kind in self._kinds(origin):
                if kind in self._policy.blocked_patterns:
                    yield self._policy.blocked_patterns[kind]

    def _kinds(self, origin: str) -> Iterator[str]:
        """Of sensitive content, by the name as the schema spells it (`phoneNumber` is two words) and by values."""
        facts = self._lineage.facts(origin)
        for column in facts:
            yield from kinds_of_name(column.name)
            yield from column.sensitive
            yield from own_patterns_of(self._policy.blocked_patterns, column)
        if not facts:
            unknown = Column(origin.rpartition(".")[2], "")
            yield from kinds_of_name(unknown.name)
            yield from own_patterns_of(self._policy.blocked_patterns, unknown)


def _bare(origin: str) -> str:
    """Some engines put the database before every name of a view's definition; without it, then."""
    table, _, column = origin.rpartition(".")
    return f"{table.rpartition('.')[2]}.{column}"


def _alike(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(path_likeness, names))


def _is_same_column(entry: str, key: str, table: TableRead) -> bool:
    """`*`, or the name in other case where the table has no other column of that name."""
    if entry == "*":
        return True
    if ascii_lower(entry) != ascii_lower(key):
        return False
    columns = table.known.columns if table.known is not None else (key,)
    return sum(ascii_lower(column) == ascii_lower(key) for column in columns) == 1


def _matches(pattern: str | None, column: str) -> bool:
    """Whether COLUMNS('pattern') may pick the column; what is not plain, or could take long to match, may pick any."""
    if pattern is None or not _PLAIN_PATTERN.fullmatch(pattern) or sum(map(pattern.count, "*+")) > 3:
        return True
    try:
        return re.search(pattern, column[:64], re.IGNORECASE) is not None
    except re.error:
        return True
