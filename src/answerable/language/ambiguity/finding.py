"""One kind after the other: the first that finds several readings asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.language.ambiguity.attachment import find_attachment
from answerable.language.ambiguity.ground import Ground
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.scope import find_scope
from answerable.language.ambiguity.vagueness import Translate, find_vagueness
from answerable.language.normalise import normalise

if TYPE_CHECKING:
    from answerable.clarification import Clarification
    from answerable.language.translation import Context
    from answerable.schema import DatabaseSchema

__all__ = ["AmbiguityFinder"]


class AmbiguityFinder:
    """Looks for ambiguity in questions over one schema; worth keeping for as long as the schema stays."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._ground = Ground(schema)

    def find(self, question: str, context: Context, translate: Translate) -> Clarification | None:
        """`translate` gives the SQL of the plainer questions that vague words are put in."""
        tokens, words = normalise(question), Words(context.lang)
        return (
            find_scope(tokens, self._ground, words)
            or find_attachment(question, tokens, self._ground, words)
            or find_vagueness(question, tokens, self._ground, translate, words)
        )
