"""Many questions to SQL, line by line, without running any of it."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from answerable.errors import AnswerableError, AskerError

if TYPE_CHECKING:
    from answerable.language import Translation, Translator
    from answerable.schema import DatabaseSchema
    from answerable.settings import Settings
    from answerable.sources import Progress

__all__ = ["translate_batch"]

SCHEMAS_KEPT = 32
"""Schemas of the sources asked about last; a batch usually goes through them one after the other."""


def translate_batch(
    lines: Iterable[str], settings: Settings, *, jobs: int = 1, progress: Progress | None = None
) -> Iterator[str]:
    """A line of JSON for each line read, in the same order; a line that cannot be read gives a line that says why."""
    told = progress or (lambda doing, share: None)
    for count, line in enumerate(_translated(lines, settings, jobs), start=1):
        told(f"Translated {count:,} questions", None)
        yield line


def _translated(lines: Iterable[str], settings: Settings, jobs: int) -> Iterator[str]:
    wanted = (line for line in lines if line.strip())
    if jobs == 1:
        bench = _Bench(settings)
        yield from map(bench.line, wanted)
        return
    with ProcessPoolExecutor(jobs, initializer=_open_bench, initargs=(settings,)) as pool:
        yield from pool.map(_line_in_process, wanted, chunksize=16)


@dataclass
class _Bench:
    """One process's translator and the schemas it has read."""

    settings: Settings
    schemas: OrderedDict[str, DatabaseSchema] = field(default_factory=OrderedDict)
    translator: Translator | None = None

    def line(self, line: str) -> str:
        try:
            item = _parsed(line)
            return json.dumps(self._translated(item), ensure_ascii=False)
        except AnswerableError as error:
            failure = {"code": error.code, "message": error.line()}
            return json.dumps({"id": _id_of(line), **_EMPTY, "error": failure}, ensure_ascii=False)

    def _translated(self, item: dict[str, Any]) -> dict[str, Any]:
        from answerable.agent.opening import open_translator
        from answerable.language import Context, Turn

        self.translator = self.translator or open_translator(self.settings.engine, self.settings.reading_seconds)
        turns = tuple(Turn(str(turn["question"]), str(turn["sql"])) for turn in item.get("context") or ())
        schema = self._schema(str(item["source"]))
        context = Context(date.today(), turns, self.settings.language, self.settings.fiscal_year_start)
        began = time.perf_counter()
        translation = self.translator.translate(str(item["question"]), schema, context)
        return {"id": item.get("id"), **_as_dict(translation, (time.perf_counter() - began) * 1000)}

    def _schema(self, spec: str) -> DatabaseSchema:
        from answerable.agent.policies import demand_matched_names
        from answerable.agent.policy import load_policy
        from answerable.guard import seen_through
        from answerable.sources import open_source

        if spec not in self.schemas:
            source = open_source(spec, self.settings)
            try:
                policy = load_policy(role=self.settings.role)
                schema = source.schema()
                demand_matched_names(policy, [schema])
                self.schemas[spec] = seen_through(policy, schema).without_values()
            finally:
                source.close()
            while len(self.schemas) > SCHEMAS_KEPT:
                self.schemas.popitem(last=False)
        self.schemas.move_to_end(spec)
        return self.schemas[spec]


_EMPTY: dict[str, Any] = {"sql": "", "confidence": 0.0, "path": "", "ms": 0.0, "candidates": []}


def _as_dict(translation: Translation, milliseconds: float) -> dict[str, Any]:
    best = translation.best
    found: dict[str, Any] = {
        "sql": best.sql if best else "",
        "confidence": best.confidence if best else 0.0,
        "path": translation.path,
        "ms": round(milliseconds, 3),
        "candidates": [{"sql": item.sql, "confidence": item.confidence} for item in translation.candidates],
    }
    if translation.clarification:
        readings = [{"text": reading.text, "sql": reading.sql} for reading in translation.clarification.readings]
        found["clarification"] = {"question": translation.clarification.question, "readings": readings}
    return found


def _parsed(line: str) -> dict[str, Any]:
    try:
        item = json.loads(line)
    except ValueError:
        raise AskerError("This line is not JSON.", hint='Write {"id", "source", "question"}.') from None
    if not isinstance(item, dict) or "source" not in item or "question" not in item:
        raise AskerError("This line lacks 'source' or 'question'.", hint='Write {"id", "source", "question"}.')
    context = item.get("context") or []
    if not isinstance(context, list) or any(
        not isinstance(t, dict) or not {"question", "sql"} <= t.keys() for t in context
    ):
        raise AskerError("'context' of this line is not a list of {question, sql}.", hint="Correct it or leave it out.")
    return item


def _id_of(line: str) -> Any:
    try:
        item = json.loads(line)
    except ValueError:
        return None
    return item.get("id") if isinstance(item, dict) else None


_bench: _Bench | None = None
"""The bench of a pool's worker process; None in every other process."""


def _open_bench(settings: Settings) -> None:
    global _bench
    _bench = _Bench(settings)


def _line_in_process(line: str) -> str:
    if _bench is None:
        raise RuntimeError("the pool's worker was not opened")
    return _bench.line(line)
