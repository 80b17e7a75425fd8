"""Where receipts are kept: one file an answer, whole or not there."""

from __future__ import annotations

import os
import re
from pathlib import Path

from answerable.receipts.receipt import Receipt

__all__ = ["FOLDER", "keep", "place_of"]

FOLDER = "receipts"
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def place_of(workspace: Path, request_id: str) -> Path:
    """Raises ValueError for an id that could lead elsewhere."""
    if not _PLAIN_NAME.fullmatch(request_id):
        raise ValueError(f"'{request_id[:100]}' is no request id")
    return workspace / FOLDER / f"{request_id}.json"


def keep(receipt: Receipt, path: Path) -> None:
    """Raises OSError. The audit entry that has its hash is made durable, so the file itself need not wait for the disk:
    whatever a crash leaves of it, the entry says what it was."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    data = receipt.data()
    try:
        handle = _opened(temporary)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = _opened(temporary)
    try:
        with os.fdopen(handle, "wb", buffering=0) as file:
            if file.write(data) != len(data):
                raise OSError(28, "the disk is full")
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _opened(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
