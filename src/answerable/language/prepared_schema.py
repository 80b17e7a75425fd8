"""What the engine works out once for a schema, and how it reads questions over it.

Two ways lead to SQL. By rule (`rules/`): tokens → dates, cues, links → sketch → filled query → SQL. By network
(`neural/`): values, relations → forms → SQL. `ranking/` says which reading is meant, and with what confidence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from answerable.kernel.cache import BoundedCache
from answerable.language.ambiguity.ambiguity_finder import AmbiguityFinder
from answerable.language.business.business_reader import BusinessReader
from answerable.language.business.parts.question_periods import years_of_periods
from answerable.language.kept_work import KeptWork
from answerable.language.query_model.definitions import NO_GLOSSARY, Glossary
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.ranking.combine import A_GUESS, combine_readings, with_clarification
from answerable.language.reranking import JoinedPool, join_readings, rerank
from answerable.language.reranking.best_translation import choose_reading
from answerable.language.reranking.decline_question import is_declined, what_data_lacks
from answerable.language.reranking.implausible_sums import ImplausibleSums
from answerable.language.reranking.invented_patterns import invents_pattern
from answerable.language.reranking.misread_numbers import misreads_numbers
from answerable.language.reranking.missed_periods import missed_periods
from answerable.language.reranking.unmet_demands import contradicts_question
from answerable.language.reranking.word_likeness import SourceWords
from answerable.language.rules.pipeline import Pipeline
from answerable.language.sample_runs import SampleRuns
from answerable.semantics import SemanticModel

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.language.followups import FollowUps
    from answerable.language.neural.neural_parser import NeuralParser
    from answerable.language.translation import CodedClarification, Context, Translation

__all__ = ["PreparedSchema"]

_MOST_CALENDARS = 2
"""Readers are made for a day; the one before may still be in use."""


class PreparedSchema:
    def __init__(
        self,
        schema: DatabaseSchema,
        glossary: Glossary = NO_GLOSSARY,
        in_own_names: Callable[[str], str] = lambda question: question,
        kept_work: KeptWork = KeptWork(),  # noqa: B008 - frozen
    ) -> None:
        """`in_own_names` says a question in the schema's own names, for the network learned no others."""
        self.schema = schema
        self._glossary = glossary
        self._in_own_names = in_own_names
        self._kept_work = kept_work
        self._business_readers: BoundedCache[Calendar, BusinessReader] = BoundedCache(_MOST_CALENDARS)

    def at_once(self, question: str, context: Context) -> Translation | None:
        """Nothing is answered without being read."""
        return None

    def translate(self, question: str, context: Context) -> Translation:
        """A question may lean on the one before it; else it stands on its own."""
        return self.leaning(question, context) or self.alone(question, context)

    def leaning(self, question: str, context: Context) -> Translation | None:
        result = self._follow_ups.resolve(question, context) if context.turns else None
        return replace(result, leans_on_earlier=True) if result else None

    def by_rule(self, question: str, context: Context) -> Translation:
        """On its own and without the network, which has no words for what only the organisation defines."""
        context.time.demand()
        return self._pipeline.translate(question, context)

    def alone(self, question: str, context: Context) -> Translation:
        """What can be meant in several ways is asked back, however sure or unsure the likeliest reading is."""
        ranked = self.ranked(question, context)
        if ranked.is_refused:
            return ranked
        translation = self._reranked(question, ranked, context)
        context.time.demand()
        is_theirs = any(translation.best and one.sql == translation.best.sql for one in ranked.candidates)
        if translation.decline is not None or not is_theirs:
            return translation  # the other readings of the pool are what else it may mean
        ambiguity = self._find_ambiguity(self._in_own_names(question), translation, context)
        return with_clarification(translation, ambiguity) if ambiguity else translation

    def _find_ambiguity(self, question: str, translation: Translation, context: Context) -> CodedClarification | None:
        plainer = cache(lambda text: self._sql(text, context))
        likeliest = [one.sql for one in translation.candidates]
        result = self._ambiguity.find(question, context, plainer, self._parser, likeliest)
        if result or (translation.understood and translation.clarification is None):
            return result  # the rules say which word stands for what: nothing was guessed
        if translation.best is None or translation.best.confidence < A_GUESS:
            return None  # what was not understood is said instead
        context.time.demand()
        return self._ambiguity.doubt(question, context, translation.best.sql, self._parser)

    def ranked(self, question: str, context: Context) -> Translation:
        by_rule = self.by_rule(question, context)
        if by_rule.is_refused:
            return by_rule
        context.time.demand()
        return combine_readings(self._in_own_names(question), by_rule, self._parser, self.sample_runs)

    def _reranked(self, question: str, ranked: Translation, context: Context) -> Translation:
        pool = self.pool(question, ranked, context)
        if not pool.entries:
            return ranked
        context.time.demand()
        reranked = rerank(pool, self.schema.dialect, self.sample_runs, self.source_words)
        translation = choose_reading(pool, reranked, self.sample_runs, self.semantics)
        if not is_declined(reranked):
            return translation
        return replace(translation, decline=what_data_lacks(translation, self.semantics))

    def pool(self, question: str, ranked: Translation, context: Context) -> JoinedPool:
        """With the readings of the semantic model."""
        context.time.demand()
        own, dialect = self._in_own_names(question), self.schema.dialect
        years, repeats = years_of_periods(own, _calendar(context)), self.source_words.uses.repeats_totals
        meant = [one for one in ranked.candidates if self._is_plausible(own, one.sql, dialect)]
        timely = [one for one in meant if not years or missed_periods(one.sql, years) < len(years)]
        plausible = replace(ranked, candidates=tuple(timely))
        readings = [one for one in self._business_reader(context).read(own) if not repeats(one.sql)]
        if not readings and not timely:
            plausible = replace(ranked, candidates=tuple(meant))
        return join_readings(own, plausible, readings, years)

    def _is_plausible(self, question: str, sql: str, dialect: str) -> bool:
        return not (
            misreads_numbers(question, sql, dialect)
            or invents_pattern(question, sql, dialect)
            or contradicts_question(question, sql, dialect, self.source_words.kinds)
            or self._implausible_sums.has_one(question, sql, dialect)
            or self.source_words.uses.repeats_totals(sql)
        )

    def _business_reader(self, context: Context) -> BusinessReader:
        calendar = _calendar(context)
        return self._business_readers.get_or_make(
            calendar, lambda: BusinessReader(self.schema, self.semantics, calendar, self.sample_runs)
        )

    @cached_property
    def _implausible_sums(self) -> ImplausibleSums:
        return ImplausibleSums(self.semantics)

    @cached_property
    def source_words(self) -> SourceWords:
        return SourceWords(self.schema, self.semantics)

    @cached_property
    def semantics(self) -> SemanticModel:
        return self._kept_work.model(self.schema)

    def _sql(self, question: str, context: Context) -> str | None:
        best = self.ranked(question, context).best
        return best.sql if best else None

    @cached_property
    def _pipeline(self) -> Pipeline:
        return Pipeline(self.schema, self._glossary)

    @cached_property
    def _parser(self) -> NeuralParser:
        from answerable.language.neural.neural_parser import shipped_parser  # loads numpy and the weights

        return shipped_parser(self.schema, self._kept_work.name_vectors)

    @cached_property
    def sample_runs(self) -> SampleRuns:
        return SampleRuns(self.schema)

    @cached_property
    def _ambiguity(self) -> AmbiguityFinder:
        return AmbiguityFinder(self.schema)

    @cached_property
    def _follow_ups(self) -> FollowUps:
        from answerable.language.followups import FollowUps  # a first question follows nothing

        return FollowUps(self.schema, self.by_rule, self._glossary)


def _calendar(context: Context) -> Calendar:
    return Calendar(context.today, context.fiscal_year_start)
