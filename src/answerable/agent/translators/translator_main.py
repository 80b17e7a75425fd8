"""The process in which one translator lives. It ends when its parent's end of the connection closes."""

from __future__ import annotations

import os
import traceback
from collections import OrderedDict
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from answerable.errors import AnswerableError
from answerable.known import NOTHING_KNOWN, Known
from answerable.language import Context, EmbeddedTranslator, Translation
from answerable.schema import DatabaseSchema

__all__ = ["MOST_SCHEMAS", "main"]

MOST_SCHEMAS = 8
"""That a process keeps; its parent sends the others again."""


class _Desk:
    def __init__(self) -> None:
        self._translator = EmbeddedTranslator()
        self._schemas: OrderedDict[int, DatabaseSchema] = OrderedDict()
        self._known: dict[str, Known] = {NOTHING_KNOWN.version: NOTHING_KNOWN}

    def answer(self, job: tuple[Any, ...]) -> tuple[str, Any]:
        """A translation, what the asker can do about there being none, or what went wrong."""
        try:
            return "translated", self._translated(*job)
        except AnswerableError as error:
            return "refused", (error.message, error.hint)
        except Exception:  # noqa: BLE001 - the parent raises and logs it
            return "failed", traceback.format_exc()

    def _translated(
        self, question: str, number: int, schema: DatabaseSchema | None, context: Context, known: Known | str
    ) -> Translation:
        if schema is not None:
            self._schemas[number] = schema
            while len(self._schemas) > MOST_SCHEMAS:
                self._schemas.popitem(last=False)
        if isinstance(known, Known):
            self._known = {NOTHING_KNOWN.version: NOTHING_KNOWN, known.version: known}
            known = known.version
        return self._translator.translate(question, self._schemas[number], replace(context, known=self._known[known]))


def main(descriptor: int) -> None:
    from answerable.language.reader.network import shipped

    shipped()  # loaded once, before the first question
    desk = _Desk()
    with Connection(descriptor) as parent:
        try:
            parent.send(("ready", os.getpid()))
            while True:
                parent.send(desk.answer(parent.recv()))
        except (EOFError, OSError):
            return
