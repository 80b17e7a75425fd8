"""One kind after the other: the first that finds several readings asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from answerable.language.ambiguity.attachment import find_attachment
from answerable.language.ambiguity.column_swap import AsRead
from answerable.language.ambiguity.likeliest import find_guess
from answerable.language.ambiguity.quantifier_scope import find_scope
from answerable.language.ambiguity.schema_facts import SchemaFacts
from answerable.language.ambiguity.similarity import shipped_likeness
from answerable.language.ambiguity.vagueness import Translate, find_vagueness
from answerable.language.question.tokens import normalise

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language.ambiguity.similarity import Likeness
    from answerable.language.neural.neural_parser import NeuralParser
    from answerable.language.translation import CodedClarification, Context

__all__ = ["AmbiguityFinder"]


class AmbiguityFinder:
    """Looks for ambiguity in questions over one schema; worth keeping for as long as the schema stays."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._ground = SchemaFacts(schema)

    def find(
        self,
        question: str,
        context: Context,
        translate: Translate,
        reader: NeuralParser | None = None,
        likeliest: Sequence[str] = (),
    ) -> CodedClarification | None:
        """By words and schema; `translate` gives the SQL of the plainer questions that vague words are put in.

        With a reader, `likeliest` is the SQL of the readings it finds likeliest, best first."""
        tokens = normalise(question)
        read = AsRead(reader, self.likeness, tuple(likeliest)) if reader else None
        return (
            find_scope(tokens, self._ground)
            or find_attachment(question, tokens, self._ground)
            or find_vagueness(question, tokens, self._ground, translate, read)
        )

    @cached_property
    def likeness(self) -> Likeness:
        """How near phrases are in meaning; only where the network reads."""
        return shipped_likeness()

    def doubt(self, question: str, context: Context, sql: str, reader: NeuralParser) -> CodedClarification | None:
        """Of the likeliest reading: whether the network only guessed what is to be shown."""
        return find_guess(question, normalise(question), sql, reader, self._ground)
