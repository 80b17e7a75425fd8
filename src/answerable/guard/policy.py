"""What may be read, by whom: tables and columns allowed or blocked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Policy"]


@dataclass(frozen=True, slots=True)
class Policy:
    """Names are `table.column`, compared without regard to case. None means: no such restriction."""

    allowed_tables: frozenset[str] | None = None
    allowed_columns: frozenset[str] | None = None
    blocked_columns: frozenset[str] = frozenset()
    view_lineage: Mapping[str, str] = field(default_factory=dict)
    """`view.column` → `table.column` it shows."""
