"""The process in which one translator lives. It ends when its parent's end of the connection closes."""

from __future__ import annotations

import os
import traceback
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from answerable.kernel.cache import BoundedCache
from answerable.kernel.errors import AnswerableError
from answerable.kernel.knowledge import NOTHING_KNOWN, Known
from answerable.kernel.schema import DatabaseSchema
from answerable.language import Context, EmbeddedTranslator, Translation
from answerable.language.neural.network import shipped_network

__all__ = ["MOST_SCHEMAS", "main"]

MOST_SCHEMAS = 8
"""That a process keeps; its parent sends the others again."""


class _SchemaMissing(Exception):
    """The parent took it for sent."""


class _TranslatorWorker:
    def __init__(self) -> None:
        self._translator = EmbeddedTranslator()
        # The parent counts the same uses in the same order, so it knows which schemas are still here.
        self._schemas: BoundedCache[int, DatabaseSchema] = BoundedCache(MOST_SCHEMAS)
        self._known: dict[str, Known] = {NOTHING_KNOWN.state: NOTHING_KNOWN}

    def answer(self, job: tuple[Any, ...]) -> tuple[str, Any]:
        """A translation, what the asker can do about there being none, a wish for the schema, or what went wrong."""
        try:
            return "translated", self._translated(*job)
        except _SchemaMissing:
            return "missing", None
        except AnswerableError as error:
            return "refused", (error.what, error.advice)
        except Exception:  # noqa: BLE001 - the parent raises and logs it
            return "failed", traceback.format_exc()

    def _translated(
        self, question: str, number: int, schema: DatabaseSchema | None, context: Context, known: Known | str
    ) -> Translation:
        if schema is not None:
            self._schemas.put(number, schema)
        else:
            schema = self._schemas.get(number)
            if schema is None:
                raise _SchemaMissing
        if isinstance(known, Known):
            self._known = {NOTHING_KNOWN.state: NOTHING_KNOWN, known.state: known}
            known = known.state
        return self._translator.translate(question, schema, replace(context, known=self._known[known]))


def main(descriptor: int) -> None:
    shipped_network()  # loaded once, before the first question
    worker = _TranslatorWorker()
    with Connection(descriptor) as parent:
        try:
            parent.send(("ready", os.getpid()))
            while True:
                parent.send(worker.answer(parent.recv()))
        except (EOFError, OSError):
            return
