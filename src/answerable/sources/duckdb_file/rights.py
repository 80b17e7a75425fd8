"""Whether every way out of a DuckDB file is closed. Codes: `open_setting`, `file_writable`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.sources.duckdb_file.schema import rows_of
from answerable.sources.source_rights import Right, Rights

if TYPE_CHECKING:
    import duckdb

__all__ = ["open_settings", "read_rights"]

_WANTED = {
    "access_mode": "read_only",
    "enable_external_access": "false",
    "lock_configuration": "true",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
}


def read_rights(path: Path, connection: duckdb.DuckDBPyConnection) -> Rights:
    found = open_settings(rows_of(connection, "SELECT name, value FROM duckdb_settings()"))
    held = [Right("open_setting", found)] if found else []
    if os.access(path, os.W_OK):
        held.append(Right("file_writable", (str(path),)))
    return Rights("", tuple(held))


def open_settings(rows: Iterable[tuple[object, ...]]) -> tuple[str, ...]:
    """`name = value` of each setting that is not as it must be; one that the engine does not know counts too."""
    found = {str(name): str(value).lower() for name, value in rows}
    return tuple(f"{name} = {found.get(name)}" for name, wanted in _WANTED.items() if found.get(name) != wanted)
