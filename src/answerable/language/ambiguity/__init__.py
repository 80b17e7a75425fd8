"""Questions that have several readings whoever reads them: found by their words and the schema, and asked back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.clarification import Clarification
    from answerable.language.translation import Context
    from answerable.schema import DatabaseSchema

__all__ = ["find_ambiguity"]


def find_ambiguity(question: str, schema: DatabaseSchema, context: Context) -> Clarification | None:
    """Two to four readings where the question itself leaves open which is meant; None where it does not.

    Prepares the schema anew each time: keep a `finding.AmbiguityFinder` where many questions go to one schema."""
    from answerable.language.ambiguity.finding import AmbiguityFinder
    from answerable.language.pipeline import Pipeline

    pipeline = Pipeline(schema)

    def translate(plain: str) -> str | None:
        best = pipeline.translate(plain, context).best
        return best.sql if best else None

    return AmbiguityFinder(schema).find(question, context, translate)
