"""The key of this installation, by which its checkpoints and receipts are signed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.errors import AuditUnavailable

if TYPE_CHECKING:
    from answerable.audit import AuditTrail
    from answerable.audit.signing import SigningKey
    from answerable.settings import Settings

__all__ = ["own_key"]


def own_key(trail: AuditTrail, settings: Settings) -> SigningKey | None:
    """The one that the trail is sealed with. None where none can be read or made: then nothing is signed."""
    from answerable.audit.checkpoints import Sealer

    if isinstance(trail.sealer, Sealer):
        return trail.sealer.key
    from answerable.audit.places import checkpoint_place
    from answerable.workspace import Workspace

    try:
        return _key(checkpoint_place(Workspace.around(trail.path), settings).folder)
    except AuditUnavailable:
        return None


@lru_cache(maxsize=64)
def _key(folder: Path) -> SigningKey:
    from answerable.audit.signing import SigningKey

    return SigningKey.load_or_make(folder)
