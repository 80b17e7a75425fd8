"""What a query may do inside SQLite, whichever driver runs it: read, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import apsw

__all__ = ["LONGEST_VALUE", "Authorizer", "authorizer"]

Authorizer = Callable[[int, str | None, str | None, str | None, str | None], int]

LONGEST_VALUE = 100_000_000
_ALLOWED = frozenset({apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_RECURSIVE})
_DENIED_FUNCTIONS = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlite_dbpage"})


def authorizer(read: set[tuple[str, str]]) -> Authorizer:
    """Says yes to reading and nothing else; `read` collects the columns a query reads, as (table, column)."""

    def authorize(action: int, first: str | None, second: str | None, _database: str | None, _by: str | None) -> int:
        if action == apsw.SQLITE_READ:
            read.add((first or "", second or ""))
        if action in _ALLOWED:
            return apsw.SQLITE_OK
        if action == apsw.SQLITE_FUNCTION and (second or "").casefold() not in _DENIED_FUNCTIONS:
            return apsw.SQLITE_OK
        return apsw.SQLITE_DENY

    return authorize
