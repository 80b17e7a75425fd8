"""PostgreSQL, reached as the superuser who owns everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sources.servers import Server
from tests.walls.disk import tree
from tests.walls.engines.base import Prepared, Setup

__all__ = ["prepare_postgres"]

LARGE_OBJECT = "SELECT lo_from_bytea(4242, 'a large object') WHERE NOT EXISTS (SELECT FROM pg_largeobject_metadata)"
EXTRAS = (
    "CREATE SEQUENCE ticket_numbers",
    "CREATE FUNCTION forget_everything() RETURNS int LANGUAGE plpgsql AS"
    " $$ BEGIN DELETE FROM audit_of_walls; RETURN 1; END $$",
    "CREATE PROCEDURE tidy_up(INOUT done int) LANGUAGE plpgsql AS"
    " $$ BEGIN DELETE FROM audit_of_walls; done := 1; END $$",
    "CREATE TABLE audit_of_walls AS SELECT 1 AS id",
    LARGE_OBJECT,
)
FACTS = {
    "relations": "SELECT n.nspname, relname, relkind::text, relacl::text FROM pg_class c JOIN pg_namespace n"
    " ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_(toast|temp)' ORDER BY 1, 2",
    "functions": "SELECT oid::regprocedure::text, prosrc, proacl::text FROM pg_proc WHERE oid >= 16384 ORDER BY 1",
    "roles": "SELECT * FROM pg_authid ORDER BY oid",
    "role settings": "SELECT * FROM pg_db_role_setting ORDER BY 1, 2",
    "extensions": "SELECT extname FROM pg_extension ORDER BY 1",
    "schemas": "SELECT nspname, nspacl::text FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp' ORDER BY 1",
    "large objects": "SELECT loid, md5(string_agg(data, '' ORDER BY pageno)) FROM pg_largeobject GROUP BY 1 ORDER BY 1",
    "slots": "SELECT slot_name FROM pg_replication_slots ORDER BY 1",
    "databases": "SELECT datname FROM pg_database WHERE datname !~ '^t_' ORDER BY 1",
    "sequences": "SELECT sequencename, last_value FROM pg_sequences ORDER BY 1",
    "comments": "SELECT * FROM pg_description WHERE objoid >= 16384 ORDER BY 1, 2, 3",
    "locks": "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'",
    "collations": "SELECT count(*) FROM pg_collation",
    "servers": "SELECT srvname FROM pg_foreign_server",
}
CHURN = ("base/", "pg_wal/", "pg_stat", "pg_xact/", "pg_subtrans/", "pg_multixact/", "pg_notify/", "global/", "log")


def prepare_postgres(request: pytest.FixtureRequest, _: Path, setup: Setup) -> Prepared:
    server: Server = request.getfixturevalue("postgres_server")
    database = server.new_database()
    server.execute(*setup, *EXTRAS, database=database)
    return Prepared(server.url(database), "postgres", lambda: _look(server, database))


def _look(server: Server, database: str) -> dict[str, Any]:
    seen: dict[str, Any] = {name: server.execute(sql, database=database) for name, sql in FACTS.items()}
    for (table,) in server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", database=database):
        rows = f'SELECT md5(string_agg(t::text, chr(10) ORDER BY t::text)) FROM "{table}" t'
        seen[f"rows of {table}"] = server.execute(rows, database=database)
    data = Path(str(server.execute("SHOW data_directory", database=database)[0][0]))
    seen["data folder"] = tree(data, CHURN)
    seen["configuration"] = [(data / name).read_text() for name in ("postgresql.auto.conf", "pg_hba.conf")]
    return seen
