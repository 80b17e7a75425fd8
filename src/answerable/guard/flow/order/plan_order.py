"""Plans that an engine chooses by how many rows its tables have, those among them that nobody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.resolve.views.view_query import views_behind

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

__all__ = ["may_follow_hidden_rows"]

_PLANNED = (exp.Group, exp.Distinct, exp.Union, exp.Intersect, exp.Except, exp.Window)
"""What engines sort or hash for, whichever they think cheaper."""
_BY_SIZE = frozenset({"mysql"})
"""Dialects of engines that plan, and sort equal rows, by the size of rows: the length of a hidden value counts."""


def may_follow_hidden_rows(statement: Statement) -> bool:
    """Whether the order of rows may depend on how many rows a required filter hides, or on how long hidden values are.

    A scan gives the rows as they are stored. Which side of a join comes first, and whether groups are sorted or hashed,
    is decided by the sizes of the tables."""
    policy, permissions = statement.policy, statement.permissions
    is_by_size = policy.restricts_columns and statement.allow_list.dialect in _BY_SIZE
    if not policy.required_filters and not is_by_size:
        return False
    statements = [statement, *(inner for _, inner in views_behind(statement))]
    tables = [table for one in statements for table in one.reading.tables]
    stored = [table for table in tables if table.known is None or not table.known.is_view]
    is_by_size = is_by_size and any(map(permissions.restricts, stored))
    if not is_by_size and not any(map(permissions.required_filters, tables)):
        return False
    kinds = {kind for one in statements for kind in one.kinds}
    # Equal rows that MariaDB sorts are looked at where a cut shows which came first: all others are sorted anew.
    is_cut = is_by_size and not kinds.isdisjoint((exp.Limit, exp.Offset, exp.Fetch))
    planned = (*_PLANNED, exp.Order) if is_cut else _PLANNED
    return len(stored) > 1 or not kinds.isdisjoint(planned)
