"""A translator that heeds what is known, around one that knows the schema alone.

In this order: a verified query that asks the same, a metric as it is defined, everything else as ever; then what rules
demand and learnings correct, and what is to be said of it all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from answerable.kernel.knowledge import BusinessRule, Known
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import DatabaseSchema
from answerable.language.knowledge.amend_tree import amend_candidates
from answerable.language.knowledge.apply_learnings import Correction, corrections
from answerable.language.knowledge.enrich_schema import enrich_schema
from answerable.language.knowledge.metric_resolver import PATH as METRIC
from answerable.language.knowledge.metric_resolver import MetricResolver
from answerable.language.knowledge.note_writer import NoteWriter, note_text, with_entries
from answerable.language.knowledge.prepared_knowledge import tests
from answerable.language.knowledge.verified_queries import VerifiedQueries
from answerable.language.knowledge.word_meanings import word_meanings
from answerable.language.knowledge.word_spans import first_of, replace_phrases
from answerable.language.linking.mentions import link
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query_model.definitions import Glossary
from answerable.language.question.tokens import Token, normalise
from answerable.language.ranking.combine import with_clarification
from answerable.language.translation import CodedClarification, Context, Translation
from answerable.sql.parse import parse_sql

__all__ = ["KnowledgeTranslator", "Prepared"]


_Term = tuple[str, str]
"""A table, and the word that picks rows of it."""


class Prepared(Protocol):
    """What reads questions over one schema."""

    def leaning(self, question: str, context: Context) -> Translation | None:
        """What a question means that leans on the one before it; None for one that stands on its own."""

    def alone(self, question: str, context: Context) -> Translation: ...

    def by_rule(self, question: str, context: Context) -> Translation:
        """As `alone`, without the network: it has no words for what only the organisation defines."""


class KnowledgeTranslator:
    """Everything that is worked out once for a schema and what is known of it."""

    def __init__(
        self,
        schema: DatabaseSchema,
        known: Known,
        prepare: Callable[[DatabaseSchema, Glossary, Callable[[str], str]], Prepared],
    ) -> None:
        self.schema = enrich_schema(schema, known)
        self._words = word_meanings(known, self.schema)
        self._index = SchemaIndex(self.schema, self._words.glossary)
        self._prepared = prepare(self.schema, self._words.glossary, self._in_own_names)
        self._verified = VerifiedQueries(known.verified_queries, self._index)
        self._governor = MetricResolver(self._words, self._index, self._prepared.by_rule)
        self._corrections = corrections(known, self.schema)
        self._teller = NoteWriter(known, self.schema)

    def _in_own_names(self, question: str) -> str:
        return replace_phrases(question, self._words.own_names)

    def at_once(self, question: str, context: Context) -> Translation | None:
        """What a verified query answers, in whatever language it is asked."""
        result, _ = self._verified.answer(question, context)
        return self._teller.tell(result, normalise(question)) if result else None

    def translate(self, question: str, context: Context) -> Translation:
        tokens = normalise(question)
        result, skipped = self._verified.answer(question, context)
        if result is None:
            rules = self._terms(tokens)
            result = self._governor.answer(question, context) or self._otherwise(question, context, bool(rules))
            result = self._with_terms(result, rules)
            result = amend_candidates(result, self._heeded(result), tokens, self.schema.dialect)
        notes = (*skipped, *self._not_applied(tokens))
        told = self._teller.tell(result, tokens)
        return replace(told, assumptions=(*told.assumptions, *notes)) if notes else told

    def _otherwise(self, question: str, context: Context, is_defined: bool) -> Translation:
        """`is_defined`: the question says words that rules define."""
        leaning = self._prepared.leaning(question, context)
        if leaning is not None:
            return self._governor.follow_up(leaning, context)
        return (self._prepared.by_rule if is_defined else self._prepared.alone)(question, context)

    def _terms(self, tokens: tuple[Token, ...]) -> list[_Term]:
        """Words of the question that rules define, each with the tables it may speak of."""
        targets = [target for mention in link(tokens, self._index) for target in mention.of("value")]
        keys = dict.fromkeys((target.table, target.value) for target in targets)
        return [key for key in keys if key in self._words.rules]

    def _with_terms(self, result: Translation, terms: list[_Term]) -> Translation:
        """The rules that had a part; a word whose meaning found no place is asked back, never passed over."""
        if result.best is None or not terms:
            return result
        tree = parse_sql(result.best.sql, self.schema.dialect)
        conditions = self._words.glossary.conditions
        heeded = [term for term in terms if tests(tree, conditions[term], self.schema)]
        told = with_entries(result, [(self._words.rules[term], ()) for term in heeded])
        missing = dict.fromkeys(said for _, said in terms if all(said != other for _, other in heeded))
        if not missing or result.clarification:
            return told
        words = tuple(note_text(said) for said in missing)
        return with_clarification(told, CodedClarification(msg("clarification.meaning_without_place", phrases=words)))

    def _heeded(self, result: Translation) -> tuple[Correction, ...]:
        """A metric is what it is defined to be, unless a rule names it."""
        if result.path != METRIC:
            return self._corrections
        metrics = {one.name for one in result.applied if one.kind == "metric"}
        rules = (one for one in self._corrections if isinstance(one.entry, BusinessRule))
        return tuple(
            one for one in rules if isinstance(one.entry, BusinessRule) and metrics & {*one.entry.applies_to_metrics}
        )

    def _not_applied(self, tokens: tuple[Token, ...]) -> tuple[CodedMessage, ...]:
        """Words of the question that have a meaning here which cannot be used."""
        span = first_of(tokens, self._words.unusable)
        found = self._words.unusable[tuple(t.lemma for t in tokens[slice(*span)])] if span else None
        if found is None or not isinstance(found.entry, BusinessRule):
            return ()
        return (msg("notes.rule_not_applied", rule=note_text(found.entry.title), reason=found.reason),)
