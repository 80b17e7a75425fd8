"""A translator that heeds what is known, around one that knows the schema alone.

In this order: a verified query that asks the same, a metric as it is defined, everything else as ever; then what rules
demand and learnings correct, and what is to be said of it all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import sqlglot

from answerable.known import BusinessRule, Known
from answerable.language.definitions import Glossary
from answerable.language.known.amending import amended
from answerable.language.known.correcting import Correction, corrections
from answerable.language.known.enriching import enriched
from answerable.language.known.glossing import glossed
from answerable.language.known.governing import PATH as METRIC
from answerable.language.known.governing import Governor
from answerable.language.known.holding import tests
from answerable.language.known.spans import first_of, replaced
from answerable.language.known.telling import Teller, shown, with_entries
from answerable.language.known.verified import VerifiedQueries
from answerable.language.link import link
from answerable.language.normalise import Token, normalise
from answerable.language.schema_index import SchemaIndex
from answerable.language.translation import Clarification, Context, Translation
from answerable.schema import DatabaseSchema

__all__ = ["Knowing", "Prepared"]


_Term = tuple[str, str]
"""A table, and the word that picks rows of it."""


class Prepared(Protocol):
    """What reads questions over one schema."""

    def leaning(self, question: str, context: Context) -> Translation | None:
        """What a question means that leans on the one before it; None for one that stands on its own."""

    def alone(self, question: str, context: Context) -> Translation: ...

    def by_rule(self, question: str, context: Context) -> Translation:
        """As `alone`, without the network: it has no words for what only the organisation defines."""


class Knowing:
    """Everything that is worked out once for a schema and what is known of it."""

    def __init__(
        self,
        schema: DatabaseSchema,
        known: Known,
        prepare: Callable[[DatabaseSchema, Glossary, Callable[[str], str]], Prepared],
    ) -> None:
        self.schema = enriched(schema, known)
        self._words = glossed(known, self.schema)
        self._index = SchemaIndex(self.schema, self._words.glossary)
        self._prepared = prepare(self.schema, self._words.glossary, self._in_own_names)
        self._verified = VerifiedQueries(known.verified_queries, self._index)
        self._governor = Governor(self._words, self._index, self._prepared.by_rule)
        self._corrections = corrections(known, self.schema)
        self._teller = Teller(known, self.schema)

    def _in_own_names(self, question: str) -> str:
        return replaced(question, self._words.own_names)

    def at_once(self, question: str, context: Context) -> Translation | None:
        """What a verified query answers, in whatever language it is asked."""
        found, _ = self._verified.answer(question, context)
        return self._teller.tell(found, normalise(question)) if found else None

    def translate(self, question: str, context: Context) -> Translation:
        tokens = normalise(question)
        found, skipped = self._verified.answer(question, context)
        if found is None:
            rules = self._terms(tokens)
            found = self._governor.answer(question, context) or self._otherwise(question, context, bool(rules))
            found = self._with_terms(found, rules)
            found = amended(found, self._heeded(found), tokens, self.schema.dialect)
        notes = tuple(map(shown, (*skipped, *self._not_applied(tokens))))
        told = self._teller.tell(found, tokens)
        return replace(told, assumptions=(*told.assumptions, *notes)) if notes else told

    def _otherwise(self, question: str, context: Context, is_defined: bool) -> Translation:
        """`is_defined`: the question says words that rules define."""
        leaning = self._prepared.leaning(question, context)
        if leaning is not None:
            return self._governor.continued(leaning, context)
        return (self._prepared.by_rule if is_defined else self._prepared.alone)(question, context)

    def _terms(self, tokens: tuple[Token, ...]) -> list[_Term]:
        """Words of the question that rules define, each with the tables it may speak of."""
        targets = [target for mention in link(tokens, self._index) for target in mention.of("value")]
        keys = dict.fromkeys((target.table, target.value) for target in targets)
        return [key for key in keys if key in self._words.rules]

    def _with_terms(self, found: Translation, terms: list[_Term]) -> Translation:
        """The rules that had a part; a word whose meaning found no place is asked back, never passed over."""
        if found.best is None or not terms:
            return found
        from answerable.language.combining import asked_back

        tree = sqlglot.parse_one(found.best.sql, dialect=self.schema.dialect)
        conditions = self._words.glossary.conditions
        heeded = [term for term in terms if tests(tree, conditions[term], self.schema)]
        told = with_entries(found, [(self._words.rules[term], ()) for term in heeded])
        missing = dict.fromkeys(said for _, said in terms if all(said != other for _, other in heeded))
        if not missing or found.clarification:
            return told
        words = ", ".join(f"'{shown(said)}'" for said in missing)
        return asked_back(told, Clarification(f"What {words} means here found no place in this question."))

    def _heeded(self, found: Translation) -> tuple[Correction, ...]:
        """A metric is what it is defined to be, unless a rule names it."""
        if found.path != METRIC:
            return self._corrections
        metrics = {one.name for one in found.applied if one.kind == "metric"}
        rules = (one for one in self._corrections if isinstance(one.entry, BusinessRule))
        return tuple(
            one for one in rules if isinstance(one.entry, BusinessRule) and metrics & {*one.entry.applies_to_metrics}
        )

    def _not_applied(self, tokens: tuple[Token, ...]) -> tuple[str, ...]:
        """Words of the question that have a meaning here which cannot be used."""
        span = first_of(tokens, self._words.unusable)
        found = self._words.unusable[tuple(t.lemma for t in tokens[slice(*span)])] if span else None
        if found is None or not isinstance(found.entry, BusinessRule):
            return ()
        return (f"The rule '{found.entry.title}' was not applied: {found.reason}",)
