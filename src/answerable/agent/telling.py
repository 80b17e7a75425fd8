"""Putting the answer together: what was found, how it was computed, what to ask next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.answers.answer import Answer, Provenance, Trust

if TYPE_CHECKING:
    from answerable.agent.checks import Outcome
    from answerable.agent.question import Question
    from answerable.agent.story import Understood
    from answerable.schema import DatabaseSchema

__all__ = ["tell"]


def tell(
    question: Question,
    understood: Understood,
    outcome: Outcome,
    tables: tuple[str, ...],
    caveats: tuple[str, ...],
    trust: Trust,
) -> Answer:
    from answerable.answers import choose_chart, compose_sentence, derive_facts, suggest
    from answerable.guard import seen_through
    from answerable.language import explain, facts

    result, schema = outcome.result, outcome.schema
    query = facts(outcome.sql, dialect=schema.dialect, schema=schema, lang=question.lang)
    seen = derive_facts(
        result.table,
        filters=query.filters,
        is_truncated=result.is_truncated,
        row_limit=outcome.row_limit,
        lang=question.lang,
    )
    return Answer(
        question=question.text,
        sentence=compose_sentence(question.text, result.table, seen),
        sql=outcome.sql,
        table=result.table,
        is_truncated=result.is_truncated,
        explanation=explain(outcome.sql, dialect=schema.dialect, schema=schema, lang=question.lang),
        provenance=Provenance(
            source=understood.source.name,
            tables=tables,
            filters=query.filters,
            assumptions=understood.translation.assumptions,
            caveats=caveats,
            applied=understood.translation.applied,
            freshness=_freshness(schema, tables),
            schema_fingerprint=schema.fingerprint,
            elapsed_ms=result.elapsed_ms,
        ),
        confidence=understood.best.confidence,
        trust=trust,
        path=understood.translation.path,
        chart=choose_chart(result.table, seen),
        suggestions=suggest(question.text, seen_through(outcome.policy, schema).unrestricted(), tables),
    )


def _freshness(schema: DatabaseSchema, tables: tuple[str, ...]) -> str | None:
    """The latest date the tables hold; told so that nobody takes last month's data for today's."""
    latest = [
        (column.maximum[:10], f"{table.qualified}.{column.name}")
        for name in tables
        if (table := schema.table(name))
        for column in table.columns
        if column.maximum and column.kind.is_date
    ]
    if not latest:
        return None
    day, place = max(latest)
    return f"The data reaches {day} ({place})."
