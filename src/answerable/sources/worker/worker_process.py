"""One worker process, seen from the parent: started, given jobs, stopped at a limit, killed when it will not stop."""

from __future__ import annotations

import itertools
import math
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg, verbatim
from answerable.sources.worker.control_channel import words_between
from answerable.sources.worker.frame_channel import Channel, ChannelClosed, Frame
from answerable.sources.worker.frames import error_from_json
from answerable.sources.worker.memory_limit import Memory

__all__ = ["GRACE_SECONDS", "EngineSpec", "Job", "WorkerGone", "WorkerProcess"]

GRACE_SECONDS = 0.3
"""How long an engine in the worker itself may take to stop once asked."""
_BUFFER_BYTES = 4 << 20
"""Room for a block of rows, so that the engine makes the next one while the parent still takes this one in."""
_LOOK_SECONDS = 0.05
"""How often a worker's memory is looked at."""
_BOOT = (
    "import sys; sys.path[:0] = sys.argv[3:]; from answerable.sources.worker.worker_main import main; "
    "main(int(sys.argv[1]), int(sys.argv[2]))"
)

OnFrame = Callable[[Frame], None]


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """Which engine a worker makes, and of what. It goes by the socket, never by the command line: it holds secrets."""

    factory: str
    """`package.module:Class`."""
    arguments: dict[str, Any]

    @property
    def kind(self) -> str:
        """The name of the package that holds the engine."""
        return self.factory.partition(":")[0].split(".")[-2]


class WorkerGone(Exception):
    """The worker was dead before it took up the job: nothing of it ran, so another worker may."""


class Job:
    """One request while it runs, and the reason it was stopped, if it was. Whoever waits for its frames keeps watch."""

    def __init__(self, worker: WorkerProcess, number: int, seconds: float, memory_mb: int, grace: float) -> None:
        self._worker = worker
        self.number = number
        self._ends = time.monotonic() + seconds
        self._grace = grace
        self._looks = time.monotonic() + _LOOK_SECONDS
        self._memory = memory_mb * 2**20 + (worker.memory.resident() or 0)
        self._one_reason = threading.Lock()
        self.stopped: str | None = None
        self.session: int | None = None
        """The database server's number for the session that runs it, where there is a server."""

    def stop(self, reason: str) -> None:
        """Ask the engine for the end; from any thread. Whoever keeps watch kills the worker if it does not come.

        Its limit a server knows itself; of a person who gave up it must be told, and that takes time."""
        with self._one_reason:
            if self.stopped:
                return
            self._ends = time.monotonic() + (self._grace if reason == "cancelled" else GRACE_SECONDS)
            self.stopped = reason
        self._worker.interrupt(self.number)

    def look(self) -> float:
        """Sees to the limits; seconds until the next look."""
        now = time.monotonic()
        if now >= self._ends:
            self._end()
        elif now >= self._looks:
            self._looks = now + _LOOK_SECONDS
            if (self._worker.memory.resident() or 0) > self._memory:
                self.stop("memory")
                self._worker.kill()
        return max(0.0, min(self._looks, self._ends) - now)

    def _end(self) -> None:
        """The time is up: the engine's to answer, or, once it was asked to stop, its time to do so."""
        if self.stopped:
            self._worker.kill()
            self._ends = math.inf
        else:
            self.stop("time")


class WorkerProcess:
    """Does one job at a time. Once dead it stays dead: its source starts another."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER_BYTES)
        self._channel = Channel(ours)
        self._words, their_words = words_between()
        self._numbers = itertools.count(1)
        self._is_doomed = False
        paths = [path for path in sys.path if Path(path).is_absolute() and Path(path) != Path.cwd()]
        descriptors = [theirs.fileno(), their_words.fileno()]
        command = [sys.executable, "-I", "-c", _BOOT, *map(str, descriptors), *paths]
        with theirs, their_words:
            self._process = subprocess.Popen(  # noqa: S603
                command,
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C reaches the parent, which then stops the query in the engine
            )
        self.memory = Memory(str(self._process.pid))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._is_doomed and self._process.poll() is None

    def job(self, seconds: float, memory_mb: int, grace: float = GRACE_SECONDS) -> Job:
        self._words.read_words()  # of jobs before this one
        return Job(self, next(self._numbers), seconds, memory_mb, grace)

    def do(
        self, job: Job, request: dict[str, Any], on_frame: OnFrame, allocate: Callable[[int], Any]
    ) -> dict[str, Any]:
        """Send a request and hand each frame on until the last, which is returned. Raises what the engine raised."""
        try:
            self._channel.send({"id": job.number, **request})
            return self._follow(job, on_frame, allocate)
        except ChannelClosed:
            self.kill()
            reason = self._why_it_died(job)
            if job.number not in self._words.read_words() and not job.stopped:
                raise WorkerGone from None
            raise reason from None
        except (AnswerableError, WorkerGone):
            raise
        except BaseException:  # Ctrl-C above all: what runs must not go on running unwatched
            self._abandon(job)
            raise

    def _follow(self, job: Job, on_frame: OnFrame, allocate: Callable[[int], Any]) -> dict[str, Any]:
        while True:
            frame = self._channel.receive(allocate, job.look)
            if frame.message["id"] != job.number:
                continue
            kind = frame.message["kind"]
            job.session = frame.message.get("session") or job.session
            if kind in ("done", "error") and job.stopped:
                raise stopped_by(job.stopped)
            if kind == "error":
                raise error_from_json(frame.message["error"])
            if kind == "done":
                return frame.message
            if not job.stopped:
                on_frame(frame)

    def _abandon(self, job: Job) -> None:
        """Gently first: what an engine stops by itself is gone from its server too."""
        try:
            job.stop("cancelled")
            self._follow(job, lambda frame: None, bytearray)
        except (AnswerableError, ChannelClosed):
            pass
        finally:
            self.kill()

    def interrupt(self, number: int) -> None:
        try:
            self._words.say(number)
        except OSError:
            self.kill()

    def kill(self) -> None:
        self._is_doomed = True  # the process may take a moment to be gone
        self._process.kill()

    def close(self) -> None:
        """Closing the socket is the word to go; a worker that does not is killed."""
        self._channel.close()
        self._words.close()
        self.memory.close()
        try:
            self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _why_it_died(self, job: Job) -> AnswerableError:
        status = self._process.wait()
        if job.stopped:
            return stopped_by(job.stopped)
        how = msg("sources.by_signal", number=-status) if status < 0 else msg("sources.with_status", number=status)
        return QueryFailed(
            msg("sources.worker_ended", how=how),
            category="resource_exhausted",
            hint=msg("sources.ask_again_or_for_less"),
        )


_STOPPED = {
    "time": (msg("sources.time_limit"), msg("sources.ask_for_less_or_raise_seconds")),
    "memory": (msg("sources.memory_limit_reached"), msg("sources.ask_for_less_or_raise_memory")),
    "cancelled": (msg("sources.cancelled"), verbatim("")),
}


def stopped_by(reason: str) -> QueryStopped:
    message, hint = _STOPPED[reason]
    return QueryStopped(message, reason=reason, hint=hint)
