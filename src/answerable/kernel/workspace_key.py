"""The key of a workspace: made once, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg

__all__ = ["KEY_FILE", "workspace_key"]

KEY_FILE = "secret.key"
_WAITS, _WAIT_SECONDS = 40, 0.05


def workspace_key(root: Path) -> str:
    path = root / KEY_FILE
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key := secrets.token_urlsafe(50))
    return key


def _read(path: Path) -> str:
    """Another process may have made it just now and be writing still."""
    for _ in range(_WAITS):
        if key := path.read_text(encoding="ascii"):
            return key
        time.sleep(_WAIT_SECONDS)
    raise BadSetting(msg("kernel.workspace_key_empty", path=path), hint=msg("kernel.remove_workspace_key"))
