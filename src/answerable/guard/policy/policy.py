"""What may be read, by whom: tables and columns allowed, blocked, masked, or only aggregated."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from typing import Any

from answerable.guard.policy.own_patterns import check_pattern, is_own_pattern
from answerable.guard.policy.restriction_modes import Mode
from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.sensitive import KINDS

__all__ = ["Policy"]

SMALLEST_GROUP, LARGEST_GROUP = 2, 10_000


@dataclass(frozen=True, slots=True)
class Policy:
    """Names are `table.column`, `column` or `table.*`. What restricts is compared by likeness, without regard to case
    and accents; what allows means one table or column, in another case only where no other can be meant.
    None: no such restriction."""

    allowed_tables: frozenset[str] | None = None
    allowed_columns: frozenset[str] | None = None
    blocked_columns: frozenset[str] = frozenset()
    view_lineage: Mapping[str, str] = field(default_factory=dict)
    """`view.column` → `table.column` it shows; goes before what the view's definition tells."""
    required_filters: Mapping[str, str] = field(default_factory=dict)
    """Table → SQL predicate that every query reading the table must hold, e.g. orders → `deleted_at IS NULL`."""
    masked_columns: frozenset[str] = frozenset()
    aggregate_only_columns: frozenset[str] = frozenset()
    blocked_patterns: Mapping[str, Mode] = field(default_factory=dict)
    """Kind of sensitive content, or a regular expression between slashes, by a column's name or by what is in it → what
    may be done with such columns."""
    minimum_group: int = 5
    """Values an aggregate over an aggregate-only column must be made of."""

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Policy:
        """A policy as JSON or TOML writes it. An unknown key is an error: a typing mistake must not open a column."""
        known = sorted(item.name for item in fields(cls))
        if unknown := sorted(set(raw) - set(known)):
            raise BadSetting(
                msg("guard.unknown_policy_key", key=unknown[0]), hint=msg("common.known", known=", ".join(known))
            )
        return cls(
            allowed_tables=_names(raw, "allowed_tables"),
            allowed_columns=_names(raw, "allowed_columns"),
            blocked_columns=_lower_names(raw, "blocked_columns"),
            view_lineage=_lineage(raw.get("view_lineage")),
            required_filters=_filters(raw.get("required_filters")),
            masked_columns=_lower_names(raw, "masked_columns"),
            aggregate_only_columns=_lower_names(raw, "aggregate_only_columns"),
            blocked_patterns=_patterns(raw.get("blocked_patterns")),
            minimum_group=_minimum(raw.get("minimum_group", cls().minimum_group)),
        )

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all that it says."""
        said = {item.name: _plain(getattr(self, item.name)) for item in fields(self)}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    @property
    def restricts_columns(self) -> bool:
        """True when some columns of readable tables are not free to read."""
        named = self.blocked_columns or self.masked_columns or self.aggregate_only_columns
        return bool(named or self.blocked_patterns) or self.allowed_columns is not None

    @property
    def hides_in_tables(self) -> bool:
        """True when some columns or rows of readable tables are not free to read."""
        return self.restricts_columns or bool(self.required_filters)

    @property
    def restricts_anything(self) -> bool:
        """True when some column, table or row is not free to read."""
        return self.restricts_columns or self.allowed_tables is not None or bool(self.required_filters)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else dict(value) if isinstance(value, Mapping) else value


def _names(raw: Mapping[str, Any], key: str) -> frozenset[str] | None:
    value = raw.get(key)
    if value is None:
        return None
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise _not_a("list of names", key, '["table.column", …]')
    names = list(value)
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise _not_a("list of names", key, '["table.column", …]')
    return frozenset(names)


def _lower_names(raw: Mapping[str, Any], key: str) -> frozenset[str]:
    """Of what restricts; it is compared without regard to case. What allows keeps its spelling."""
    return frozenset(name.lower() for name in _names(raw, key) or ())


def _lineage(value: Any) -> Mapping[str, str]:
    if value is None:
        return {}
    if not _is_text_map(value):
        raise _not_a("map of names", "view_lineage", '{"view.column" = "table.column"}')
    return dict(value)


def _filters(value: Any) -> Mapping[str, str]:
    if value is None:
        return {}
    if not _is_text_map(value) or not all(predicate.strip() for predicate in value.values()):
        raise _not_a("map of tables to conditions", "required_filters", '{"orders" = "deleted_at IS NULL"}')
    return {table.lower(): predicate for table, predicate in value.items()}


def _patterns(value: Any) -> Mapping[str, Mode]:
    """A list blocks; a map says what else may be done: `{email = "masked"}`."""
    if value is None:
        return {}
    if isinstance(value, list | tuple):
        value = dict.fromkeys(value, Mode.BLOCKED.value) if all(isinstance(kind, str) for kind in value) else None
    if not _is_text_map(value):
        raise _not_a("list of kinds", "blocked_patterns", '["email", …] or {email = "masked"}')
    for kind, mode in value.items():
        if is_own_pattern(kind):
            check_pattern(kind)
        elif kind not in KINDS:
            known = (*KINDS, r"/EMP-\d{6}/")
            raise BadSetting(
                msg("guard.unknown_pattern_kind", kind=kind), hint=msg("common.known", known=", ".join(known))
            )
        if mode not in list(Mode):
            raise BadSetting(
                msg("guard.unknown_pattern_mode", mode=mode), hint=msg("common.known", known=", ".join(Mode))
            )
    return {kind: Mode(mode) for kind, mode in value.items()}


def _minimum(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not SMALLEST_GROUP <= value <= LARGEST_GROUP:
        raise BadSetting(
            msg("guard.minimum_group_out_of_range", value=repr(value)),
            hint=msg("guard.minimum_group_range", least=SMALLEST_GROUP, most=LARGEST_GROUP),
        )
    return value


def _is_text_map(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(text, str) for pair in value.items() for text in pair)


def _not_a(what: str, key: str, example: str) -> BadSetting:
    return BadSetting(
        msg("guard.policy_of_wrong_kind", key=key, what=what), hint=msg("guard.write_it_as", example=example)
    )
