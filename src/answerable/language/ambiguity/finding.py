"""One kind after the other: the first that finds several readings asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from answerable.language.ambiguity.attachment import find_attachment
from answerable.language.ambiguity.ground import Ground
from answerable.language.ambiguity.guessing import find_guess
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.scope import find_scope
from answerable.language.ambiguity.swapping import AsRead
from answerable.language.ambiguity.vagueness import Translate, find_vagueness
from answerable.language.normalise import normalise

if TYPE_CHECKING:
    from answerable.clarification import Clarification
    from answerable.language.ambiguity.likeness import Likeness
    from answerable.language.reader.reading import Reader
    from answerable.language.translation import Context
    from answerable.schema import DatabaseSchema

__all__ = ["AmbiguityFinder"]


class AmbiguityFinder:
    """Looks for ambiguity in questions over one schema; worth keeping for as long as the schema stays."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._ground = Ground(schema)

    def find(
        self,
        question: str,
        context: Context,
        translate: Translate,
        reader: Reader | None = None,
        likeliest: Sequence[str] = (),
    ) -> Clarification | None:
        """By words and schema; `translate` gives the SQL of the plainer questions that vague words are put in.

        With a reader, `likeliest` is the SQL of the readings it finds likeliest, best first."""
        tokens, words = normalise(question), Words(context.lang)
        read = AsRead(reader, self.likeness, tuple(likeliest)) if reader else None
        return (
            find_scope(tokens, self._ground, words)
            or find_attachment(question, tokens, self._ground, words)
            or find_vagueness(question, tokens, self._ground, translate, words, read)
        )

    @cached_property
    def likeness(self) -> Likeness:
        """How near phrases are in meaning; only where the network reads."""
        from answerable.language.ambiguity.likeness import Likeness
        from answerable.language.reader.network import shipped

        return Likeness(shipped())

    def doubt(self, question: str, context: Context, sql: str, reader: Reader) -> Clarification | None:
        """Of the likeliest reading: whether the network only guessed what is to be shown."""
        return find_guess(question, normalise(question), sql, reader, self._ground, Words(context.lang))
