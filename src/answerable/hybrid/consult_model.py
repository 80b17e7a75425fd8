"""One question put to a model: asked, put right, judged, tried, asked again with what went wrong; three times at most,
each different. Then its SQL competes with the engine's readings."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from answerable.hybrid.contest.contest_features import Features, ModelReading
from answerable.hybrid.contest.settle_contest import settle_contest
from answerable.hybrid.contest.weigh_contest import Chances, bars
from answerable.hybrid.fixer import FixedSql, fix_sql
from answerable.hybrid.investigation.look_at_data import Look, run_tool, tools_for
from answerable.hybrid.prompt.model_style import style_of
from answerable.hybrid.prompt.prompt_hash import prompt_hash
from answerable.hybrid.prompt.read_proposal import OUTPUT_SCHEMA, Proposal, read_proposal
from answerable.hybrid.prompt.wire_names import PlainNames
from answerable.hybrid.prompt.write_prompt import Prompt, write_prompt
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.model_use import ModelUse
from answerable.language.translation import CodedClarification, Translation
from answerable.providers import (
    CallLimits,
    ChatTurn,
    ModelReply,
    ModelUnavailable,
    TokenUsage,
    ToolCall,
    ToolDescription,
)

if TYPE_CHECKING:
    from answerable.hybrid.contest.judged_sql import Judge
    from answerable.hybrid.sight import Sight
    from answerable.language import Context
    from answerable.providers import ChatModel

__all__ = ["Consultation", "Consulted", "consult_model", "needs_model"]

_ATTEMPTS = {"structured": 3, "completion": 1}
_MOST_LOOKS = 6
_SURE_PATHS = frozenset({"verified_query", "metric"})
_STOPS = ("```", ";")
_MOST_WORDS = 5
_LAST_LOOK = "There are no more looks. Give your answer now."


@dataclass(frozen=True)
class Consultation:
    """What one question may use."""

    model: ChatModel
    sight: Sight
    judge: Judge
    look: Look | None = None
    """None where nothing may be run before a person has approved it."""
    call_seconds: float = 60.0
    question_seconds: float = 120.0
    reply_tokens: int = 1_000
    raise_if_cancelled: Callable[[], None] | None = None
    before_call: Callable[[], None] = lambda: None
    """A call takes seconds: what others may use meanwhile is given back."""


@dataclass(frozen=True, slots=True)
class Consulted:
    translation: Translation
    use: ModelUse
    features: Features | None = None
    """Of the contest; None where there was none."""
    chances: Chances | None = None
    model_sql: str = ""
    """The model's own, after the fixer; empty where the guard let none pass."""
    engine_sql: str = ""
    proposed_sql: str = ""
    """As the model wrote it last."""


def needs_model(engine: Translation) -> bool:
    """Whether the engine is not sure enough to answer alone."""
    best = engine.best
    if engine.is_refused:
        return False
    if best is None or engine.clarification is not None or engine.decline is not None:
        return True
    if engine.path in _SURE_PATHS:
        return False
    return best.confidence < bars().engine_sure or bool(engine.not_understood)


def consult_model(question: str, engine: Translation, context: Context, by: Consultation) -> Consulted:
    """Never raises because of the model: then the engine's translation stands, and says so."""
    dialogue = _Dialogue(question, engine, context, by)
    try:
        reading = dialogue.reading()
    except ModelUnavailable as error:
        use = dialogue.use(error.message)
        return Consulted(_without_model(engine, error), use, engine_sql=_sql(engine))
    if reading is None:
        return Consulted(
            _unhelped(engine, dialogue.proposal),
            dialogue.use(),
            engine_sql=_sql(engine),
            proposed_sql=dialogue.proposal.sql,
        )
    settled = settle_contest(question, reading, engine, by.sight, by.model.name, context.lang)
    translation = _with_words_of_model(settled.translation, dialogue.proposal, question)
    return Consulted(
        translation, dialogue.use(), settled.features, settled.chances, reading.sql, _sql(engine), dialogue.proposal.sql
    )


def _sql(engine: Translation) -> str:
    return engine.best.sql if engine.best else ""


def _without_model(engine: Translation, error: ModelUnavailable) -> Translation:
    told = msg("model.unavailable", problem=error.what)
    asked = engine.clarification
    if asked is not None:
        asked = replace(asked, question=msg("clarification.sentences", sentences=(told, asked.question)))
    return replace(engine, assumptions=(*engine.assumptions, told), clarification=asked)


def _unhelped(engine: Translation, proposal: Proposal) -> Translation:
    """The model gave no SQL that may run. What it would ask is asked where nobody else has anything to say."""
    if engine.best is None and engine.clarification is None and engine.decline is None and proposal.clarification:
        return replace(engine, clarification=CodedClarification(msg("model.asks", text=proposal.clarification)))
    return engine


def _with_words_of_model(translation: Translation, proposal: Proposal, question: str) -> Translation:
    """What it chose and left out, where its own SQL answers."""
    if not translation.path.startswith("model:"):
        return translation
    said = question.casefold()
    left_out = tuple(one for one in proposal.left_out if one.casefold() in said)[:_MOST_WORDS]
    told = tuple(msg("model.assumes", text=one) for one in proposal.assumptions)
    return replace(translation, assumptions=(*translation.assumptions, *told), not_understood=left_out)


@dataclass
class _Dialogue:
    question: str
    engine: Translation
    context: Context
    by: Consultation
    proposal: Proposal = field(default_factory=Proposal)
    _usage: TokenUsage = field(default_factory=TokenUsage)
    _hashes: list[str] = field(default_factory=list)
    _looked: list[str] = field(default_factory=list)
    _ends: float = 0.0

    def __post_init__(self) -> None:
        self._ends = time.monotonic() + self.by.question_seconds
        allowed = [one for one in self.engine.candidates if self.by.judge(one.sql).is_allowed]
        self._prompt: Prompt = write_prompt(
            self.question, self.by.sight, self.context, style_of(self.by.model), allowed
        )

    def reading(self) -> ModelReading | None:
        """None where it wrote no query that may run."""
        turns, tried = list(self._prompt.turns), set[str]()
        for attempt in range(1, _ATTEMPTS[self._prompt.style] + 1):
            reply = self._investigated(turns)
            self.proposal = read_proposal(reply, self._prompt.names, self._prompt.prefill)
            if not self.proposal.sql:
                return None
            fixed = fix_sql(self.proposal.sql, self.by.sight.fixing, self.question)
            if fixed.sql in tried:
                return None
            tried.add(fixed.sql)
            problem, reading = self._judged(fixed, attempt)
            if reading is not None:
                return reading
            turns += self._corrected(reply, problem)
        return None

    def _judged(self, fixed: FixedSql, attempt: int) -> tuple[str, ModelReading | None]:
        judged = self.by.judge(fixed.sql)
        if not judged.is_allowed:
            return f"{judged.category}: {judged.problem}", None
        was_run = False
        if self.by.look is not None:
            found = self.by.look(fixed.sql, 5)
            was_run = not found.problem
            if found.problem and found.category not in ("", "not_run"):
                return f"{found.category}: {found.problem}", None
        return "", ModelReading(
            fixed.sql,
            fixed.changes,
            judged.warnings,
            attempt,
            self._prompt.style == "structured",
            self.proposal.log_probability,
            was_run=was_run,
        )

    def _corrected(self, reply: ModelReply, problem: str) -> list[ChatTurn]:
        asked = f"That query does not work: <data>{problem[:600]}</data>\nWrite another one that does."
        if self._prompt.names.is_blind:
            asked = "That query does not work. Write another one that does."
        return [ChatTurn("assistant", reply.text), ChatTurn("user", asked)]

    def _investigated(self, turns: list[ChatTurn]) -> ModelReply:
        """Calls tools as long as the model asks for them, then its answer. Tools stay in the prompt to the end: some
        providers refuse a dialogue with calls in it that has none."""
        names, look = self._prompt.names, self.by.look
        tools: Sequence[ToolDescription] = ()
        if self._prompt.style == "structured" and isinstance(names, PlainNames):
            tools = tools_for(self.by.sight, look is not None)
        while True:
            may_look = len(self._looked) < _MOST_LOOKS
            reply = self._complete(turns, tools)
            if not reply.tool_calls or not may_look or not isinstance(names, PlainNames):
                return reply
            turns.append(ChatTurn("assistant", reply.text, tool_calls=reply.tool_calls))
            turns += [ChatTurn("tool", self._told(call, names), tool_call_id=call.id) for call in reply.tool_calls]

    def _told(self, call: ToolCall, names: PlainNames) -> str:
        """What a call shows; of many at once, only as many as there are looks left."""
        if len(self._looked) >= _MOST_LOOKS:
            return _LAST_LOOK
        told = run_tool(call, self.by.sight, names, self.by.look, self.context.today)
        self._looked.append(f"{call.name} {json.dumps(dict(call.arguments), default=str, ensure_ascii=False)}"[:300])
        return f"<data>{told}</data>" + (f"\n{_LAST_LOOK}" if len(self._looked) >= _MOST_LOOKS else "")

    def _complete(self, turns: list[ChatTurn], tools: Sequence[ToolDescription]) -> ModelReply:
        if self.by.raise_if_cancelled is not None:
            self.by.raise_if_cancelled()
        left = self._ends - time.monotonic()
        if left <= 0:
            raise ModelUnavailable(msg("model.out_of_time", model=self.by.model.name))
        self.by.before_call()
        self._hashes.append(prompt_hash(turns, tools))
        schema = OUTPUT_SCHEMA if self._prompt.style == "structured" else None
        reply = self.by.model.complete(turns, self._limits(left), output_schema=schema, tools=tools)
        self._usage += reply.usage
        return reply

    def _limits(self, left: float) -> CallLimits:
        return CallLimits(
            min(self.by.call_seconds, left),
            self.by.reply_tokens,
            stop_at=_STOPS if self._prompt.style == "completion" else (),
            raise_if_cancelled=self.by.raise_if_cancelled,
        )

    def use(self, failure: str = "") -> ModelUse:
        told, usage = self._prompt.names.disclosed, self._usage
        return ModelUse(
            model=self.by.model.name,
            is_remote=self.by.model.is_remote,
            is_blind=self._prompt.names.is_blind,
            calls=usage.calls or len(self._hashes),
            prompt_tokens=usage.prompt_tokens,
            reply_tokens=usage.reply_tokens,
            seconds=round(usage.seconds, 3),
            cost=usage.cost,
            tables=len(told.tables),
            columns=len(told.columns),
            values=len(told.values),
            rows=told.rows,
            prompts=tuple(self._hashes),
            looked_at=tuple(self._looked),
            failure=failure,
        )
