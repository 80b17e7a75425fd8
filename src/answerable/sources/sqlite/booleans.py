"""Columns declared BOOLEAN, which SQLite stores as numbers, as true and false.

Only the driver knows which columns of a result are such columns of a table; `SUM(paid) AS paid` is not.
"""

from __future__ import annotations

import sqlite3

__all__ = ["register_booleans"]


class _Booleans(dict[bytes, object]):
    """Anything but 0 and 1 stays what it is."""

    def __missing__(self, text: bytes) -> object:
        return text.decode("utf-8", "replace")


def register_booleans() -> None:
    """For this process, in place of the driver's own conversions, which fail on values they do not expect."""
    sqlite3.converters.clear()
    for name in ("BOOLEAN", "BOOL"):
        sqlite3.register_converter(name, _Booleans({b"0": False, b"1": True}).__getitem__)
