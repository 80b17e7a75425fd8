"""How a question becomes an answer, step by step: translate, validate, approve, execute, check, say.

Each step is a small function; `answer_question` tells them in order. Every step that decides something leaves a record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from answerable.agent.approval import Approve, Preview, approved_sql, is_low_risk
from answerable.agent.checks import Outcome, run_checks
from answerable.agent.executor import Executor
from answerable.agent.narrowing import translate_within
from answerable.agent.trust import trust_level
from answerable.errors import NeedsClarification, Refused
from answerable.known import NOTHING_KNOWN, Known

if TYPE_CHECKING:
    from answerable.agent.question import Question
    from answerable.answers.answer import Answer
    from answerable.audit import AuditTrail
    from answerable.guard import Policy, Verdict
    from answerable.guard.visible import SchemaView
    from answerable.language import Candidate, Translation, Translator, Turn
    from answerable.schema import DatabaseSchema
    from answerable.settings import Settings
    from answerable.sources import Progress, Source

__all__ = ["Desk", "answer_question"]


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything at hand while questions are answered."""

    sources: tuple[Source, ...]
    translator: Translator
    trail: AuditTrail
    settings: Settings
    policy: Policy | None = None
    approve: Approve | None = None
    progress: Progress | None = None
    today: date = field(default_factory=date.today)
    known: Known = NOTHING_KNOWN
    """What the organisation knows of the data; what the policy hides of it is neither used nor told."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A question with the source that can answer it and the SQL that would."""

    source: Source
    schema: DatabaseSchema
    translation: Translation
    best: Candidate


@dataclass(frozen=True, slots=True)
class Approved:
    """SQL that may run: the guard allows it, and a person or the risk tier approved it."""

    sql: str
    verdict: Verdict
    edited: bool


def answer_question(question: Question, desk: Desk, turns: tuple[Turn, ...] = ()) -> Answer:
    """Raises NeedsClarification, Refused or CouldNotAnswer, each with what to do next."""
    desk.trail.append(question.request_id, "request_submitted", {"question": question.text}, "system")
    understood = understand(question, desk, turns)
    _record_plan(question, understood, desk)
    approved = approve(question, understood, desk)
    outcome = execute(approved, understood, question, desk)
    return say(question, understood, outcome, approved)


def understand(question: Question, desk: Desk, turns: tuple[Turn, ...] = ()) -> Understood:
    """The reading with the highest confidence over all sources; asks back when it is too low, when there is none, or
    when the translator itself has something to ask."""
    readings = [_translate(question, source, desk, turns) for source in desk.sources]
    readings.sort(key=lambda reading: -_confidence(reading[2]))
    source, schema, translation = readings[0]
    best = translation.best
    if best is None or translation.clarification or best.confidence < desk.settings.confidence_threshold:
        from answerable.language.asking import what_to_ask

        asked = what_to_ask(translation, schema, question.lang)
        raise NeedsClarification(asked.question, clarification=asked)
    return Understood(source, schema, translation, best)


def _translate(
    question: Question, source: Source, desk: Desk, turns: tuple[Turn, ...]
) -> tuple[Source, DatabaseSchema, Translation]:
    from answerable import guard
    from answerable.language import Context

    full = source.schema(progress=desk.progress)
    view = guard.seen_through(desk.policy, full)
    known = _visible(desk.known, full, view)
    context = Context(desk.today, turns, question.lang, desk.settings.fiscal_year_start, known)
    translation = translate_within(question.text, full, context, desk)
    return source, view.without_values(), translation


def _visible(known: Known, full: DatabaseSchema, view: SchemaView) -> Known:
    if known.is_empty:
        return known
    from answerable.language.known import within

    return within(known, full, view.readable())


def _confidence(translation: Translation) -> float:
    return translation.best.confidence if translation.best else 0.0


def _record_plan(question: Question, understood: Understood, desk: Desk) -> None:
    translation = understood.translation
    plan = {"path": translation.path, "source": understood.source.name, "sql": understood.best.sql}
    if translation.applied:
        plan["applied"] = "; ".join(f"{one.kind} {one.name} {one.version}" for one in translation.applied)
    desk.trail.append(question.request_id, "plan_created", plan, "planner")


def approve(question: Question, understood: Understood, desk: Desk) -> Approved:
    """What the guard refuses is not even shown for approval; SQL that a person edited is validated again.

    Group sizes that the policy demands are written into the SQL before anybody looks at it."""
    from answerable import guard
    from answerable.language import explain

    schema = understood.schema
    sql = guard.with_minimum_groups(understood.best.sql, dialect=schema.dialect, schema=schema, policy=desk.policy)
    verdict = validate(sql, schema, question, desk)
    executor = Executor(understood.source, desk.trail, question.request_id)
    estimate = executor.estimate(sql, verdict) if desk.settings.confirm == "auto" else None
    explanation = explain(sql, dialect=schema.dialect, schema=schema, lang=question.lang)
    preview = Preview(question.text, sql, explanation, estimate)
    low_risk = is_low_risk(estimate, _rows_in(schema, verdict.tables))
    chosen = approved_sql(preview, desk.settings.confirm, low_risk, desk.approve)
    if chosen == sql:
        return Approved(sql, verdict, edited=False)
    return Approved(chosen, validate(chosen, schema, question, desk), edited=True)


def _rows_in(schema: DatabaseSchema, tables: tuple[str, ...]) -> int | None:
    estimates = [table.row_estimate for name in tables if (table := schema.table(name))]
    known = [estimate for estimate in estimates if estimate is not None]
    return sum(known) if len(known) == len(estimates) else None


def validate(sql: str, schema: DatabaseSchema, question: Question, desk: Desk) -> Verdict:
    from answerable import guard

    verdict = guard.check(sql, dialect=schema.dialect, schema=schema, policy=desk.policy)
    decision = {
        "decision": "allow" if verdict.allowed else "reject",
        "rule": ",".join(finding.code for finding in verdict.errors) or "all",
        "reason": "; ".join(finding.message for finding in verdict.errors) or "no rule objects",
        "sql_hash": verdict.sql_hash,
    }
    desk.trail.append(question.request_id, "policy_decision", decision, "safety")
    if not verdict.allowed:
        first = verdict.errors[0]
        raise Refused(f"The guard refused this query ({first.layer}/{first.code}): {first.message}", hint=first.hint)
    return verdict


def execute(approved: Approved, understood: Understood, question: Question, desk: Desk) -> Outcome:
    from answerable.sources import Limits

    settings = desk.settings
    limits = Limits(settings.chat_rows, settings.query_seconds, settings.query_memory_mb)
    executor = Executor(understood.source, desk.trail, question.request_id)
    result = executor.run(approved.sql, approved.verdict, limits, desk.progress)
    return Outcome(approved.sql, result, understood.schema, settings.chat_rows, desk.policy)


def say(question: Question, understood: Understood, outcome: Outcome, approved: Approved) -> Answer:
    """Everything a door draws, put together from the result and from what was decided on the way."""
    from answerable.agent.telling import tell

    verdict = approved.verdict
    doubts = (
        *_ignored_words(understood.translation),
        *run_checks(outcome),
        *(finding.message for finding in verdict.warnings),
    )
    caveats = tuple(dict.fromkeys(doubts))
    translation = understood.translation
    trust = trust_level(understood.best.confidence, caveats, approved.edited, translation.path, translation.applied)
    return tell(question, understood, outcome, verdict.tables, caveats, trust)


def _ignored_words(translation: Translation) -> tuple[str, ...]:
    words = ", ".join(f"'{word}'" for word in translation.not_understood)
    return (f"Not understood, so not in the answer: {words}.",) if words else ()
