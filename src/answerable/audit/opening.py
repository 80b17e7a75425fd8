"""Where everybody gets the trail of a workspace: one object a log and process, so that threads share its writes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from answerable.audit.trail import AuditTrail
from answerable.settings import Settings
from answerable.workspace import Workspace

__all__ = ["open_trail"]

_MOST = 32
"""Trails kept open; of more, the one not asked for longest is closed. It opens again when it is used."""

_trails: OrderedDict[Path, AuditTrail] = OrderedDict()
_lock = threading.Lock()


def open_trail(
    workspace: Workspace, settings: Settings, *, redact: Callable[[dict[str, Any]], dict[str, Any]] | None = None
) -> AuditTrail:
    """The workspace's trail; its folder is made. Nothing is written yet, so nothing fails yet."""
    path = workspace.make().audit_log.absolute()
    with _lock:
        trail = _trails.pop(path, None) or AuditTrail(path)
        trail.redact = redact or trail.redact
        _trails[path] = trail
        if len(_trails) > _MOST:
            _trails.popitem(last=False)[1].close()
    return trail
