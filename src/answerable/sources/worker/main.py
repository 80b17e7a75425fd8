"""The process in which one engine lives, and may be killed: `python -m answerable.sources.worker.main FD`.

The main thread only listens, so that a word to stop is heard while a query runs; a second thread does the jobs, one
after the other. The worker ends when its parent's end of the socket closes or its parent is gone.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import queue
import socket
import sys
import threading
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from answerable.errors import AnswerableError, QueryFailed, QueryStopped
from answerable.sources.engine import Engine, Limits, Widened
from answerable.sources.worker.absent import SOUGHT_BY_ARROW, look_once_for
from answerable.sources.worker.border import error_to_json, schema_to_json
from answerable.sources.worker.channel import Channel, ChannelClosed
from answerable.sources.worker.memory import bound_memory

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["main"]

_TICK_SECONDS = 0.2
_Message = dict[str, Any]


@dataclass(slots=True)
class Job:
    """What the parent waits for now."""

    id: int
    request: _Message


class Worker:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._engine: Engine | None = None
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._current: Job | None = None
        self._parent = os.getppid()

    def listen(self) -> None:
        """Until the parent is gone."""
        threading.excepthook = self._fail
        threading.Thread(target=self._work, daemon=True).start()
        while os.getppid() == self._parent:
            if self._channel.waits(_TICK_SECONDS):
                self._hear(self._channel.receive().message)
            else:
                self._tell_progress()

    def _hear(self, message: _Message) -> None:
        if message["do"] != "interrupt":
            self._jobs.put(Job(message["id"], message))
        elif self._engine and self._current and self._current.id == message["id"]:
            self._engine.interrupt()

    def _tell_progress(self) -> None:
        job, engine = self._current, self._engine
        if job and engine:
            self._channel.send({"id": job.id, "kind": "progress", "what": "", "share": engine.progress()})

    def _work(self) -> None:
        while True:
            self._current = job = self._jobs.get()
            self._channel.send({"id": job.id, "kind": "begun"})
            try:
                reply = {"kind": "done", **self._do(job)}
            except AnswerableError as error:
                reply = {"kind": "error", "error": error_to_json(error)}
            except MemoryError:
                reply = {"kind": "error", "error": error_to_json(out_of_memory())}
            except ChannelClosed:
                os._exit(1)
            self._current = None
            self._channel.send({"id": job.id, **reply})

    def _fail(self, unforeseen: threading.ExceptHookArgs) -> None:
        """The parent must not wait for a job that nobody does any more."""
        if job := self._current:
            what = f"{unforeseen.exc_type.__name__}: {unforeseen.exc_value}"
            error = QueryFailed(f"The engine failed in a way nobody foresaw ({what}).", hint="Please report this.")
            self._channel.send({"id": job.id, "kind": "error", "error": error_to_json(error)})
        os._exit(1)

    def _do(self, job: Job) -> _Message:
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
            case "run":
                return self._run(job, Limits(**request["limits"]), request["result_bytes"])
        raise ValueError(f"unknown job {request['do']!r}")

    def _open(self, factory: str, arguments: _Message) -> _Message:
        module, name = factory.split(":")
        self._engine = getattr(importlib.import_module(module), name)(**arguments)
        self._engine.open()
        return {"dialect": self._engine.dialect}

    def _read_schema(self, job: Job) -> _Message:
        from answerable.sources.cells import with_cells
        from answerable.sources.infer_keys import with_inferred_keys
        from answerable.sources.sensitivity import without_sensitive_values

        def progress(what: str, share: float | None) -> None:
            self._channel.send({"id": job.id, "kind": "progress", "what": what, "share": share})

        engine = self._opened()
        schema = engine.read_schema(progress)
        progress("Looking for keys nobody declared", None)
        schema = with_inferred_keys(schema, engine.sample)
        progress("Reading a few rows", None)
        schema = with_cells(schema, engine.rows)
        progress("Looking for sensitive columns", None)
        return schema_to_json(without_sensitive_values(schema, engine.sample))

    def _estimate(self, sql: str) -> _Message:
        estimate = self._opened().estimate(sql)
        return {"estimate": None if estimate is None else {"rows": estimate.rows, "cost": estimate.cost}}

    def _rights(self) -> _Message:
        rights = self._opened().rights()
        return {"rights": None if rights is None else asdict(rights)}

    def _run(self, job: Job, limits: Limits, result_bytes: int) -> _Message:
        with bound_memory(limits.memory_mb):
            reader = self._opened().stream(job.request["sql"], limits)
            try:
                self._send(job, reader, result_bytes)
            except Widened as anew:
                self._send(job, anew.reader, result_bytes)
        return {}

    def _send(self, job: Job, reader: pa.RecordBatchReader, most_bytes: int) -> None:
        """The columns' names and types, which begin a result (anew), and then its batches."""
        from answerable.sources.worker.plain import plain_batches, plain_schema

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
        "The query needed more memory than it may use and was stopped.",
        reason="memory",
        hint="Ask for less at once, or raise query_memory_mb.",
    )


def result_too_large(most: int) -> QueryStopped:
    return QueryStopped(
        f"The result is larger than {most // 2**20} MB and was stopped.",
        reason="memory",
        hint="Ask for fewer rows or columns.",
    )


def main(descriptor: int) -> None:
    gc.disable()  # a worker holds rows for moments only; collecting among them costs a third of a fetch
    look_once_for(*SOUGHT_BY_ARROW)
    end = socket.socket(fileno=descriptor)
    end.setblocking(True)
    with contextlib.suppress(ChannelClosed):
        Worker(Channel(end)).listen()
    os._exit(0)  # not exit(): a query still running must not hold the process


if __name__ == "__main__":
    main(int(sys.argv[1]))
