"""Where the checkpoints of a log are kept: apart from it, so that whoever changes the one does not hold the other."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from answerable.audit.sign.checkpoints import CheckpointStore
from answerable.audit.sign.seal_log import Sealer
from answerable.audit.sign.signing_key import SigningKey
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace, checkpoint_base

__all__ = ["FolderKey", "Place", "checkpoint_place"]


@dataclass(frozen=True, slots=True)
class Place:
    folder: Path
    """Holds the signing key and the checkpoints."""
    is_apart: bool
    """Whether it is outside the workspace. Where nothing else can be written it is not."""

    @property
    def store(self) -> CheckpointStore:
        return CheckpointStore(self.folder)

    @property
    def sealer(self) -> Sealer:
        return Sealer(self.store, FolderKey(self.folder))


class FolderKey:
    """The folder's signing key, loaded or made when something is first signed. Raises AuditUnavailable then."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def _key(self) -> SigningKey:
        return SigningKey.load_or_make(self._folder)

    @property
    def public_key(self) -> str:
        return self._key.public_key

    @property
    def key_id(self) -> str:
        return self._key.key_id

    def sign(self, data: bytes) -> str:
        return self._key.sign(data)


def checkpoint_place(workspace: Workspace, settings: Settings, environ: Mapping[str, str] | None = None) -> Place:
    """A folder for this log alone below `audit_checkpoints`, or below the user's own state folder. Nothing is made."""
    wanted = checkpoint_base(settings.audit_checkpoints, environ)
    folder = wanted and _folder_of(workspace.audit_log, wanted)
    if folder and (_is_there(folder) or _may_write(folder)):
        return Place(folder, is_apart=True)
    return Place(workspace.root / "checkpoints", is_apart=False)


def _folder_of(log: Path, base: Path) -> Path:
    """By the path that links lead to. But what was signed for at this very path holds for whatever stands there now: a
    link in place of the log, or of a folder above it, leads to no other checkpoints."""
    signed_here = base / _digest(Path(os.path.abspath(log)))  # noqa: PTH100 - follows no link
    return signed_here if _is_there(signed_here) else base / _digest(log.resolve())


def _is_there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except PermissionError:
        return False


def _digest(log: Path) -> str:
    return hashlib.sha256(str(log).encode(errors="surrogateescape")).hexdigest()[:16]


def _may_write(folder: Path) -> bool:
    """Whether the folder can be written, or made."""
    standing = next((parent for parent in (folder, *folder.parents) if os.path.lexists(parent)), None)
    return standing is not None and standing.is_dir() and os.access(standing, os.W_OK | os.X_OK)
