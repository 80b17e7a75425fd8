"""That a folder's policy is another than before is on record before anything is decided by it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.folder_policy import Stamp, stamp_of
from answerable.audit.entry import new_id
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.messages import msg
from answerable.kernel.settings import FILE_NAME, read_table
from answerable.kernel.workspace import Workspace, write_atomically

if TYPE_CHECKING:
    from answerable.audit import AuditTrail

__all__ = ["note_policy"]

_KEPT = "policy.sha256"
"""In the workspace: the policy that was recorded last."""
_noted: dict[Path, Stamp] = {}
"""Log → the state of the file that this process has looked at."""


def note_policy(trail: AuditTrail, folder: Path | None = None) -> None:
    """Cheap where the file has not changed since this process looked. Raises AuditUnavailable."""
    stamp = stamp_of((folder or Path.cwd()) / FILE_NAME)
    if _noted.get(trail.path) == stamp:
        return
    kept = Workspace.around(trail.path).root / _KEPT
    before, table = _read(kept), read_table("policy", folder)
    after = _fingerprint(table) if table else ""
    if before != after:
        told = {"place": FILE_NAME, "before": before or None, "after": after or None, "keys": sorted(table)}
        trail.append(new_id(), "policy_changed", told, "system")
        _keep(kept, after)
    _noted[trail.path] = stamp


def _fingerprint(table: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(table, sort_keys=True, default=str).encode()).hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")[:64]
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _unusable(path, error) from None


def _keep(path: Path, fingerprint: str) -> None:
    try:
        write_atomically(path, fingerprint.encode())
    except OSError as error:
        raise _unusable(path, error) from None


def _unusable(path: Path, error: OSError) -> AuditUnavailable:
    return AuditUnavailable(
        msg("agent.path_unusable", path=path, reason=error.strerror), hint=msg("agent.correct_permissions_for_record")
    )
