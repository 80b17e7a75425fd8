"""Ways out of a DuckDB file, and of the copies that files are loaded into."""

from __future__ import annotations

from answerable.agent.doctor.probes.base import NOWHERE, Probe

__all__ = ["DUCKDB_PROBES"]

_MISSING = r"No such file|No files found|IO Error|cannot open"

DUCKDB_PROBES = (
    Probe("du_temp_table", "duckdb", "make a table", "CREATE TEMP TABLE answerable_probe (a INT)"),
    Probe("du_external_access", "duckdb", "open the file system", "SET enable_external_access = true"),
    Probe("du_unlock", "duckdb", "unlock the settings", "SET lock_configuration = false"),
    Probe("du_attach", "duckdb", "open another database", "ATTACH ':memory:' AS answerable_probe"),
    Probe("du_copy", "duckdb", "write a file", f"COPY (SELECT 1) TO '{NOWHERE}'", _MISSING),
    Probe("du_export", "duckdb", "write a copy of the database", f"EXPORT DATABASE '{NOWHERE}'", _MISSING),
    Probe("du_read_text", "duckdb", "read a file", "SELECT * FROM read_text('/etc/hostname')", _MISSING),
    Probe("du_replacement", "duckdb", "read a file by its bare name", f"SELECT * FROM '{NOWHERE}.csv'", _MISSING),
    Probe("du_glob", "duckdb", "list folders", "SELECT count(*) FROM glob('/*')"),
    Probe("du_load", "duckdb", "load foreign code", f"LOAD '{NOWHERE}.duckdb_extension'", _MISSING),
    Probe("du_logging", "duckdb", "write a log", "SELECT * FROM enable_logging('QueryLog')"),
    Probe("du_stacked", "duckdb", "run a second statement", "SELECT 1; SELECT 2"),
    Probe("du_pragma", "duckdb", "change a setting by PRAGMA", "PRAGMA enable_profiling"),
)
