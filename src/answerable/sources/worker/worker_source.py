"""A source on the safe side of the process border: the abilities of its engine, within limits."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped, SourceUnavailable
from answerable.kernel.fingerprint import Fingerprint
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import Settings
from answerable.sources.change_stamps import Stamps, now_ns, stamps_of
from answerable.sources.engine import Estimate, Limits, Progress, Result
from answerable.sources.result_cache import KeptResults
from answerable.sources.schema_cache import SchemaCache
from answerable.sources.source_rights import Rights, rights_from_json
from answerable.sources.source_target import Target
from answerable.sources.worker.frame_channel import Frame
from answerable.sources.worker.frames import schema_from_json
from answerable.sources.worker.worker_process import Job, WorkerGone, WorkerProcess

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.kernel.schema import DatabaseSchema

__all__ = ["WorkerSource"]

_START_SECONDS = 10.0
"""On top of what the engine itself may take to connect or load."""
_SCHEMA_SECONDS = 120.0
_SAMPLE_SECONDS = 5.0
_RESULT_BYTES = 512 << 20
"""Most bytes of one result that may come into the parent."""


_END_SECONDS = 2.0
"""How long it is looked whether a stopped query has gone from its server."""
_GOES_ON = msg("sources.goes_on_in_database")
_NOT_SEEN = msg("sources.stop_not_seen")


class WorkerSource:
    """Implements `Source`. Opens its worker when first needed and again when it died; jobs wait for each other.

    `locate` is asked before every job: files may have changed since, and are then loaded anew."""

    def __init__(
        self, locate: Callable[[], Target], settings: Settings, schemas: Path, specs: tuple[str, ...] = ()
    ) -> None:
        self._locate = locate
        self._target = locate()
        self.name = self._target.name
        self.kind = self._target.engine.kind
        self.specs = specs
        self.dialect = ""
        self._settings = settings
        self._schemas = schemas
        self._worker: WorkerProcess | None = None
        self._job: Job | None = None
        self._session: int | None = None
        """Of the last job, in the database server."""
        self._one_at_a_time = threading.RLock()
        self._kept = KeptResults()
        self._schema_cache: SchemaCache | None = None

    def open(self, progress: Progress | None = None) -> None:
        """Start the worker and connect; `run` and the others do it when it has not been done."""
        with self._one_at_a_time:
            target, self._target = self._target, self._locate()
            if self._worker and self._worker.is_alive and target.engine == self._target.engine:
                return
            self._drop_worker()
            self._worker = WorkerProcess()
            self._close_at_exit = weakref.finalize(self, self._worker.close)
            try:
                self._connect(progress)
            except BaseException:
                self._drop_worker()
                raise

    def schema(self, *, refresh: bool = False, progress: Progress | None = None) -> DatabaseSchema:
        cache = self._cache()
        cached = None if refresh else cache.get()
        if cached:
            return cached
        done = self._do({"do": "schema"}, _SCHEMA_SECONDS, _told(progress, "Reading the schema"))
        schema = schema_from_json(done["schema"])
        cache.put(schema)
        return schema

    def _cache(self) -> SchemaCache:
        identity = self._locate().identity
        if self._schema_cache is None or self._schema_cache.identity != identity:
            self._schema_cache = SchemaCache(self._schemas, identity, self._settings.schema_cache_seconds)
        return self._schema_cache

    def run(
        self,
        sql: str,
        limits: Limits,
        progress: Progress | None = None,
        under: Mapping[str, Any] | None = None,
    ) -> Result:
        _check_text(sql)
        began, stamps, started = now_ns(), self._stamps(), time.perf_counter()
        told = _told(progress, "Running the query")
        collected = _Collected(limits.rows)

        def on_frame(frame: Frame) -> None:
            if frame.message["kind"] == "progress":
                told(frame)
            else:
                collected.take(frame)

        request = {"do": "run", "sql": sql, "limits": asdict(limits), "result_bytes": _result_bytes(limits)}
        try:
            self._do(request, limits.seconds, on_frame, limits.memory_mb)
        except QueryStopped as stopped:
            raise self._as_the_server_has_it(stopped) from None
        result = collected.result(round((time.perf_counter() - started) * 1000), under)
        if stamps and stamps.has_settled(began) and stamps == self._stamps():
            with self._one_at_a_time:
                self._kept.put(sql, limits, stamps, result)
        return result

    def cached_result(self, sql: str, limits: Limits) -> Result | None:
        stamps = self._stamps()
        with self._one_at_a_time:
            return self._kept.get(sql, limits, stamps) if stamps else None

    def _stamps(self) -> Stamps | None:
        """What shows every change of the data; None where nothing does."""
        files = self._locate().files
        return stamps_of(files) if files else None

    def estimate(self, sql: str) -> Estimate | None:
        _check_text(sql)
        request = {"do": "estimate", "sql": sql}
        estimate = self._do(request, self._settings.query_seconds, _ignored)["estimate"]
        return Estimate(**estimate) if estimate else None

    def rights(self) -> Rights | None:
        rights = self._do({"do": "rights"}, self._settings.query_seconds, _ignored)["rights"]
        return rights_from_json(rights) if rights else None

    def sample(self, table: str, column: str, count: int) -> list[str]:
        request = {"do": "sample", "table": table, "column": column, "count": count}
        values: list[str] = self._do(request, _SAMPLE_SECONDS, _ignored)["values"]
        return values

    def cancel(self) -> None:
        if job := self._job:
            job.stop("cancelled")

    def close(self) -> None:
        self.cancel()
        with self._one_at_a_time:
            self._drop_worker()

    def __enter__(self) -> WorkerSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_locking(self) -> bool:
        return self._target.is_locking

    @property
    def worker_pid(self) -> int | None:
        """The process the engine lives in now, if one does."""
        return self._worker.pid if self._worker and self._worker.is_alive else None

    def _connect(self, progress: Progress | None) -> None:
        engine = self._target.engine
        request = {"do": "open", "factory": engine.factory, "arguments": engine.arguments}
        seconds = self._target.open_seconds + _START_SECONDS
        try:
            done = self._ask(request, seconds, _told(progress, "Opening the source"))
        except WorkerGone:
            raise self._ends_at_once() from None
        except QueryStopped as stopped:
            if stopped.reason != "time":
                raise
            message = msg("sources.opening_timed_out", name=self.name, seconds=seconds)
            raise SourceUnavailable(message, hint=msg("sources.check_reach_and_size")) from None
        self.dialect = done["dialect"]

    def _ends_at_once(self) -> SourceUnavailable:
        message = msg("sources.worker_ends_at_once", name=self.name)
        return SourceUnavailable(message, hint=msg("sources.check_machine_limits"))

    def _do(self, request: dict[str, Any], seconds: float, on_frame: Any, memory_mb: int = 0) -> dict[str, Any]:
        with self._one_at_a_time:
            self.open()
            try:
                return self._ask(request, seconds, on_frame, memory_mb)
            except WorkerGone:  # killed from outside since the last job: another worker takes this one
                self._drop_worker()
                self.open()
            try:
                return self._ask(request, seconds, on_frame, memory_mb)
            except WorkerGone:
                raise self._ends_at_once() from None

    def _ask(self, request: dict[str, Any], seconds: float, on_frame: Any, memory_mb: int = 0) -> dict[str, Any]:
        assert self._worker
        memory_mb = memory_mb or self._settings.query_memory_mb
        self._job = job = self._worker.job(seconds, memory_mb, self._target.grace_seconds)
        try:
            return self._worker.do(job, request, on_frame, _allocate)
        finally:
            self._job = None
            self._session = job.session

    def _as_the_server_has_it(self, stopped: QueryStopped) -> QueryStopped:
        """A worker that had to be killed says nothing of its query, which may go on in the database."""
        with self._one_at_a_time:
            session, is_alive = self._session, self._worker is not None and self._worker.is_alive
            if session is None or is_alive:
                return stopped
            try:
                has_ended = self._session_has_ended(session)
            except (AnswerableError, WorkerGone):
                return still_running(stopped, _NOT_SEEN)
        return stopped if has_ended else still_running(stopped, _GOES_ON)

    def _session_has_ended(self, session: int) -> bool:
        """Not through `_ask`: this job is no part of what a person cancels."""
        self.open()
        assert self._worker
        request = {"do": "end_session", "session": session, "seconds": _END_SECONDS}
        job = self._worker.job(_END_SECONDS + _START_SECONDS, self._settings.query_memory_mb)
        return bool(self._worker.do(job, request, _ignored, _allocate)["has_ended"])

    def _drop_worker(self) -> None:
        if self._worker:
            self._close_at_exit()
            self._worker = None


def still_running(stopped: QueryStopped, what: CodedMessage) -> QueryStopped:
    message = msg("sources.stopped_but", stopped=stopped.what, what=what)
    return QueryStopped(message, reason=stopped.reason, hint=msg("sources.may_slow_the_database"), still_runs=True)


class _Collected:
    """The batches of one result as they arrive, hashed while the worker makes the next."""

    def __init__(self, most_rows: int) -> None:
        self._most = most_rows

    def take(self, frame: Frame) -> None:
        if frame.message["kind"] == "columns":
            self._warnings = tuple(frame.message["warnings"])
            self._begin(frame.payload)
        else:
            self._add(frame.payload)

    def _begin(self, columns: Any) -> None:
        import pyarrow as pa

        self._rows = 0
        self._batches: list[pa.RecordBatch] = []
        self._schema = pa.ipc.read_schema(columns)
        _demand_one_type_each(self._schema)
        self._fingerprint = Fingerprint(self._schema)

    def _add(self, packed: Any) -> None:
        import pyarrow as pa

        batch = pa.ipc.read_record_batch(packed, self._schema)
        kept = batch.slice(0, max(0, self._most - self._rows))
        self._rows += batch.num_rows
        self._fingerprint.add(kept)
        self._batches.append(kept)

    def result(self, elapsed_ms: int, under: Mapping[str, Any] | None) -> Result:
        import pyarrow as pa

        return Result(
            table=pa.Table.from_batches(self._batches, self._schema),
            is_truncated=self._rows > self._most,
            elapsed_ms=elapsed_ms,
            fingerprint=self._fingerprint.hexdigest(),
            warnings=self._warnings,
            ran_under=under,
        )


def _demand_one_type_each(schema: pa.Schema) -> None:
    """Unions can be neither compared nor hashed."""
    for field in schema:
        if "union<" in str(field.type):
            raise QueryFailed(
                msg("sources.mixed_types", column=field.name),
                category="type_mismatch",
                hint=msg("sources.cast_to_one_type"),
            )


def _allocate(size: int) -> Any:
    import pyarrow as pa

    return pa.allocate_buffer(size)


def _told(progress: Progress | None, what: str) -> Any:
    """What to do with progress frames: hand them on under the engine's own words, or `what` where it has none."""
    if progress is None:
        return _ignored

    def tell(frame: Frame) -> None:
        progress(frame.message["what"] or what, frame.message["share"])

    return tell


def _ignored(_: Frame) -> None:
    """Nobody asked."""


def _check_text(sql: str) -> None:
    """Drivers cut text at a NUL byte or choke on half a surrogate pair; what runs must be what was read."""
    try:
        is_broken = b"\0" in sql.encode()
    except UnicodeEncodeError:
        is_broken = True
    if is_broken:
        raise QueryFailed(msg("sources.unreadable_character_in_sql"), category="sql_syntax")


def _result_bytes(limits: Limits) -> int:
    return min(_RESULT_BYTES, limits.memory_mb << 20)
