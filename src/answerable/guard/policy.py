"""What may be read, by whom: tables and columns allowed or blocked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from answerable.errors import BadSetting

__all__ = ["Policy"]


@dataclass(frozen=True, slots=True)
class Policy:
    """Names are `table.column`, compared without regard to case. None means: no such restriction."""

    allowed_tables: frozenset[str] | None = None
    allowed_columns: frozenset[str] | None = None
    blocked_columns: frozenset[str] = frozenset()
    view_lineage: Mapping[str, str] = field(default_factory=dict)
    """`view.column` → `table.column` it shows."""

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Policy:
        """A policy as JSON or TOML writes it. An unknown key is an error: a typing mistake must not open a column."""
        known = {"allowed_tables", "allowed_columns", "blocked_columns", "view_lineage"}
        if unknown := sorted(set(raw) - known):
            raise BadSetting(f"Unknown policy key '{unknown[0]}'.", hint=f"Known: {', '.join(sorted(known))}.")
        return cls(
            allowed_tables=_names(raw, "allowed_tables"),
            allowed_columns=_names(raw, "allowed_columns"),
            blocked_columns=_names(raw, "blocked_columns") or frozenset(),
            view_lineage=_lineage(raw.get("view_lineage")),
        )


def _names(raw: Mapping[str, Any], key: str) -> frozenset[str] | None:
    value = raw.get(key)
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Iterable) or not all(isinstance(v, str) for v in value):
        raise BadSetting(f"Policy '{key}' is not a list of names.", hint='Write it as ["table.column", …].')
    return frozenset(name.lower() for name in value)


def _lineage(value: Any) -> Mapping[str, str]:
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(n, str) for pair in value.items() for n in pair):
        raise BadSetting(
            "Policy 'view_lineage' is not a map of names.", hint='Write it as {"view.column": "table.column"}.'
        )
    return {view.lower(): table.lower() for view, table in value.items()}
