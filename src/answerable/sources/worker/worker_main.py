"""The process in which one engine lives, and may be killed.

The main thread does the jobs, one after the other. A second thread only listens, so that a word to stop is heard while
a query runs. The worker ends when its parent's end of the socket closes or its parent is gone.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import socket
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.sources.access.server_state import holds_own_tables, own_tables_refused
from answerable.sources.engine import Engine, Limits, ServerEngine, Widened
from answerable.sources.worker.arrow_normalisation import plain_batches, plain_schema
from answerable.sources.worker.control_channel import Words
from answerable.sources.worker.frame_channel import Channel, ChannelClosed
from answerable.sources.worker.frames import error_to_json, schema_to_json
from answerable.sources.worker.import_shortcut import SOUGHT_BY_ARROW, leave_out_numpy, look_once_for
from answerable.sources.worker.memory_limit import bound_memory

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["main"]

_TICK_SECONDS = 0.2
_Message = dict[str, Any]


@dataclass(slots=True)
class WorkerJob:
    """What the parent waits for now."""

    id: int
    request: _Message


class Worker:
    def __init__(self, channel: Channel, words: Words) -> None:
        self._channel = channel
        self._words = words
        self._engine: Engine | None = None
        self._current: WorkerJob | None = None
        self._parent = os.getppid()

    def work(self) -> None:
        """Until the parent is gone."""
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            while True:
                message = self._channel.receive().message
                self._take_up(WorkerJob(message["id"], message))
        except ChannelClosed:
            raise
        except BaseException as unforeseen:
            self._fail(unforeseen)
            raise

    def _listen(self) -> None:
        while os.getppid() == self._parent:
            if not self._words.waits(_TICK_SECONDS):
                self._tell_progress()
            elif stops := self._words.read_words():
                self._interrupt(stops)
            else:
                break
        os._exit(0)  # not exit(): a query still running must not hold the process

    def _interrupt(self, stops: list[int]) -> None:
        if self._engine and self._current and self._current.id in stops:
            self._engine.interrupt()

    def _tell_progress(self) -> None:
        job, engine = self._current, self._engine
        if job and engine:
            with contextlib.suppress(ChannelClosed):
                session = engine.session if isinstance(engine, ServerEngine) else None
                told = {"kind": "progress", "what": "", "share": engine.progress(), "session": session}
                self._channel.send({"id": job.id, **told})

    def _take_up(self, job: WorkerJob) -> None:
        self._current = job
        with contextlib.suppress(OSError):
            self._words.say(job.id)
        try:
            reply = {"kind": "done", **self._do(job)}
        except AnswerableError as error:
            reply = {"kind": "error", "error": error_to_json(error)}
        except MemoryError:
            reply = {"kind": "error", "error": error_to_json(out_of_memory())}
        self._current = None
        self._channel.send({"id": job.id, **reply})

    def _fail(self, unforeseen: BaseException) -> None:
        """The parent must not wait for a job that nobody does any more."""
        if job := self._current:
            what = f"{type(unforeseen).__name__}: {unforeseen}"
            error = QueryFailed(msg("sources.engine_failed", what=what), hint=msg("sources.report_this"))
            with contextlib.suppress(ChannelClosed):
                self._channel.send({"id": job.id, "kind": "error", "error": error_to_json(error)})
        os._exit(1)

    def _do(self, job: WorkerJob) -> _Message:
        request = job.request
        match request["do"]:
            case "open":
                return self._open(request["factory"], request["arguments"])
            case "schema":
                return {"schema": self._read_schema(job)}
            case "estimate":
                return self._estimate(request["sql"])
            case "rights":
                return self._rights()
            case "sample":
                values = self._opened().sample(request["table"], request["column"], request["count"])
                return {"values": [str(value) for value in values if value is not None]}
            case "end_session":
                return {"has_ended": self._end_session(request["session"], request["seconds"])}
            case "run":
                return self._run(job, Limits(**request["limits"]), request["result_bytes"])
        raise ValueError(f"unknown job {request['do']!r}")

    def _open(self, factory: str, arguments: _Message) -> _Message:
        module, name = factory.split(":")
        leave_out_numpy(module)
        self._engine = getattr(importlib.import_module(module), name)(**arguments)
        self._engine.open()
        return {"dialect": self._engine.dialect}

    def _read_schema(self, job: WorkerJob) -> _Message:
        from answerable.sources.worker.complete_schema import complete_schema  # most workers find the schema cached

        def progress(what: str, share: float | None) -> None:
            self._channel.send({"id": job.id, "kind": "progress", "what": what, "share": share})

        engine = self._opened()
        schema = engine.read_schema(progress)
        if holds_own_tables(table.name for table in schema.tables):
            raise own_tables_refused(msg("common.the_database"))
        return schema_to_json(complete_schema(schema, engine, progress))

    def _estimate(self, sql: str) -> _Message:
        estimate = self._opened().estimate(sql)
        return {"estimate": None if estimate is None else {"rows": estimate.rows, "cost": estimate.cost}}

    def _rights(self) -> _Message:
        rights = self._opened().rights()
        return {"rights": None if rights is None else asdict(rights)}

    def _end_session(self, number: int, seconds: float) -> bool:
        engine = self._opened()
        return isinstance(engine, ServerEngine) and engine.end_session(number, seconds)

    def _run(self, job: WorkerJob, limits: Limits, result_bytes: int) -> _Message:
        with bound_memory(limits.memory_mb):
            reader = self._opened().stream(job.request["sql"], limits)
            try:
                self._send(job, reader, result_bytes)
            except Widened as anew:
                self._send(job, anew.reader, result_bytes)
        return {}

    def _send(self, job: WorkerJob, reader: pa.RecordBatchReader, most_bytes: int) -> None:
        """The columns' names and types, which begin a result (anew), and then its batches."""
        warned = (reader.schema.metadata or {}).get(b"warnings", b"[]")
        start = {"id": job.id, "kind": "columns", "warnings": json.loads(warned)}
        self._channel.send(start, plain_schema(reader.schema).serialize(), hold=True)
        sent = 0
        for batch in plain_batches(reader):
            packed = batch.serialize()
            sent += packed.size
            if sent > most_bytes:
                raise result_too_large(most_bytes)
            self._channel.send({"id": job.id, "kind": "batch"}, packed, hold=True)

    def _opened(self) -> Engine:
        if self._engine is None:
            raise ValueError("no engine is open")
        return self._engine


def out_of_memory() -> QueryStopped:
    return QueryStopped(
        msg("sources.memory_limit"),
        reason="memory",
        hint=msg("sources.ask_for_less_or_raise_memory"),
    )


def result_too_large(most: int) -> QueryStopped:
    return QueryStopped(
        msg("sources.result_too_large", most=most // 2**20),
        reason="memory",
        hint=msg("sources.ask_for_fewer"),
    )


def main(frames: int, words: int) -> None:
    """With the file descriptors of the two sockets to the parent."""
    gc.disable()  # a worker holds rows for moments only; collecting among them costs a third of a fetch
    look_once_for(*SOUGHT_BY_ARROW)
    end = socket.socket(fileno=frames)
    end.setblocking(True)
    with contextlib.suppress(ChannelClosed):
        Worker(Channel(end), Words(socket.socket(fileno=words))).work()
    os._exit(0)
