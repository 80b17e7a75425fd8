from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.messages import msg

SPOKEN = ("postgres", "mysql", "tsql", "bigquery", "snowflake", "oracle", "duckdb", "sqlite", "spark")


def other_dialect(failure: Failure) -> Iterator[Fix]:
    """The query may be right in another engine's dialect: it is carried over into this one's."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    here = failure.view.schema.dialect
    for spoken in SPOKEN:
        try:
            carried = sqlglot.transpile(failure.sql, read=spoken, write=here)
        except SqlglotError:
            continue
        if spoken != here and len(carried) == 1:
            yield Fix(carried[0], msg("repair.other_dialect", written_for=spoken, here=here))
