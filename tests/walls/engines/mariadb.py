"""MariaDB, reached as a user who may do anything, FILE included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sources.servers import Server
from tests.walls.disk import tree
from tests.walls.engines.base import Prepared, Setup

__all__ = ["prepare_mariadb"]

EXTRAS = (
    "CREATE TABLE audit_of_walls (id INT) ENGINE = MyISAM",
    "INSERT INTO audit_of_walls VALUES (1)",
    "CREATE SEQUENCE ticket_numbers",
    "CREATE FUNCTION forget_everything() RETURNS INT MODIFIES SQL DATA BEGIN DELETE FROM audit_of_walls; RETURN 1; END",
    "CREATE PROCEDURE tidy_up() BEGIN DELETE FROM audit_of_walls; SELECT 1 AS done; END",
)
SYSTEM_TABLES = ("global_priv", "db", "proc", "func", "plugin", "servers", "tables_priv", "event", "column_stats")
FACTS = {
    "tables": "SELECT table_schema, table_name, table_type, create_time, table_comment FROM information_schema.tables"
    " WHERE table_schema NOT IN ('information_schema', 'performance_schema') AND table_schema NOT LIKE 't\\_%'"
    " ORDER BY 1, 2",
    "routines": "SELECT routine_name, routine_definition FROM information_schema.routines ORDER BY 1, 2",
    "triggers": "SELECT trigger_name FROM information_schema.triggers ORDER BY 1",
    "plugins": "SELECT plugin_name FROM information_schema.plugins ORDER BY 1",
    "settings": "SELECT * FROM information_schema.global_variables WHERE variable_name NOT LIKE '%gtid%' ORDER BY 1",
    "transactions": "SELECT trx_id FROM information_schema.innodb_trx WHERE trx_rows_modified > 0",
}
CHURN = ("ib", "aria_log", "t_", "undo", "#innodb", "tc.log")


def prepare_mariadb(request: pytest.FixtureRequest, _: Path, setup: Setup) -> Prepared:
    server: Server = request.getfixturevalue("mariadb_server")
    database = server.new_database()
    server.execute(*setup, *EXTRAS, database=database)
    return Prepared(server.url(database), "mysql", lambda: _look(server, database))


def _look(server: Server, database: str) -> dict[str, Any]:
    seen: dict[str, Any] = {name: server.execute(sql, database=database) for name, sql in FACTS.items()}
    seen["own tables"] = own = server.execute("SHOW FULL TABLES", database=database)
    names = [f"`{name}`" for name, kind in own if kind != "VIEW"] + [f"mysql.{name}" for name in SYSTEM_TABLES]
    seen["rows"] = server.execute(f"CHECKSUM TABLE {', '.join(names)}", database=database)
    data = Path(str(server.execute("SELECT @@datadir", database=database)[0][0]))
    seen["data folder"] = tree(data, CHURN)
    seen["folder of this database"] = tree(data / database)
    return seen
