"""Where receipts are kept: one file an answer, whole or not there."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path

from answerable.receipts.receipt import Receipt

__all__ = ["FOLDER", "keep", "place_of"]

FOLDER = "receipts"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def place_of(workspace: Path, request_id: str) -> Path:
    """Raises ValueError for an id that could lead elsewhere."""
    if not _PLAIN_NAME.fullmatch(request_id):
        raise ValueError(f"'{request_id[:100]}' is no request id")
    return workspace / FOLDER / f"{request_id}.json"


def keep(receipt: Receipt, path: Path) -> None:
    """Raises OSError. The audit entry that has its hash is made durable, so the file itself need not wait for the disk:
    whatever a crash leaves of it, the entry says what it was."""
    temporary = f"{path}.{os.getpid()}"
    try:
        handle = os.open(temporary, _FLAGS, 0o600)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(temporary, _FLAGS, 0o600)
    try:
        _write(handle, receipt.data())
        os.replace(temporary, path)  # noqa: PTH105 - a Path more is a tenth of the whole
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _write(handle: int, data: bytes) -> None:
    try:
        if os.write(handle, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)
