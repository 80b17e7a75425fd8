"""One translator process, seen from the parent: started, asked, killed when its time is up."""

from __future__ import annotations

import itertools
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.agent.translators.translator_main import MOST_SCHEMAS
from answerable.kernel.cache import BoundedCache
from answerable.kernel.errors import BadQuestion
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.language.question.reading_budget import NEW_SCHEMA_FACTOR

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language import Context, Translation

__all__ = ["OutOfTime", "TranslatorGone", "TranslatorProcess"]

_START_SECONDS = 60.0
_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH")
_BOOT = (
    "import sys; sys.path[:0] = sys.argv[2:]; "
    "from answerable.agent.translators.translator_main import main; main(int(sys.argv[1]))"
)


class OutOfTime(Exception):
    """The question took longer than it may."""


class TranslatorGone(Exception):
    """The process has ended by itself."""


class TranslatorProcess:
    """Reads one question at a time. Once dead it stays dead."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        paths = [path for path in sys.path if Path(path).is_absolute() and Path(path) != Path.cwd()]
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-c", _BOOT, str(theirs.fileno()), *paths],
                pass_fds=[theirs.fileno()],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._connection: Connection[Any, Any] = Connection(ours.detach())
        self._numbers = itertools.count(1)
        self._sent: BoundedCache[int, tuple[DatabaseSchema, int]] = BoundedCache(MOST_SCHEMAS)
        """What the process has: schemas by identity, with their number there."""
        self._known = NOTHING_KNOWN.state
        self._is_ready = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def translate(self, question: str, schema: DatabaseSchema, context: Context, seconds: float) -> Translation:
        """Raises OutOfTime, and is dead then; TranslatorGone where the process has ended."""
        try:
            self._wait_until_ready()
            kind, found = self._ask(question, schema, context, seconds)
            if kind == "missing":
                self._sent.remove(id(schema))
                kind, found = self._ask(question, schema, context, seconds)
            return _result(kind, found)
        except (EOFError, OSError):
            self.kill()
            raise TranslatorGone from None

    def _ask(self, question: str, schema: DatabaseSchema, context: Context, seconds: float) -> tuple[str, Any]:
        sent = self._sent.get(id(schema))
        number, is_new = (sent[1], False) if sent else (next(self._numbers), True)
        known = context.known if context.known.state not in (self._known, NOTHING_KNOWN.state) else None
        plain = replace(context, known=NOTHING_KNOWN)
        self._connection.send((question, number, schema if is_new else None, plain, known or context.known.state))
        if is_new:  # only now: what could not be sent is not there
            self._sent.put(id(schema), (schema, number))
        self._known = known.state if known else self._known
        self._wait(seconds * (NEW_SCHEMA_FACTOR if is_new else 1))
        answer: tuple[str, Any] = self._connection.recv()
        return answer

    def has(self, schema: DatabaseSchema) -> bool:
        """Whether it has worked on this schema, and so is quick with it."""
        sent = self._sent.peek(id(schema))
        return sent is not None and sent[0] is schema

    def kill(self) -> None:
        self._process.kill()
        with suppress(OSError):
            self._connection.close()
        self._process.wait()

    def _wait_until_ready(self) -> None:
        if not self._is_ready:
            self._wait(_START_SECONDS)
            self._connection.recv()
            self._is_ready = True

    def _wait(self, seconds: float) -> None:
        ends = time.monotonic() + seconds
        if not self._connection.poll(max(0.0, ends - time.monotonic())):
            self.kill()
            raise OutOfTime


def _result(kind: str, found: Any) -> Translation:
    if kind == "refused":
        raise BadQuestion(found[0], hint=found[1])
    if kind == "failed":
        raise RuntimeError(f"the translator failed:\n{found}")
    translation: Translation = found
    return translation


def _environment() -> dict[str, str]:
    """Without the secrets that the server's environment may hold; with what makes the network compute the same."""
    return {name: value for name, value in os.environ.items() if name in _ENVIRONMENT or name.endswith("_NUM_THREADS")}
