"""A schema as a policy lets it be seen: what may be told of it, and what may be read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from answerable.guard.catalog import Catalog
from answerable.guard.catalogs import catalog_for
from answerable.guard.lists import allowed_for
from answerable.guard.modes import Mode
from answerable.guard.permissions import Permissions
from answerable.guard.policy import Policy
from answerable.guard.reading import TableRead
from answerable.schema import Column, DatabaseSchema, Table

__all__ = ["SchemaView"]


class SchemaView:
    def __init__(self, schema: DatabaseSchema, policy: Policy | None) -> None:
        self._schema = schema
        self._policy = policy or Policy()
        self._allowed = allowed = allowed_for(schema.dialect)
        self._catalog: Catalog = catalog_for(schema, allowed)
        self._permissions = Permissions(self._policy, allowed, self._catalog)
        self._obstacles: dict[str, str] = {}

    def modes(self, table: Table, column: Column) -> frozenset[Mode]:
        """What restricts the column; blocked, too, when it is not among those allowed."""
        read = self._read(table)
        modes = self._permissions.modes(read, column.name)
        return modes if self._may_read(read, column) else modes | {Mode.BLOCKED}

    def may_be_counted(self, table: Table, column: Column) -> bool:
        """Whether COUNT of the column, by itself and without a minimum, is let through."""
        modes = self.modes(table, column)
        return modes <= {Mode.MASKED} and (not modes or self._permissions.is_copy(self._read(table), column.name))

    def without_values(self) -> DatabaseSchema:
        """Every name, but no values of columns that are restricted in any way."""
        return self._each_column(lambda table, column: _silent(column) if self.modes(table, column) else column)

    def readable(self) -> DatabaseSchema:
        """Only tables and columns that may be read; no values of those that are masked or only aggregated."""
        return self._kept(lambda modes: Mode.BLOCKED not in modes)

    def showable(self) -> DatabaseSchema:
        """Only tables and columns that may stand in a SELECT list, masked or not."""
        return self._kept(lambda modes: modes <= {Mode.MASKED})

    def unrestricted(self) -> DatabaseSchema:
        """Only tables and columns that anything may be asked about."""
        return self._kept(lambda modes: not modes)

    def _kept(self, keeps: Callable[[frozenset[Mode]], bool]) -> DatabaseSchema:
        if self._is_open:
            return self._schema
        tables = [self._narrowed(table, keeps) for table in self.without_values().tables]
        return replace(self._schema, tables=tuple(table for table in tables if table.columns))

    @property
    def _is_open(self) -> bool:
        return not self._policy.restricts_columns and self._policy.allowed_tables is None

    def _each_column(self, change: Callable[[Table, Column], Column]) -> DatabaseSchema:
        if self._is_open:
            return self._schema
        tables = [
            replace(table, columns=tuple(change(table, column) for column in table.columns))
            for table in self._schema.tables
        ]
        return replace(self._schema, tables=tuple(tables))

    def _narrowed(self, table: Table, keeps: Callable[[frozenset[Mode]], bool]) -> Table:
        columns = tuple(column for column in table.columns if keeps(self.modes(table, column)))
        names = {column.name for column in columns}
        return replace(
            table,
            columns=columns,
            primary_key=table.primary_key if names.issuperset(table.primary_key) else (),
            foreign_keys=tuple(key for key in table.foreign_keys if names.issuperset(key.columns)),
        )

    def _may_read(self, read: TableRead, column: Column) -> bool:
        permissions = self._permissions
        is_table_open = permissions.may_read_table(read) and not permissions.is_unexplained_view(read)
        return is_table_open and permissions.may_read_column(read, column.name) and not self._obstacle(read)

    def obstacle(self, table: Table) -> str:
        """Why a view may not be read although its columns might: its rows depend on restricted ones."""
        return self._obstacle(self._read(table))

    def _obstacle(self, read: TableRead) -> str:
        from answerable.guard.views import view_obstacle

        known = read.known
        if known is None or not known.is_view or not self._policy.restricts_columns:
            return ""
        if known.qualified not in self._obstacles:
            self._obstacles[known.qualified] = view_obstacle(known, self._permissions, self._catalog, self._allowed)
        return self._obstacles[known.qualified]

    def _read(self, table: Table) -> TableRead:
        namespace, name = self._catalog.table_key(table.namespace or ""), self._catalog.table_key(table.name)
        return TableRead(name, namespace, table.qualified, self._catalog.find(namespace, name, table.name))


def _silent(column: Column) -> Column:
    return replace(column, common_values=(), minimum=None, maximum=None, cells=())
