"""Ways round a read-only SQLite connection."""

from __future__ import annotations

from answerable.agent.doctor.probes.base import NOWHERE, Probe

__all__ = ["SQLITE_PROBES"]

_MISSING = r"unable to open|cannot open|no such file"

SQLITE_PROBES = (
    Probe("sl_temp_table", "sqlite", "make a table", "CREATE TEMP TABLE answerable_probe (a)"),
    Probe("sl_attach", "sqlite", "open another database", "ATTACH ':memory:' AS answerable_probe"),
    Probe("sl_vacuum_into", "sqlite", "write a copy of the database", f"VACUUM INTO '{NOWHERE}'", _MISSING),
    Probe("sl_query_only", "sqlite", "make the connection writable", "PRAGMA query_only = OFF"),
    Probe("sl_writable_schema", "sqlite", "edit the schema by hand", "PRAGMA writable_schema = ON"),
    Probe("sl_pragma_function", "sqlite", "set a pragma by SELECT", "SELECT * FROM pragma_query_only(0)"),
    Probe("sl_begin", "sqlite", "lock the database", "BEGIN IMMEDIATE"),
    Probe("sl_stacked", "sqlite", "run a second statement", "SELECT 1; SELECT 2"),
    Probe("sl_load_extension", "sqlite", "load foreign code", f"SELECT load_extension('{NOWHERE}')", _MISSING),
    Probe("sl_tokenizer", "sqlite", "reach into memory", "SELECT fts3_tokenizer('simple')"),
    Probe("sl_writefile", "sqlite", "write a file", f"SELECT writefile('{NOWHERE}', 'x')", _MISSING),
)
