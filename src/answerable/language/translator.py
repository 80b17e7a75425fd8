"""The embedded engine: a question becomes SQL without a language model, the same way every time.

What a schema needs is prepared once and kept (`prepared_schema`); curated knowledge comes before it (`knowledge/`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING

from answerable.language.kept_work import KeptWork
from answerable.language.korean.hangul import has_hangul
from answerable.language.question.reading_budget import NEW_SCHEMA_FACTOR, ReadingTime, demand_few_words, too_tangled
from answerable.language.translation import Context, Translation

if TYPE_CHECKING:
    from answerable.kernel.knowledge import Known
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language.knowledge.knowledge_translator import KnowledgeTranslator
    from answerable.language.korean.adapter import KoreanAdapter
    from answerable.language.prepared_schema import PreparedSchema

__all__ = ["EmbeddedTranslator"]

_CACHED_SCHEMAS = 8


class EmbeddedTranslator:
    """A `Translator` that needs nothing but the schema. Caches what it prepared for the last few schemas."""

    def __init__(self, seconds: float = inf, kept_work: KeptWork = KeptWork()) -> None:  # noqa: B008 - frozen
        """A question may be read for so long; the first over a schema for longer."""
        self._seconds = seconds
        self._kept_work = kept_work
        self._prepared: dict[tuple[int, str], tuple[DatabaseSchema, PreparedSchema | KnowledgeTranslator]] = {}

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        """Raises BadQuestion where the question is too long or too tangled to be read, CouldNotAnswer where that takes
        too long."""
        demand_few_words(question)
        is_new = not self._has(schema, context.known)
        time = ReadingTime.from_now(self._seconds * (NEW_SCHEMA_FACTOR if is_new else 1))
        try:
            return self._in_any_language(question, schema, replace(context, time=time))
        except RecursionError:
            raise too_tangled() from None

    def _in_any_language(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        prepared = self._over(schema, context.known)
        if context.lang != "ko" and not has_hangul(question):
            return prepared.at_once(question, context) or prepared.translate(question, context)
        english = self._korean.to_english(question, schema, context)
        return english.in_own_words(
            prepared.at_once(question, context) or prepared.translate(english.question, english.context)
        )

    @cached_property
    def _korean(self) -> KoreanAdapter:
        from answerable.language.korean.adapter import KoreanAdapter  # nobody else loads its vocabulary

        return KoreanAdapter()

    def _over(self, schema: DatabaseSchema, known: Known) -> PreparedSchema | KnowledgeTranslator:
        """By identity, not by fingerprint: comments and common values count here too."""
        key = id(schema), known.state
        if not self._has(schema, known):
            while len(self._prepared) >= _CACHED_SCHEMAS:
                self._prepared.pop(next(iter(self._prepared)))
            self._prepared[key] = schema, _prepare(schema, known, self._kept_work)
        return self._prepared[key][1]

    def _has(self, schema: DatabaseSchema, known: Known) -> bool:
        cached = self._prepared.get((id(schema), known.state))
        return cached is not None and cached[0] is schema


def _prepare(schema: DatabaseSchema, known: Known, kept_work: KeptWork) -> PreparedSchema | KnowledgeTranslator:
    from answerable.language.prepared_schema import PreparedSchema  # with sqlglot: loaded by the first question

    if known.is_empty:
        return PreparedSchema(schema, kept_work=kept_work)
    from answerable.language.knowledge.knowledge_translator import KnowledgeTranslator

    return KnowledgeTranslator(schema, known, partial(PreparedSchema, kept_work=kept_work))
