"""Where everybody gets the trail of a workspace: one object a log and process, so that threads share its writes."""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.audit.checkpoints import Sealer
from answerable.audit.places import checkpoint_place
from answerable.audit.signing import SigningKey
from answerable.audit.trail import AuditTrail, Redact
from answerable.settings import Settings
from answerable.workspace import Workspace

__all__ = ["close_trails", "open_trail"]

_MOST = 32
"""Trails kept open; of more, the one not asked for longest is closed. It opens again when it is used."""

_trails: OrderedDict[Path, AuditTrail] = OrderedDict()
_lock = threading.Lock()


@dataclass(slots=True)
class _LateSealer:
    """Finds place and key when something is to be signed: asking a question does not wait for that."""

    workspace: Workspace
    settings: Settings
    sealer: Sealer | None = None

    def seal(self, log: Path) -> dict[str, Any] | None:
        if self.sealer is None:
            place = checkpoint_place(self.workspace, self.settings)
            self.sealer = Sealer(place.store, SigningKey.load_or_make(place.folder))
        return self.sealer.seal(log)


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
    sealer = _LateSealer(workspace, settings)
    return AuditTrail(path, sealer=sealer, rotate_bytes=settings.audit_rotate_mb * 1024 * 1024)


@atexit.register
def close_trails() -> None:
    """What was recorded is signed for, and every file given back."""
    with _lock:
        trails = list(_trails.values())
        _trails.clear()
    for trail in trails:
        trail.close()
