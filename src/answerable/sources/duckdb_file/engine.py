"""DuckDB files, opened read-only with every way out of the file closed and the settings locked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.kernel.errors import AnswerableError, BadSource, QueryFailed, QueryStopped
from answerable.kernel.messages import msg
from answerable.sources.access.opened_files import open_same
from answerable.sources.duckdb_file.plan import expected_rows
from answerable.sources.duckdb_file.rights import read_rights
from answerable.sources.duckdb_file.schema import read_schema, rows_of
from answerable.sources.engine import Estimate, Limits, Progress
from answerable.sources.engine_failures import query_failed
from answerable.sources.sampled_rows import Spelling, few_rows_query
from answerable.sources.value_spelling import quote_name

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.sources.sampled_rows import Pick
    from answerable.sources.source_rights import Rights

__all__ = ["DuckDBEngine"]

_BATCH_ROWS = 65_536
_SHOWN_NOWHERE = (("enable_progress_bar", "true"), ("enable_progress_bar_print", "false"))
"""Progress is counted, for those who ask; DuckDB has these for one connection only."""
_CLOSED: tuple[tuple[str, str], ...] = (
    ("TimeZone", "'UTC'"),
    ("python_enable_replacements", "false"),
    ("temp_directory", "''"),  # by default it spills beside the user's file
    ("autoload_known_extensions", "false"),
    ("autoinstall_known_extensions", "false"),
    ("allow_community_extensions", "false"),
    ("enable_external_access", "false"),
    ("lock_configuration", "true"),
)
_SHOWN_AS_TEXT = frozenset({"BIT", "TIME WITH TIME ZONE"})
"""Types that Arrow can only carry with a loss."""

_SPELLING = Spelling("left(CAST({name} AS VARCHAR), {length})")


class DuckDBEngine:
    """One connection serves all queries: only single SELECT statements reach it, and these cannot change a session."""

    dialect = "duckdb"

    def __init__(self, path: str, memory_mb: int, file_id: Sequence[int] = ()) -> None:
        """`file_id` is the device and inode that the path led to when it was looked at."""
        self._path = Path(path)
        self._wanted = file_id
        self._memory_mb = memory_mb
        self._connection: duckdb.DuckDBPyConnection | None = None

    def open(self) -> None:
        import duckdb

        try:
            connect = partial(duckdb.connect, str(self._path), read_only=True)
            self._connection = connection = open_same(self._path, self._wanted, connect)
            connection.execute(f"SET memory_limit = '{self._memory_mb}MiB'")
            for name, value in _SHOWN_NOWHERE:
                connection.execute(f"SET {name} = {value}")
            for name, value in _CLOSED:
                connection.execute(f"SET GLOBAL {name} = {value}")
        except duckdb.Error as error:
            raise BadSource(
                msg("sources.not_a_duckdb_database", file=self._path.name, reason=_first_line(error)),
                hint=msg("sources.check_path_file"),
            ) from None

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        with _translated():
            return read_schema(self._opened(), progress)

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        import pyarrow as pa

        with _translated():
            relation = self._query(sql)
            names = relation.columns
            reader = _exact(relation).limit(limits.rows + 1).to_arrow_reader(_BATCH_ROWS)
        schema = pa.schema([pa.field(name, field.type) for name, field in zip(names, reader.schema, strict=True)])
        return pa.RecordBatchReader.from_batches(schema, _renamed(reader, schema))

    def sample(self, table: str, column: str, count: int) -> list[object]:
        name = quote_name(column)
        sql = f"SELECT DISTINCT {name} FROM {quote_name(*table.split('.', 1))} WHERE {name} IS NOT NULL LIMIT {count:d}"
        with _translated():
            return [row[0] for row in rows_of(self._opened(), sql) if row[0] is not None]

    def rows(self, table: Table, pick: Pick) -> list[Sequence[object]]:
        with _translated():
            return list(rows_of(self._opened(), few_rows_query(table, pick, _SPELLING)))

    def estimate(self, sql: str) -> Estimate | None:
        with _translated():
            self._check(sql)
            plan = self._opened().execute(f"EXPLAIN (FORMAT json) {sql}").fetchall()
        return expected_rows(plan[0][1])

    def rights(self) -> Rights | None:
        with _translated():
            return read_rights(self._path, self._opened())

    def interrupt(self) -> None:
        if self._connection:
            self._connection.interrupt()

    def progress(self) -> float | None:
        percent = self._connection.query_progress() if self._connection else -1.0
        return percent / 100 if percent >= 0 else None

    def close(self) -> None:
        if self._connection:
            self._connection.close()

    def _opened(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            raise ValueError("the engine is not open")
        return self._connection

    def _query(self, sql: str) -> duckdb.DuckDBPyRelation:
        self._check(sql)
        return self._opened().sql(sql)

    def _check(self, sql: str) -> None:
        import duckdb

        statements = self._opened().extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise QueryFailed(msg("sources.one_query_only"), category="sql_syntax")


def _exact(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    kinds = [str(kind) for kind in relation.types]
    if _SHOWN_AS_TEXT.isdisjoint(kinds):
        return relation
    shown = (f"#{n}::VARCHAR" if kind in _SHOWN_AS_TEXT else f"#{n}" for n, kind in enumerate(kinds, 1))
    return relation.project(", ".join(shown))


def _renamed(reader: pa.RecordBatchReader, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Batches under the names the query gave: DuckDB makes repeated names unique, the asker did not."""
    import pyarrow as pa

    with _translated():
        for batch in reader:
            yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)


@contextmanager
def _translated() -> Iterator[None]:
    """Errors of the driver, and of Arrow while it reads from the driver, as ours."""
    import duckdb
    import pyarrow as pa

    try:
        yield
    except (duckdb.OutOfMemoryException, pa.ArrowMemoryError) as error:
        raise _out_of_memory(error) from None
    except (duckdb.Error, pa.ArrowException, OSError) as error:  # Arrow says OSError of what its producer says
        raise _failed(error) from None


def _failed(error: Any) -> AnswerableError:
    message = _first_line(error)
    return _out_of_memory(error) if "Out of Memory" in message else query_failed(message)


def _out_of_memory(error: Any) -> QueryStopped:
    return QueryStopped(_first_line(error), reason="memory", hint=msg("sources.ask_for_less_or_raise_memory"))


def _first_line(error: object) -> str:
    return str(error).split("\n", 1)[0]
