"""What a source holds, before anybody asks anything: its schema as the policy lets it be read, and first questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable import guard
from answerable.answers import suggest
from answerable.language import Context
from answerable.semantics import build_semantics
from answerable.semantics.semantic_labels import SemanticLabels

if TYPE_CHECKING:
    from answerable.agent.context.run_context import RunContext
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language import Context
    from answerable.sources import Source

__all__ = ["first_questions", "readable_schema"]

_MOST = 3
_MOST_TABLES = 6
_MOST_TRIED = 15


def readable_schema(source: Source, run_context: RunContext, *, refresh: bool = False) -> DatabaseSchema:
    """Only tables and columns that may be read, without keys to others and without values of what is restricted."""
    return guard.seen_through(
        run_context.policy, source.schema(refresh=refresh, progress=run_context.progress)
    ).readable()


def first_questions(run_context: RunContext, lang: str = "en") -> tuple[str, ...]:
    """Up to three questions that the translator is sure of, made from the schema, of different tables where it can."""
    context = Context(run_context.today, (), lang, run_context.settings.fiscal_year_start, run_context.known)
    sure: list[str] = []
    for source in run_context.sources:
        schema = readable_schema(source, run_context)
        tried = (text for number, text in enumerate(_candidates(schema, lang)) if number < _MOST_TRIED)
        for text in tried:
            if text not in sure and _is_sure(text, schema, context, run_context):
                sure.append(text)
            if len(sure) == _MOST:
                return tuple(sure)
    return tuple(sure)


def _candidates(schema: DatabaseSchema, lang: str) -> Iterator[str]:
    """The first question of each of the largest tables, then the second of each, and so on."""
    largest = sorted(schema.tables, key=lambda table: -(table.row_estimate or 0))[:_MOST_TABLES]
    labels = SemanticLabels(build_semantics(schema))
    of_tables = [suggest("", schema, [table.qualified], lang, labels) for table in largest]
    for place in range(_MOST):
        for number, questions in enumerate(of_tables):
            if place < len(questions):
                yield questions[(place + number) % len(questions)]


def _is_sure(text: str, schema: DatabaseSchema, context: Context, run_context: RunContext) -> bool:
    translation = run_context.translator.translate(text, schema, context)
    if translation.best is None or translation.clarification:
        return False
    return translation.best.confidence >= run_context.settings.confidence_threshold
