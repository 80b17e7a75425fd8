"""That a project's settings are others than before, in the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from answerable.audit.event_types import EventType
from answerable.projects.project_trail import OPERATOR, record

__all__ = ["note_settings"]


def note_settings(project: str, before: Mapping[str, Any], after: Mapping[str, Any], *, by: str = OPERATOR) -> None:
    """Only what changed. Raises AuditUnavailable."""
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    changed = {name: {"before": before.get(name), "after": after.get(name)} for name in names}
    record(EventType.POLICY_CHANGED, {"project": project, "changed": changed}, by=by)
