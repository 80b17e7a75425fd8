"""What the role that connected may do on a PostgreSQL server, beyond reading.

Codes: `superuser`, `createdb`, `createrole`, `replication`, `bypassrls`, `server_roles`, `write_tables`, `own_tables`,
`create_in_schemas`, `create_in_database`, `ways_out`, `untrusted_languages`, `writable_by_default`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from answerable.sources.source_rights import Right, Rights

if TYPE_CHECKING:
    import psycopg

__all__ = ["read_rights"]

_MOST_NAMES = 50
_ATTRIBUTES = """
    SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
    FROM pg_roles WHERE rolname = session_user"""
_ATTRIBUTE_CODES = ("superuser", "createdb", "createrole", "replication", "bypassrls")
_LISTS = {
    "server_roles": """
        SELECT rolname FROM pg_roles
        WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
                          'pg_signal_backend', 'pg_checkpoint', 'pg_maintain', 'pg_write_all_data',
                          'pg_create_subscription', 'pg_use_reserved_connections')
          AND pg_has_role(session_user, oid, 'MEMBER')""",
    "write_tables": """
        SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
          AND (has_table_privilege(session_user, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
               OR has_any_column_privilege(session_user, c.oid, 'INSERT, UPDATE'))""",
    "own_tables": """
        SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
          AND pg_has_role(session_user, c.relowner, 'MEMBER')""",
    "create_in_schemas": """
        SELECT quote_ident(nspname) FROM pg_namespace
        WHERE nspname !~ '^pg_' AND has_schema_privilege(session_user, oid, 'CREATE')""",
    "create_in_database": """
        SELECT quote_ident(current_database())
        WHERE has_database_privilege(session_user, current_database(), 'CREATE')""",
    "ways_out": """
        SELECT extname FROM pg_extension
        WHERE extname IN ('dblink', 'postgres_fdw', 'file_fdw', 'adminpack', 'http', 'pg_net', 'pg_cron', 'plsh')""",
    "untrusted_languages": "SELECT lanname FROM pg_language WHERE lanispl AND NOT lanpltrusted",
    "writable_by_default": """
        SELECT name FROM pg_settings WHERE name = 'default_transaction_read_only' AND reset_val <> 'on'""",
}
_SCHEMAS = """
    SELECT DISTINCT quote_ident(n.nspname) FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND has_schema_privilege(session_user, n.oid, 'USAGE')"""
_PUBLIC_CREATE = """
    SELECT quote_ident(nspname) FROM pg_namespace, aclexplode(nspacl) AS a
    WHERE nspname !~ '^pg_' AND a.grantee = 0 AND a.privilege_type = 'CREATE'"""


def read_rights(connection: psycopg.Connection[tuple[Any, ...]]) -> Rights:
    """Asked of `session_user`: what the session has stepped down to is not what was connected."""
    user, database = connection.execute("SELECT quote_ident(session_user), quote_ident(current_database())").fetchall()[
        0
    ]
    facts = {
        "database": (str(database),),
        "schemas": _names(connection, _SCHEMAS),
        "open_schemas": _names(connection, _PUBLIC_CREATE),
    }
    return Rights(str(user), tuple(_held(connection)), facts)


def _held(connection: psycopg.Connection[tuple[Any, ...]]) -> Iterator[Right]:
    attributes = connection.execute(_ATTRIBUTES).fetchall()[0]
    for code, holds in zip(_ATTRIBUTE_CODES, attributes, strict=True):
        if holds:
            yield Right(code)
    for code, sql in _LISTS.items():
        if names := _names(connection, sql):
            yield Right(code, names)


def _names(connection: psycopg.Connection[tuple[Any, ...]], sql: str) -> tuple[str, ...]:
    rows = connection.execute(f"{sql} ORDER BY 1 LIMIT {_MOST_NAMES}".encode())
    return tuple(str(row[0]) for row in rows)
