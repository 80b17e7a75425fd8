"""Ways round a read-only PostgreSQL session."""

from __future__ import annotations

from answerable.agent.doctor.probes.base import NOWHERE, Probe

__all__ = ["POSTGRES_PROBES"]

_MISSING = r"No such file|could not (open|create|stat)"

POSTGRES_PROBES = (
    Probe(
        "pg_delete",
        "postgres",
        "change rows from within a query",
        "WITH gone AS (DELETE FROM pg_catalog.pg_description WHERE false RETURNING 1) SELECT * FROM gone",
        needs=("superuser",),
    ),
    Probe("pg_temp_table", "postgres", "make a table", "CREATE TEMP TABLE answerable_probe (a int)"),
    Probe("pg_select_into", "postgres", "make a table by SELECT", "SELECT 1 AS a INTO TEMP answerable_probe"),
    Probe("pg_read_write", "postgres", "leave the read-only transaction", "SET TRANSACTION READ WRITE"),
    Probe(
        "pg_set_config",
        "postgres",
        "leave it by a function",
        "SELECT set_config('transaction_read_only', 'off', false)",
    ),
    Probe("pg_commit", "postgres", "end the transaction", "COMMIT"),
    Probe("pg_stacked", "postgres", "run a second statement", "SELECT 1; SELECT 2"),
    Probe("pg_large_object", "postgres", "write a large object", "SELECT lo_create(0)"),
    Probe(
        "pg_copy_file",
        "postgres",
        "write a file on the server",
        f"COPY (SELECT 1) TO '{NOWHERE}'",
        _MISSING,
        needs=("superuser", "server_roles"),
    ),
    Probe(
        "pg_copy_program",
        "postgres",
        "start a program on the server",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        needs=("superuser", "server_roles"),
    ),
    Probe(
        "pg_lo_export",
        "postgres",
        "write a file from within a query",
        f"SELECT lo_export(0, '{NOWHERE}')",
        rf"large object 0 does not exist|{_MISSING}",
        needs=("superuser",),
    ),
    Probe(
        "pg_read_file",
        "postgres",
        "read a file of the server",
        "SELECT length(pg_read_file('PG_VERSION'))",
        needs=("superuser", "server_roles"),
    ),
    Probe(
        "pg_ls_dir",
        "postgres",
        "list the server's folders",
        "SELECT count(*) FROM pg_ls_dir('.')",
        needs=("superuser", "server_roles"),
    ),
    Probe(
        "pg_dblink",
        "postgres",
        "connect to another server",
        "SELECT dblink_connect('answerable_probe', 'host=/nonexistent connect_timeout=1')",
        r"could not establish|password",
        needs=("ways_out",),
    ),
)
