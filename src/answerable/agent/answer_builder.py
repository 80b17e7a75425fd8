"""Putting the answer together: what was found, how it was computed, what to ask next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from answerable.agent.result_words import is_ongoing, words_of_result
from answerable.agent.trust import CodedTrust
from answerable.answers import choose_chart, compose_edited_sentence, compose_sentence, derive_facts, suggest
from answerable.answers.answer import Answer, Chart, Provenance, Sentence
from answerable.answers.values import unique_names
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.agent.checks import Outcome
    from answerable.agent.context.schema_views import View
    from answerable.kernel.knowledge import AgentLearning
    from answerable.kernel.model_use import ModelUse
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language import Translation

__all__ = ["AnswerParts", "build_answer", "model_note"]


@dataclass(frozen=True, slots=True)
class AnswerParts:
    """What the run has decided by the time its answer is put together."""

    question: str
    lang: str
    source: str
    tables: tuple[str, ...]
    caveats: tuple[CodedMessage, ...]
    confidence: float | None
    """None where nobody can say how sure it is: a person edited the SQL."""
    trust: CodedTrust
    learning: AgentLearning | None = None
    is_edited: bool = False
    builds_on_edit: bool = False
    use: ModelUse | None = None
    today: date | None = None
    """What a period that is not over is told by."""


def build_answer(parts: AnswerParts, translation: Translation, outcome: Outcome, view: View) -> Answer:
    result = outcome.result
    words = _words(translation, outcome.sql)
    composed = view.composed.get_or_make((*_key(parts, outcome), words), lambda: _compose(parts, outcome, view, words))
    return Answer(
        question=parts.question,
        sentence=composed.sentence,
        sql=outcome.sql,
        table=result.table,
        is_truncated=result.is_truncated,
        aids=composed,
        provenance=_provenance(parts, translation, outcome, composed.filters),
        confidence=parts.confidence,
        trust=parts.trust.render(parts.lang),
        path=translation.path,
        learning=parts.learning,
        is_edited=parts.is_edited,
        builds_on_edit=parts.builds_on_edit,
    )


@dataclass(frozen=True)
class ComposedAnswer:
    """What follows from the question and the result alone: the same for the same ones. The rest is worked out when it
    is looked at: not every reader wants a chart."""

    sentence: Sentence
    filters: tuple[str, ...]
    explain: Callable[[], str]
    draw: Callable[[], Chart | None]
    suggest: Callable[[], tuple[str, ...]]

    @cached_property
    def explanation(self) -> str:
        return self.explain()

    @cached_property
    def chart(self) -> Chart | None:
        return self.draw()

    @cached_property
    def suggestions(self) -> tuple[str, ...]:
        return self.suggest()


def _key(parts: AnswerParts, outcome: Outcome) -> tuple[object, ...]:
    result = outcome.result
    phrased_for = parts.question, parts.lang, parts.is_edited, parts.today
    return *phrased_for, outcome.sql, result.fingerprint, result.is_truncated, outcome.row_limit


def _words(translation: Translation, sql: str) -> CodedMessage | None:
    """What the query computes, where the translator said it of this very SQL."""
    return next((one.words for one in translation.candidates if one.sql == sql), None)


def _compose(parts: AnswerParts, outcome: Outcome, view: View, words: CodedMessage | None) -> ComposedAnswer:
    result = outcome.result
    filters = view.filters(outcome.sql, parts.lang)
    seen = derive_facts(
        result.table,
        filters=filters,
        is_truncated=result.is_truncated,
        row_limit=outcome.row_limit,
        lang=parts.lang,
        **_known(parts, outcome, view),
    )
    return ComposedAnswer(
        # What a person wrote must not read as an answer to what was asked: neither its sentence nor what to ask next.
        compose_edited_sentence(result.table, seen)
        if parts.is_edited
        else compose_sentence(parts.question, result.table, seen),
        filters,
        lambda: words.render(parts.lang) if words else view.explain(outcome.sql, parts.lang),
        lambda: choose_chart(result.table, seen),
        lambda: () if parts.is_edited else suggest(parts.question, view.open, parts.tables, parts.lang, view.labels),
    )


def _known(parts: AnswerParts, outcome: Outcome, view: View) -> dict[str, Any]:
    """What the semantic model tells of the result; nothing of SQL that a person wrote."""
    if parts.is_edited:
        return {}
    names = unique_names(outcome.result.table.column_names)
    try:
        words = words_of_result(outcome.sql, view.labels, names, parts.lang)
        ongoing = parts.today is not None and is_ongoing(outcome.sql, view.schema.dialect, parts.today)
    except RecursionError:  # nested too deeply to walk: the columns' own names do
        return {}
    return {"spoken": words.columns, "subject": words.subject, "today": parts.today, "is_ongoing": ongoing}


def _provenance(parts: AnswerParts, translation: Translation, outcome: Outcome, filters: tuple[str, ...]) -> Provenance:
    return Provenance(
        source=parts.source,
        tables=parts.tables,
        filters=filters,
        assumptions=_rendered(translation.assumptions, parts.lang),
        caveats=_rendered(parts.caveats, parts.lang),
        applied=translation.applied,
        freshness=" ".join(_rendered(_freshness(outcome, parts.tables), parts.lang)) or None,
        schema_fingerprint=outcome.schema.fingerprint,
        elapsed_ms=outcome.result.elapsed_ms,
        model=parts.use,
        model_note=model_note(parts.use).render(parts.lang) if parts.use else "",
    )


def model_note(use: ModelUse) -> CodedMessage:
    """What left, and what it took."""
    told = msg("model.told_blind") if use.is_blind else _told(use)
    tokens = use.prompt_tokens + use.reply_tokens
    seconds = round(use.seconds, 1)
    if use.cost:
        return msg(
            "model.used_at_cost", model=use.model, calls=use.calls, tokens=tokens, cost=f"{use.cost:.4f}", told=told
        )
    return msg("model.used", model=use.model, calls=use.calls, tokens=tokens, seconds=seconds, told=told)


def _told(use: ModelUse) -> CodedMessage:
    return msg("model.told", columns=use.columns, values=use.values, rows=use.rows)


def _rendered(messages: Iterable[CodedMessage], lang: str) -> tuple[str, ...]:
    return tuple(message.render(lang) for message in messages)


def _freshness(outcome: Outcome, tables: tuple[str, ...]) -> Iterator[CodedMessage]:
    """Told so that nobody takes last month's data for today's."""
    if latest := _latest_date(outcome.schema, tables):
        yield msg("notes.data_until", date=latest[0], column=latest[1])
    if kept_since := outcome.result.kept_since:
        yield msg("notes.read_at", time=f"{kept_since:%H:%M:%S}")


def _latest_date(schema: DatabaseSchema, tables: tuple[str, ...]) -> tuple[str, str] | None:
    """That the tables hold, and where."""
    latest = [
        (column.maximum[:10], f"{table.qualified}.{column.name}")
        for name in tables
        if (table := schema.table(name))
        for column in table.columns
        if column.maximum and column.kind.is_date
    ]
    return max(latest) if latest else None
