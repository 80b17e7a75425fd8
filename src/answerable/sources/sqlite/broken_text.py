"""Text that is not UTF-8, at which APSW gives up: read again with the standard library's driver, which can be told to
show what cannot be decoded as a replacement character."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.sources.access.opened_files import open_same
from answerable.sources.engine_failures import query_failed
from answerable.sources.sqlite.authorizer import LONGEST_VALUE, authorizer
from answerable.sources.sqlite.sqlite_values import read_rows

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.sources.sqlite.declared_types import Columns

__all__ = ["read_leniently"]


def read_leniently(
    path: Path, sql: str, columns: Columns, most: int, declared: Mapping[str, set[str]], wanted: Sequence[int] = ()
) -> pa.RecordBatchReader:
    """All of the result's first `most` rows; a query that got here once is let through the same walls again."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    opened = open_same(path, wanted, lambda: sqlite3.connect(address, uri=True, isolation_level=None))
    with closing(opened) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        connection.text_factory = _decoded
        connection.set_authorizer(authorizer(set()))
        try:
            return read_rows(connection.execute(sql), columns, most, declared).read_all().to_reader()
        except sqlite3.Error as error:
            raise query_failed(str(error)) from None


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")
