"""A few translator processes for everybody: people take turns, and a question has so many seconds."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import TYPE_CHECKING

from answerable.agent.translators.translator_process import OutOfTime, TranslatorGone, TranslatorProcess
from answerable.agent.translators.turn_queue import TurnQueue
from answerable.kernel.errors import CouldNotAnswer
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.language.question.reading_budget import too_slow

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language import Context, Translation

__all__ = ["PersonsTranslator", "TranslatorPool"]

_TRIES = 2
_PREPARING = "preparing"
"""Who waits for a turn where nobody asks."""


class TranslatorPool:
    """Threads may share it. With several processes one person never has them all."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._turns = TurnQueue(processes, max(1, processes - 1))
        self._idle = [TranslatorProcess() for _ in range(processes)]
        self._all = set(self._idle)
        self._lock = threading.Lock()
        self._is_closed = False

    def translate(self, person: Hashable, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        with self._turns.turn(person):
            for _ in range(_TRIES):
                try:
                    return self._translated(question, schema, context)
                except TranslatorGone:
                    continue  # ended from outside, by the system for instance: another one tries
                except OutOfTime:
                    raise too_slow(self._seconds) from None
        raise CouldNotAnswer(msg("agent.translator_ended"), hint=msg("common.ask_again_soon"))

    def for_person(self, person: Hashable) -> PersonsTranslator:
        return PersonsTranslator(self, person)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            for process in self._all:
                process.kill()

    def _translated(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        process = self._take(schema)
        is_new = not process.has(schema)
        try:
            found = process.translate(question, schema, context, self._seconds)
        except (OutOfTime, TranslatorGone):
            self._replace(process)
            raise
        except BaseException:
            self._give_back(process)
            raise
        self._give_back(process)
        if is_new and len(self._all) > 1:
            threading.Thread(target=self._prepare_others, args=(question, schema, context), daemon=True).start()
        return found

    def _prepare_others(self, question: str, schema: DatabaseSchema, context: Context) -> None:
        """So that nobody has to wait for that later, when the first process is busy."""
        with self._turns.turn(_PREPARING):
            process = self._take_unprepared(schema)
            if process is None:
                return
            try:
                process.translate(question, schema, context, self._seconds)
            except (OutOfTime, TranslatorGone):
                self._replace(process)
            except BaseException:
                self._give_back(process)
                raise
            else:
                self._give_back(process)

    def _take_unprepared(self, schema: DatabaseSchema) -> TranslatorProcess | None:
        with self._lock:
            process = next((one for one in self._idle if not one.has(schema)), None)
            if process is not None and not self._is_closed:
                self._idle.remove(process)
                return process
        return None

    def _take(self, schema: DatabaseSchema) -> TranslatorProcess:
        with self._lock:
            if self._is_closed:
                raise CouldNotAnswer(msg("agent.server_stopping"), hint=msg("common.ask_again_soon"))
            process = next((one for one in self._idle if one.has(schema)), self._idle[-1])
            self._idle.remove(process)
            return process

    def _give_back(self, process: TranslatorProcess) -> None:
        with self._lock:
            self._idle.append(process)

    def _replace(self, dead: TranslatorProcess) -> None:
        """The new one loads by itself; it is the last to be taken."""
        with self._lock:
            self._all.discard(dead)
            if not self._is_closed:
                started = TranslatorProcess()
                self._all.add(started)
                self._idle.insert(0, started)


@dataclass(frozen=True, slots=True)
class PersonsTranslator:
    """The pool's `Translator` for one person's questions."""

    pool: TranslatorPool
    person: Hashable

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        return self.pool.translate(self.person, question, schema, context)
