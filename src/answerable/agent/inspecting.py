"""What a source holds, before anybody asks anything: its schema as the policy lets it be read, and first questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.agent.story import Desk
    from answerable.language import Context
    from answerable.schema import DatabaseSchema
    from answerable.sources import Source

__all__ = ["first_questions", "readable_schema"]

_MOST = 3
_MOST_TABLES = 6
_MOST_TRIED = 15


def readable_schema(source: Source, desk: Desk, *, refresh: bool = False) -> DatabaseSchema:
    """Only tables and columns that may be read, without values of those that are restricted."""
    from answerable import guard

    return guard.seen_through(desk.policy, source.schema(refresh=refresh, progress=desk.progress)).readable()


def first_questions(desk: Desk, lang: str = "en") -> tuple[str, ...]:
    """Up to three questions that the translator is sure of, made from the schema, of different tables where it can."""
    from answerable.language import Context

    context = Context(desk.today, (), lang, desk.settings.fiscal_year_start, desk.known)
    sure: list[str] = []
    for source in desk.sources:
        schema = readable_schema(source, desk)
        tried = (text for number, text in enumerate(_candidates(schema, lang)) if number < _MOST_TRIED)
        for text in tried:
            if text not in sure and _is_sure(text, schema, context, desk):
                sure.append(text)
            if len(sure) == _MOST:
                return tuple(sure)
    return tuple(sure)


def _candidates(schema: DatabaseSchema, lang: str) -> Iterator[str]:
    """The first question of each of the largest tables, then the second of each, and so on."""
    from answerable.answers import suggest

    largest = sorted(schema.tables, key=lambda table: -(table.row_estimate or 0))[:_MOST_TABLES]
    of_tables = [suggest("", schema, [table.qualified], lang) for table in largest]
    for place in range(_MOST):
        for number, questions in enumerate(of_tables):
            if place < len(questions):
                yield questions[(place + number) % len(questions)]


def _is_sure(text: str, schema: DatabaseSchema, context: Context, desk: Desk) -> bool:
    translation = desk.translator.translate(text, schema, context)
    if translation.best is None or translation.clarification:
        return False
    return translation.best.confidence >= desk.settings.confidence_threshold
