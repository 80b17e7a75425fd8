"""Models on this machine: each in a process of its own, shared by all that ask it here, and ended with them."""

from __future__ import annotations

import atexit
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.clients.library import Address
from answerable.providers.model_failures import failure

if TYPE_CHECKING:
    from answerable.providers.chat_model import CallLimits
    from answerable.providers.model_settings import ModelSettings

__all__ = ["LocalServer", "local_server"]

_LOOK_SECONDS = 0.05
_MAIN = "answerable.providers.clients.local_server_main"
_LINES_KEPT = 4


def local_server(path: Path, settings: ModelSettings, states: Path | None) -> LocalServer:
    """Nothing is started yet. `states` is the folder for what the model has read (see `prompt_prefixes`)."""
    threads, context, seconds = settings.local_threads, settings.local_context, settings.local_load_seconds
    return _server(os.getpid(), path.resolve(), threads, context, seconds, states)


@lru_cache(maxsize=4)
def _server(
    _process: int, path: Path, threads: int, context: int, load_seconds: float, states: Path | None
) -> LocalServer:
    """A forked process has one of its own."""
    return LocalServer(path, threads, context, load_seconds, states)


@dataclass(slots=True)
class LocalServer:
    path: Path
    threads: int
    context: int
    load_seconds: float
    states: Path | None
    key: str = field(default_factory=secrets.token_hex, init=False)
    _process: subprocess.Popen[str] | None = field(default=None, init=False)
    url: str = field(default="", init=False)
    """Empty until the model is loaded."""
    _said: list[str] = field(default_factory=list, init=False)
    _readers: list[threading.Thread] = field(default_factory=list, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    @property
    def identity(self) -> str:
        """Of what the model has read: another file or context reads it anew."""
        found = self.path.stat()
        return f"{self.path} {found.st_size} {found.st_mtime_ns} {self.context}"

    def address(self, spec: str, limits: CallLimits) -> Address:
        """Starts the model where it does not run yet, and waits until it is loaded; that may take longer than one
        question may: the next finds it ready. Raises ModelUnavailable."""
        if find_spec("xllamacpp") is None:
            raise failure("missing_extra", spec, extra="local")
        seconds = min(limits.seconds, self.load_seconds)
        deadline = time.monotonic() + seconds
        with self._lock:
            process = self._running()
        while not self.url:
            if process.poll() is not None:
                self.stop()
                detail = " ".join(self._said) or f"exit code {process.returncode}"
                raise failure("not_loaded", spec, path=str(self.path), detail=detail)
            if time.monotonic() >= deadline:
                raise failure("timed_out", spec, seconds=round(seconds, 1))
            if limits.raise_if_cancelled:
                limits.raise_if_cancelled()
            time.sleep(_LOOK_SECONDS)
        return Address(self.path.name, f"{self.url}/v1", self.key)

    def stop(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.wait()
                for reader in self._readers:
                    reader.join()
                self._close(self._process)
                self._process = None

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self.url = ""
            self._said.clear()
            self._process = self._start()
            reads = (self._read_address, self._read_complaints)
            self._readers = [threading.Thread(target=read, args=(self._process,), daemon=True) for read in reads]
            for reader in self._readers:
                reader.start()
        return self._process

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603 — this very program
            [sys.executable, "-m", _MAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env={**os.environ, "OMP_WAIT_POLICY": "passive"},  # its threads sleep between tokens instead of spinning
        )
        assert process.stdin is not None
        atexit.register(self.stop)
        wanted = {"path": str(self.path), "threads": self.threads, "context": self.context, "key": self.key}
        if self.states is not None:
            self.states.mkdir(parents=True, exist_ok=True, mode=0o700)
            wanted["states"] = f"{self.states}/"
        with suppress(BrokenPipeError):  # it has ended already: `address` says so
            process.stdin.write(json.dumps(wanted) + "\n")
            process.stdin.flush()
        return process

    def _read_address(self, process: subprocess.Popen[str]) -> None:
        """The library may print lines of its own."""
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith('{"address"'):
                self.url = json.loads(line)["address"]

    def _read_complaints(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            self._said[:] = [*self._said, line.strip()][-_LINES_KEPT:]

    def _close(self, process: subprocess.Popen[str]) -> None:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
