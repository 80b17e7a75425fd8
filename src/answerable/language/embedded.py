"""The embedded engine: a question becomes SQL without a language model, the same way every time.

Two ways lead there. By rule: normalise → dates, cues, link → sketch → fill (with join path) → build. By network
(`reader/`): values, relations → forms → SQL. `ranking/` says which reading is meant, and how sure that is. What the
organisation knows of its data comes before both (`known/`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property
from math import inf
from typing import TYPE_CHECKING

from answerable.language.definitions import NO_GLOSSARY, Glossary
from answerable.language.reading_budget import NEW_SCHEMA_FACTOR, ReadingTime, demand_few_words, too_tangled
from answerable.language.translation import Context, Translation

if TYPE_CHECKING:
    from answerable.clarification import Clarification
    from answerable.known import Known
    from answerable.language.ambiguity.finding import AmbiguityFinder
    from answerable.language.followups import FollowUps
    from answerable.language.known import Knowing
    from answerable.language.korean import KoreanEar
    from answerable.language.pipeline import Pipeline
    from answerable.language.reader.reading import Reader
    from answerable.language.trial import Trials
    from answerable.schema import DatabaseSchema

__all__ = ["EmbeddedTranslator"]

_KEPT_SCHEMAS = 8


class EmbeddedTranslator:
    """A `Translator` that needs nothing but the schema. Keeps what it prepared for the last few schemas."""

    def __init__(self, seconds: float = inf) -> None:
        """A question may be read for so long; the first over a schema for longer."""
        self._seconds = seconds
        self._prepared: dict[tuple[int, str], tuple[DatabaseSchema, _Prepared | Knowing]] = {}

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        """Raises BadQuestion where the question is too long or too tangled to be read, CouldNotAnswer where that takes
        too long."""
        demand_few_words(question)
        try:
            return self._translated(question, schema, context)
        except RecursionError:
            raise too_tangled() from None

    def _translated(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        is_new = not self._has(schema, context.known)
        time = ReadingTime.from_now(self._seconds * (NEW_SCHEMA_FACTOR if is_new else 1))
        context = replace(context, time=time)
        over = self._over(schema, context.known)
        heard = self._ear.hear(question, schema, context)
        found = over.at_once(question, context) or over.translate(heard.question, heard.context)
        return heard.tell(found)

    @cached_property
    def _ear(self) -> KoreanEar:
        from answerable.language.korean import KoreanEar

        return KoreanEar()

    def _over(self, schema: DatabaseSchema, known: Known) -> _Prepared | Knowing:
        """By identity, not by fingerprint: comments and common values count here too."""
        key = id(schema), known.version
        if not self._has(schema, known):
            while len(self._prepared) >= _KEPT_SCHEMAS:
                self._prepared.pop(next(iter(self._prepared)))
            self._prepared[key] = schema, _prepared(schema, known)
        return self._prepared[key][1]

    def _has(self, schema: DatabaseSchema, known: Known) -> bool:
        kept = self._prepared.get((id(schema), known.version))
        return kept is not None and kept[0] is schema


def _prepared(schema: DatabaseSchema, known: Known) -> _Prepared | Knowing:
    if known.is_empty:
        return _Prepared(schema)
    from answerable.language.known import Knowing

    return Knowing(schema, known, _Prepared)


class _Prepared:
    """Everything that is worked out once for a schema."""

    def __init__(
        self,
        schema: DatabaseSchema,
        glossary: Glossary = NO_GLOSSARY,
        in_own_names: Callable[[str], str] = lambda question: question,
    ) -> None:
        """`in_own_names` says a question in the schema's own names, for the network learned no others."""
        self.schema = schema
        self._glossary = glossary
        self._in_own_names = in_own_names

    def at_once(self, question: str, context: Context) -> Translation | None:
        """Nothing is answered without being read."""
        return None

    def translate(self, question: str, context: Context) -> Translation:
        """A question may lean on the one before it; else it stands on its own."""
        return self.leaning(question, context) or self.alone(question, context)

    def leaning(self, question: str, context: Context) -> Translation | None:
        found = self._follow_ups.resolve(question, context) if context.turns else None
        return replace(found, leans_on_earlier=True) if found else None

    def by_rule(self, question: str, context: Context) -> Translation:
        """On its own and without the network, which has no words for what only the organisation defines."""
        context.time.demand()
        return self._pipeline.translate(question, context)

    def alone(self, question: str, context: Context) -> Translation:
        """What can be meant in several ways is asked back, however sure or unsure the likeliest reading is."""
        from answerable.language.combining import asked_back

        translation = self._plain(question, context)
        context.time.demand()
        if translation.is_refused:
            return translation
        ambiguity = self._ambiguous(self._in_own_names(question), translation, context)
        return asked_back(translation, ambiguity) if ambiguity else translation

    def _ambiguous(self, question: str, translation: Translation, context: Context) -> Clarification | None:
        from answerable.language.combining import A_GUESS

        plainer = cache(lambda text: self._sql(text, context))
        likeliest = [one.sql for one in translation.candidates]
        found = self._ambiguity.find(question, context, plainer, self._reader, likeliest)
        if found or (translation.understood and translation.clarification is None):
            return found  # the rules say which word stands for what: nothing was guessed
        if translation.best is None or translation.best.confidence < A_GUESS:
            return None  # what was not understood is said instead
        context.time.demand()
        return self._ambiguity.doubt(question, context, translation.best.sql, self._reader)

    def _plain(self, question: str, context: Context) -> Translation:
        from answerable.language.combining import combined

        by_rule = self.by_rule(question, context)
        if by_rule.is_refused:
            return by_rule
        context.time.demand()
        return combined(self._in_own_names(question), by_rule, self._reader, self._trials)

    def _sql(self, question: str, context: Context) -> str | None:
        best = self._plain(question, context).best
        return best.sql if best else None

    @cached_property
    def _pipeline(self) -> Pipeline:
        from answerable.language.pipeline import Pipeline

        return Pipeline(self.schema, self._glossary)

    @cached_property
    def _reader(self) -> Reader:
        from answerable.language.reader.network import shipped
        from answerable.language.reader.reading import Reader

        return Reader(self.schema, shipped())

    @cached_property
    def _trials(self) -> Trials:
        from answerable.language.trial import Trials

        return Trials(self.schema)

    @cached_property
    def _ambiguity(self) -> AmbiguityFinder:
        from answerable.language.ambiguity.finding import AmbiguityFinder

        return AmbiguityFinder(self.schema)

    @cached_property
    def _follow_ups(self) -> FollowUps:
        from answerable.language.followups import FollowUps

        return FollowUps(self.schema, self.by_rule, self._glossary)
