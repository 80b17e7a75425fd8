"""What this user may do to a SQLite file, engine aside. Codes: `file_writable`, `write_ahead_log`."""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from answerable.sources.source_rights import Right, Rights

__all__ = ["read_rights"]


def read_rights(path: Path, connection: apsw.Connection) -> Rights:
    mode = str(connection.execute("PRAGMA journal_mode").get)
    held = [Right("file_writable", (str(path),))] if os.access(path, os.W_OK) else []
    if mode == "wal":
        held.append(Right("write_ahead_log", (str(path),)))
    return Rights("", tuple(held), {"journal_mode": (mode,), "version": (apsw.sqlite_lib_version(),)})
