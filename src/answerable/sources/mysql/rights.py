"""What the user that connected may do on a MySQL or MariaDB server, beyond reading: its own grants, taken apart.

Codes: `file`, `administer`, `write`, `grant_option`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from answerable.sources.source_rights import Right, Rights

__all__ = ["parse_grants", "read_rights"]

_GRANT = re.compile(
    r"GRANT (?P<what>.+?) ON (?:(?:TABLE|FUNCTION|PROCEDURE|PACKAGE|PACKAGE BODY) )?"
    r"(?P<where>(?:`[^`]*`|\*)\.(?:`[^`]*`|\*)) TO "
)
_READING = frozenset({"USAGE", "SELECT", "SHOW VIEW", "SHOW DATABASES", "EXECUTE"})
_WRITING = frozenset(
    [
        "INSERT",
        "UPDATE",
        "DELETE",
        "DELETE HISTORY",
        "CREATE",
        "DROP",
        "ALTER",
        "INDEX",
        "REFERENCES",
        "TRIGGER",
        "EVENT",
        "LOCK TABLES",
        "CREATE VIEW",
        "CREATE ROUTINE",
        "ALTER ROUTINE",
        "CREATE TEMPORARY TABLES",
        "CREATE TABLESPACE",
    ]
)
_ALL = "ALL PRIVILEGES"


def read_rights(cursor: Any, database: str | None) -> Rights:
    cursor.execute("SHOW GRANTS")
    grants = [str(row[0]) for row in cursor.fetchall()]
    cursor.execute("SELECT CURRENT_USER(), @@local_infile, @@secure_file_priv")
    [(account, local_infile, folder)] = cursor.fetchall()
    name, _, host = str(account).rpartition("@")
    facts = {
        "databases": (database,) if database else tuple(_databases(cursor)),
        "local_infile": (str(local_infile),),
        "secure_file_priv": (_text(folder),),
    }
    return Rights(f"'{name}'@'{host}'", tuple(parse_grants(grants)), facts)


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")


def _databases(cursor: Any) -> Iterator[str]:
    cursor.execute(
        "SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT IN"
        " ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY 1"
    )
    yield from (_text(row[0]) for row in cursor.fetchall())


def parse_grants(grants: Iterable[str]) -> Iterator[Right]:
    """From the lines of SHOW GRANTS. A word that is not known to be harmless counts as administering."""
    found: dict[str, dict[str, None]] = {}
    for line in grants:
        matched = _GRANT.match(line)
        if matched is None:
            continue
        for word in _words(matched["what"]):
            for code in _codes(word, matched["where"]):
                found.setdefault(code, {})[f"{word} ON {matched['where']}"] = None
        if line.endswith("WITH GRANT OPTION"):
            found.setdefault("grant_option", {})[matched["where"]] = None
    for code, places in sorted(found.items()):
        yield Right(code, tuple(places))


def _words(listed: str) -> list[str]:
    """`SELECT (a, b), INSERT` names two privileges."""
    return [word.strip().upper() for word in re.sub(r"\([^)]*\)", "", listed).split(",")]


def _codes(word: str, where: str) -> tuple[str, ...]:
    if word == _ALL:
        return ("administer", "file", "write") if where == "*.*" else ("write",)
    if word == "FILE":
        return ("file",)
    if word in _WRITING:
        return ("write",)
    return () if word in _READING else ("administer",)
