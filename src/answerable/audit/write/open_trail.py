"""Where everybody gets the trail of a workspace: one object a log and process, so that threads share its writes."""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from pathlib import Path

from answerable.audit.sign.checkpoint_folders import checkpoint_place
from answerable.audit.trail import AuditTrail, Redact
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace

__all__ = ["close_trails", "open_trail"]

_MOST = 32
"""Trails kept open; of more, the one not asked for longest is closed. It opens again when it is used."""

_trails: OrderedDict[Path, AuditTrail] = OrderedDict()
_lock = threading.Lock()


def open_trail(workspace: Workspace, settings: Settings, *, redact: Redact | None = None) -> AuditTrail:
    """The workspace's trail, sealed now and then and when the process ends. Nothing is written yet.

    Who gives a `redact` gives it for everybody who has this trail."""
    path = workspace.make().audit_log.absolute()
    with _lock:
        trail = _trails.pop(path, None) or _new_trail(path, workspace, settings)
        trail.redact = redact or trail.redact
        _trails[path] = trail
        oldest = _trails.popitem(last=False)[1] if len(_trails) > _MOST else None
    if oldest:
        oldest.close()
    return trail


def _new_trail(path: Path, workspace: Workspace, settings: Settings) -> AuditTrail:
    sealer = checkpoint_place(workspace, settings).sealer
    return AuditTrail(path, sealer=sealer, rotate_bytes=settings.audit_rotate_mb * 1024 * 1024)


@atexit.register
def close_trails() -> None:
    """What was recorded is signed for, and every file given back."""
    with _lock:
        trails = list(_trails.values())
        _trails.clear()
    for trail in trails:
        trail.close()
