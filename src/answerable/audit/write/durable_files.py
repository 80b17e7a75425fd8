"""Writing that a crash of the machine does not undo."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["sync_folder", "write_all", "write_durably"]


def sync_folder(folder: Path) -> None:
    """Names of files that were made or renamed in there."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Goes on with a write that stopped short, as a disk or a limit is nearly full; the rest says why it cannot."""
    written = os.write(handle, data)
    while written < len(data):
        written += os.write(handle, memoryview(data)[written:])


def write_durably(path: Path, data: bytes) -> None:
    """The file as it was, or whole and new, whatever happens in between."""
    made = path.with_name(f"{path.name}.new")
    made.unlink(missing_ok=True)
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        write_all(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)
    made.replace(path)
    sync_folder(path.parent)
