"""Many questions to SQL, line by line, without running any of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import field
from datetime import date
from typing import TYPE_CHECKING, Any

from answerable.agent.context.folder_knowledge import folder_knowledge
from answerable.agent.context.folder_policy import load_policy
from answerable.agent.context.model_seat import open_seat
from answerable.agent.context.open_sources import open_translator
from answerable.agent.context.policies import demand_matched_names
from answerable.agent.context.schema_views import View
from answerable.agent.stages.reading_within import translate_within
from answerable.agent.trust import trust_level
from answerable.kernel.cache import BoundedCache
from answerable.kernel.errors import AnswerableError, AskerError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.workspace import Workspace
from answerable.language import Context, Turn
from answerable.language.ask_back import what_to_ask
from answerable.language.decision import decide
from answerable.language.question.small_talk import small_talk
from answerable.sources import open_source
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.hybrid.consult_model import Consulted
    from answerable.kernel.clarification import Clarification
    from answerable.kernel.settings import Settings
    from answerable.language import Translation, Translator
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
    views: BoundedCache[str, View] = field(default_factory=lambda: BoundedCache(SCHEMAS_KEPT))
    translator: Translator | None = None
    seat: ModelSeat | None = None

    def __post_init__(self) -> None:
        self.seat = open_seat(self.settings, Workspace.at(self.settings.workspace))

    def line(self, line: str) -> str:
        try:
            item = _parsed(line)
            return json.dumps(self._translated(item), ensure_ascii=False)
        except AnswerableError as error:
            failure = {"code": error.code, "message": error.line()}
            return json.dumps({"id": _id_of(line), **_EMPTY, "error": failure}, ensure_ascii=False)

    def _translated(self, item: dict[str, Any]) -> dict[str, Any]:
        if small_talk(str(item["question"])):
            return {"id": item.get("id"), **_EMPTY}
        self.translator = self.translator or open_translator(self.settings.engine, self.settings.reading_seconds)
        turns = tuple(Turn(str(turn["question"]), str(turn["sql"])) for turn in item.get("context") or ())
        view, threshold = self._view(str(item["source"])), self.settings.confidence_threshold
        lang = chosen_language(self.settings.language, str(item["question"]))
        context = Context(date.today(), turns, lang, self.settings.fiscal_year_start, view.known)
        began = time.perf_counter()
        translation = translate_within(str(item["question"]), view, context, self.translator, threshold)
        consulted = self._consulted(str(item["question"]), translation, view, context)
        translation = consulted.translation if consulted else translation
        milliseconds = (time.perf_counter() - began) * 1000
        asked = what_to_ask(translation, view.tellable, lang)
        told = {"model": _about(consulted)} if consulted else {}
        return {"id": item.get("id"), **self._as_dict(translation, asked, milliseconds), **told}

    def _consulted(self, question: str, translation: Translation, view: View, context: Context) -> Consulted | None:
        if self.seat is None:
            return None
        from answerable.agent.stages.model_stage import consult_over  # loads what models need

        workspace = Workspace.at(self.settings.workspace)
        return consult_over(question, translation, view, context, self.seat, workspace)

    def _as_dict(self, translation: Translation, asked: Clarification, milliseconds: float) -> dict[str, Any]:
        best, decision = translation.best, decide(translation, self.settings.confidence_threshold)
        result: dict[str, Any] = {
            "sql": best.sql if best else "",
            "confidence": best.confidence if best else 0.0,
            "path": translation.path,
            "ms": round(milliseconds, 3),
            "decision": decision,
            "trust": _trust(translation) if decision == "answer" else "unverified",
            "candidates": [{"sql": item.sql, "confidence": item.confidence} for item in translation.candidates],
        }
        if decision == "ask_back":
            readings = [{"text": reading.text, "sql": reading.sql} for reading in asked.readings]
            result["clarification"] = {"question": asked.question, "readings": readings}
        return result

    def _view(self, spec: str) -> View:
        def read() -> View:
            source = open_source(spec, self.settings)
            try:
                policy = load_policy(role=self.settings.role)
                schema = source.schema()
                demand_matched_names(policy, [schema])
                return View(schema, policy, folder_knowledge([spec], self.settings))
            finally:
                source.close()

        return self.views.get_or_make(spec, read)


def _about(consulted: Consulted) -> dict[str, Any]:
    """What the model wrote by itself, and what speaks for it: for measuring, and for fitting the weights."""
    return {
        "sql": consulted.model_sql,
        "engine_sql": consulted.engine_sql,
        "features": consulted.features,
        "use": consulted.use.as_dict(),
    }


_EMPTY: dict[str, Any] = {
    "sql": "",
    "confidence": 0.0,
    "path": "",
    "ms": 0.0,
    "decision": "decline",
    "trust": "unverified",
    "candidates": [],
}


def _trust(translation: Translation) -> str:
    """What is known before the query runs: caveats of the result may still lower it."""
    words = translation.not_understood
    caveats = (msg("caveats.not_understood", phrases=words),) if words else ()
    confidence = translation.best.confidence if translation.best else 0.0
    return trust_level(confidence, caveats, False, translation.path, translation.applied).level


def _parsed(line: str) -> dict[str, Any]:
    try:
        item = json.loads(line)
    except ValueError:
        raise AskerError(msg("agent.line_not_json"), hint=msg("agent.write_line_keys")) from None
    if not isinstance(item, dict) or "source" not in item or "question" not in item:
        raise AskerError(msg("agent.line_lacks_source_question"), hint=msg("agent.write_line_keys"))
    context = item.get("context") or []
    if not isinstance(context, list) or any(
        not isinstance(t, dict) or not {"question", "sql"} <= t.keys() for t in context
    ):
        raise AskerError(msg("agent.context_not_a_list"), hint=msg("agent.correct_or_leave_out"))
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
