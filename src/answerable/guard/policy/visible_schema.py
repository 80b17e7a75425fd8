"""A schema as a policy lets it be seen: what may be told of it, and what may be read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from answerable.guard.parse.allow_lists import allow_list_for
from answerable.guard.policy.own_patterns import own_patterns_of
from answerable.guard.policy.permissions import Permissions
from answerable.guard.policy.policy import Policy
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.policy.visible_rows import with_visible_rows
from answerable.guard.resolve.catalog import Catalog
from answerable.guard.resolve.catalog_cache import catalog_for
from answerable.guard.resolve.reads import TableRead
from answerable.guard.resolve.views import view_obstacle
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Table

__all__ = ["SchemaView"]


class SchemaView:
    def __init__(self, schema: DatabaseSchema, policy: Policy | None) -> None:
        self._schema = schema
        self._policy = policy or Policy()
        self._allowed = allowed = allow_list_for(schema.dialect)
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
        """Every name, but no values of columns that are restricted in any way, nor of rows that a filter hides."""
        if not self._policy.restricts_anything:
            return self._schema
        return replace(self._schema, tables=tuple(map(self._without_values, self._schema.tables)))

    def _without_values(self, table: Table) -> Table:
        visible = self._with_visible_rows(table)
        if not self._policy.restricts_columns and self._policy.allowed_tables is None:
            return visible
        columns = (self._silent(column) if self.modes(table, column) else column for column in visible.columns)
        return replace(visible, columns=tuple(columns))

    def _with_visible_rows(self, table: Table) -> Table:
        """A view may show rows of any table."""
        if not self._policy.required_filters:
            return table
        if table.is_view:
            columns = tuple(replace(self._silent(column), distinct_estimate=None) for column in table.columns)
            return replace(table, columns=columns, cells_are_all=False)
        filters = self._permissions.required_filters(self._read(table))
        return with_visible_rows(table, filters, self._schema.dialect) if filters else table

    def _silent(self, column: Column) -> Column:
        """Without values, but with the patterns that they matched."""
        matched = own_patterns_of(self._policy.blocked_patterns, column)
        kinds = tuple(dict.fromkeys((*column.sensitive, *matched)))
        return replace(column, common_values=(), minimum=None, maximum=None, cells=(), sketch=None, sensitive=kinds)

    def readable(self) -> DatabaseSchema:
        """Only tables and columns that may be read, without keys that point to what may not, and without values of what
        is masked or only aggregated, or of rows that a filter hides."""
        if not self._policy.restricts_anything:
            return self._schema
        found = self._kept(lambda modes: Mode.BLOCKED not in modes)
        return replace(found, tables=tuple(map(self._without_hidden_count, found.tables)))

    def _without_hidden_count(self, table: Table) -> Table:
        if not self.hides_rows(table):
            return table
        rows = max((len(column.cells) for column in table.columns), default=0)
        return replace(table, row_estimate=rows if table.cells_are_all and rows else None)

    def hides_rows(self, table: Table) -> bool:
        """Whether some of its rows may be behind a required filter; of a view, while there is any filter."""
        if not self._policy.required_filters:
            return False
        return table.is_view or bool(self._permissions.required_filters(self._read(table)))

    def showable(self) -> DatabaseSchema:
        """Only tables and columns that may stand in a SELECT list, masked or not."""
        return self._kept(lambda modes: modes <= {Mode.MASKED})

    def without_restricted(self) -> DatabaseSchema:
        """Only tables and columns that anything may be asked about."""
        return self._kept(lambda modes: not modes)

    def _kept(self, keeps: Callable[[frozenset[Mode]], bool]) -> DatabaseSchema:
        if not self._policy.restricts_columns and self._policy.allowed_tables is None:
            return self.without_values()
        tables = [self._narrowed(table, keeps) for table in self.without_values().tables]
        found = replace(self._schema, tables=tuple(table for table in tables if table.columns))
        return replace(found, tables=tuple(_with_keys_inside(table, found) for table in found.tables))

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
        known = read.known
        if known is None or not known.is_view or not self._policy.restricts_columns:
            return ""
        if known.qualified_name not in self._obstacles:
            self._obstacles[known.qualified_name] = view_obstacle(
                known, self._permissions, self._catalog, self._allowed
            )
        return self._obstacles[known.qualified_name]

    def _read(self, table: Table) -> TableRead:
        namespace, name = self._catalog.table_key(table.namespace or ""), self._catalog.table_key(table.name)
        return TableRead(name, namespace, table.qualified, self._catalog.find(namespace, name, table.name))


def _with_keys_inside(table: Table, schema: DatabaseSchema) -> Table:
    """Only those that point to what the schema has."""
    return replace(table, foreign_keys=tuple(key for key in table.foreign_keys if _is_in(schema, key)))


def _is_in(schema: DatabaseSchema, key: ForeignKey) -> bool:
    """Whether the schema has what the key points to."""
    target = schema.table(key.ref_table)
    return target is not None and all(target.column(name) for name in key.ref_columns)
