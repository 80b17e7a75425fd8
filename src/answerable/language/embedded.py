"""The embedded engine: a question becomes SQL by rule, without a network, the same way every time.

normalise → dates, cues, link → sketch → fill (with join path) → build → rank. Each stage is a module of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.language.translation import Context, Translation

if TYPE_CHECKING:
    from answerable.language.pipeline import Pipeline
    from answerable.schema import DatabaseSchema

__all__ = ["EmbeddedTranslator"]

_KEPT_SCHEMAS = 8


class EmbeddedTranslator:
    """A `Translator` that needs nothing but the schema. Keeps what it prepared for the last few schemas."""

    def __init__(self) -> None:
        self._pipelines: dict[int, Pipeline] = {}

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        return self._pipeline(schema).translate(question, context)

    def _pipeline(self, schema: DatabaseSchema) -> Pipeline:
        """By identity, not by fingerprint: comments and common values count here too."""
        from answerable.language.pipeline import Pipeline

        known = self._pipelines.get(id(schema))
        if known is None or known.schema is not schema:
            while len(self._pipelines) >= _KEPT_SCHEMAS:
                self._pipelines.pop(next(iter(self._pipelines)))
            known = self._pipelines[id(schema)] = Pipeline(schema)
        return known
