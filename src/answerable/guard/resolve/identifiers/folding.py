"""Names as each engine compares them: two are the same for the engine when they fold to the same text.

Tried on SQLite 3.40 and 3.54, DuckDB 2.0, PostgreSQL 18 (UTF8, LATIN1 and SQL_ASCII databases) and MariaDB 10.11:

| names                         | SQLite, DuckDB | PostgreSQL                | MariaDB                           |
|-------------------------------|----------------|---------------------------|-----------------------------------|
| tables, aliases, schemas      | A-Z as a-z     | A-Z as a-z, unless quoted | exact; in lower case where        |
|                               |                |                           | `lower_case_table_names` = 1 or 2 |
| CTEs                          | A-Z as a-z     | A-Z as a-z, unless quoted | in lower case                     |
| columns, column aliases       | A-Z as a-z     | A-Z as a-z, unless quoted | in lower case, letter by letter   |
| `é` and `É`                   | two names      | two names                 | one column, one CTE; two aliases  |
| Kelvin sign and `k`, `İ`, `i` | two names      | two names                 | two columns, one CTE              |
| accents, `ß`, `ſ`, `ı`, width | two names      | two names                 | two names                         |
| long names                    | whole          | cut at 63 bytes, never    | whole; above 64 characters an     |
|                               |                | inside a character        | error                             |

A PostgreSQL database with a single-byte encoding and a locale other than C folds more than A-Z. Nobody knows from the
text how a MariaDB server is set, and MySQL compares CTEs as it compares tables. So table names fold here as the
laxest server folds them; where a stricter one would see two names, the rule `lookalike_names` refuses the statement.
Spark folds by Unicode, and of an unknown dialect the same is assumed.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

__all__ = ["IdentifierKind", "ascii_lower", "cut_name", "fold_column", "fold_name"]

POSTGRES_BYTES = 63
_SAME_AS = {"postgresql": "postgres", "mariadb": "mysql"}
_ASCII = str.maketrans(ascii_uppercase, ascii_lowercase)


class IdentifierKind(StrEnum):
    TABLE = "table"
    """Tables, their aliases, CTEs and schemas: all that stands in FROM or before a dot."""
    COLUMN = "column"
    """Columns and names given in a SELECT list."""


def ascii_lower(name: str) -> str:
    """A-Z as a-z, every other letter as it is."""
    return name.lower() if name.isascii() else name.translate(_ASCII)


def cut_name(name: str) -> str:
    """The name as far as PostgreSQL keeps it: 63 bytes, less where a character would be torn."""
    if len(name) * 4 <= POSTGRES_BYTES:
        return name
    return name.encode("utf-8", "replace")[:POSTGRES_BYTES].decode("utf-8", "ignore")


@lru_cache(maxsize=16_384)
def fold_name(name: str, dialect: str, quoted: bool, kind: IdentifierKind) -> str:
    """The name as the dialect compares it. Names of a schema fold as if quoted."""
    if dialect in ("sqlite", "duckdb"):
        return ascii_lower(name)
    if dialect == "postgres":
        return cut_name(name) if quoted else cut_name(ascii_lower(name))
    if name.isascii():
        return name.lower()
    return "".join(map(_lower_column_letter if _is_mysql_column(dialect, kind) else _lower_letter, name))


def fold_column(name: str, dialect: str) -> str:
    """Of a column as a schema or a result has it. An engine goes by several names."""
    return fold_name(name, _SAME_AS.get(dialect, dialect), True, IdentifierKind.COLUMN)


def _is_mysql_column(dialect: str, kind: IdentifierKind) -> bool:
    return dialect == "mysql" and kind is IdentifierKind.COLUMN


def _lower_letter(letter: str) -> str:
    """One letter for one: MariaDB makes `i` of `İ`, where Python makes two characters."""
    return letter.lower()[0]


def _lower_column_letter(letter: str) -> str:
    """Only of pairs that lead back to each other, so that the Kelvin sign stays what it is."""
    lower = letter.lower()
    return lower if len(lower) == 1 and lower.upper() == letter else letter
