"""Ways round a read-only MySQL or MariaDB session."""

from __future__ import annotations

from answerable.agent.doctor.probes.base import NOWHERE, Probe

__all__ = ["MYSQL_PROBES"]

_MISSING = r"Can't create|Errcode|No such file"

MYSQL_PROBES = (
    Probe(
        "my_temporary_table",
        "mysql",
        "make a table",
        "CREATE TEMPORARY TABLE answerable_probe (a INT)",
        needs=("write",),
    ),
    Probe("my_read_write", "mysql", "leave the read-only transaction", "START TRANSACTION READ WRITE"),
    Probe("my_session", "mysql", "make the session writable", "SET SESSION TRANSACTION READ WRITE"),
    Probe(
        "my_set_statement", "mysql", "lift a limit for one query", "SET STATEMENT max_statement_time = 0 FOR SELECT 1"
    ),
    Probe("my_commit", "mysql", "end the transaction", "COMMIT"),
    Probe("my_stacked", "mysql", "run a second statement", "SELECT 1; SELECT 2"),
    Probe("my_do", "mysql", "run a function for what it does", "DO SLEEP(0)"),
    Probe("my_call", "mysql", "call a procedure", "CALL answerable_probe()", r"does not exist"),
    Probe(
        "my_outfile",
        "mysql",
        "write a file on the server",
        f"SELECT 1 INTO OUTFILE '{NOWHERE}'",
        _MISSING,
        needs=("file",),
    ),
    Probe(
        "my_analyze_outfile",
        "mysql",
        "write a file by ANALYZE",
        f"ANALYZE SELECT 1 INTO OUTFILE '{NOWHERE}'",
        _MISSING,
        needs=("file",),
    ),
    Probe(
        "my_load_data",
        "mysql",
        "load a file into a table",
        f"LOAD DATA INFILE '{NOWHERE}' INTO TABLE answerable_probe",
        rf"doesn't exist|{_MISSING}",
        needs=("file",),
    ),
    Probe(
        "my_load_file",
        "mysql",
        "read a file of the server",
        "SELECT NULLIF(LOAD_FILE('/etc/hosts') IS NOT NULL OR LOAD_FILE('/etc/hostname') IS NOT NULL, 0)",
        always_answers=True,
        needs=("file",),
    ),
    Probe(
        "my_set_global",
        "mysql",
        "change a server setting",
        "SET GLOBAL general_log = @@GLOBAL.general_log",
        needs=("administer",),
    ),
)
