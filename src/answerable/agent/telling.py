"""Putting the answer together: what was found, how it was computed, what to ask next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from answerable.answers.answer import Answer, Chart, Provenance, Sentence, Trust

if TYPE_CHECKING:
    from answerable.agent.checks import Outcome
    from answerable.agent.schemas import View
    from answerable.known import AgentLearning
    from answerable.language import Translation
    from answerable.schema import DatabaseSchema

__all__ = ["Told", "tell"]


@dataclass(frozen=True, slots=True)
class Told:
    """What the run has decided by the time its answer is put together."""

    question: str
    lang: str
    source: str
    tables: tuple[str, ...]
    caveats: tuple[str, ...]
    confidence: float | None
    """None where nobody can say how sure it is: a person edited the SQL."""
    trust: Trust
    learning: AgentLearning | None = None
    is_edited: bool = False
    builds_on_edit: bool = False


def tell(told: Told, translation: Translation, outcome: Outcome, view: View) -> Answer:
    result = outcome.result
    said = view.said.get(_key(told, outcome), lambda: _say(told, outcome, view))
    return Answer(
        question=told.question,
        sentence=said.sentence,
        sql=outcome.sql,
        table=result.table,
        is_truncated=result.is_truncated,
        aids=said,
        provenance=_provenance(told, translation, outcome, said.filters),
        confidence=told.confidence,
        trust=told.trust,
        path=translation.path,
        learning=told.learning,
        is_edited=told.is_edited,
        builds_on_edit=told.builds_on_edit,
    )


@dataclass(frozen=True)
class Said:
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


def _key(told: Told, outcome: Outcome) -> tuple[object, ...]:
    result = outcome.result
    told_as = told.question, told.lang, told.is_edited
    return *told_as, outcome.sql, result.fingerprint, result.is_truncated, outcome.row_limit


def _say(told: Told, outcome: Outcome, view: View) -> Said:
    from answerable.answers import choose_chart, compose_edited_sentence, compose_sentence, derive_facts, suggest

    result = outcome.result
    filters = view.filters(outcome.sql, told.lang)
    seen = derive_facts(
        result.table,
        filters=filters,
        is_truncated=result.is_truncated,
        row_limit=outcome.row_limit,
        lang=told.lang,
    )
    return Said(
        # What a person wrote must not read as an answer to what was asked: neither its sentence nor what to ask next.
        compose_edited_sentence(result.table, seen)
        if told.is_edited
        else compose_sentence(told.question, result.table, seen),
        filters,
        lambda: view.explain(outcome.sql, told.lang),
        lambda: choose_chart(result.table, seen),
        lambda: () if told.is_edited else suggest(told.question, view.open, told.tables, told.lang),
    )


def _provenance(told: Told, translation: Translation, outcome: Outcome, filters: tuple[str, ...]) -> Provenance:
    return Provenance(
        source=told.source,
        tables=told.tables,
        filters=filters,
        assumptions=translation.assumptions,
        caveats=told.caveats,
        applied=translation.applied,
        freshness=" ".join(_freshness(outcome, told.tables)) or None,
        schema_fingerprint=outcome.schema.fingerprint,
        elapsed_ms=outcome.result.elapsed_ms,
    )


def _freshness(outcome: Outcome, tables: tuple[str, ...]) -> Iterator[str]:
    """Told so that nobody takes last month's data for today's."""
    if latest := _latest_date(outcome.schema, tables):
        yield "The data reaches {} ({}).".format(*latest)
    if kept_since := outcome.result.kept_since:
        yield f"Read at {kept_since:%H:%M:%S} UTC; no file has changed since."


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
