"""The key of this installation, by which its checkpoints and receipts are signed."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.audit.sign.checkpoint_folders import checkpoint_place
from answerable.audit.sign.seal_log import Sealer
from answerable.audit.sign.signing_key import SigningKey
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace

if TYPE_CHECKING:
    from answerable.audit import AuditTrail
    from answerable.audit.sign.seal_log import Signs
    from answerable.audit.sign.signing_key import SigningKey
    from answerable.kernel.settings import Settings

__all__ = ["own_key"]


def own_key(trail: AuditTrail, settings: Settings) -> Signs | None:
    """The one that the trail is sealed with. None where none can be read or made: then nothing is signed."""
    try:
        if isinstance(trail.sealer, Sealer):
            _ = trail.sealer.key.public_key  # it is loaded or made when first used
            return trail.sealer.key
        return _key(trail.path, settings.audit_checkpoints, os.environ.get("XDG_STATE_HOME", ""))
    except AuditUnavailable:
        return None


@lru_cache(maxsize=64)
def _key(log: Path, checkpoints: str, _state_home: str) -> SigningKey:
    place = checkpoint_place(Workspace.around(log), Settings(audit_checkpoints=checkpoints))
    return SigningKey.load_or_make(place.folder)
