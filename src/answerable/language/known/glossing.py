"""The words that knowledge adds: metrics, terms of rules, synonyms, learned words; and what of it could not be used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from answerable.known import BusinessRule, CanonicalMetric, Entry, Known, UseColumn, WordMeans
from answerable.language.definitions import Definition, Expression, Glossary
from answerable.language.known.defining import WholeQuery, defined
from answerable.language.known.fitting import Misfit, condition_of, table_named
from answerable.language.normalise import normalise
from answerable.language.schema_index import Target
from answerable.language.traits import identifier_words
from answerable.language.vocabulary import Phrase
from answerable.schema import DatabaseSchema

__all__ = ["Glossed", "Unusable", "glossed", "learned_word", "phrase_of", "target_named"]


@dataclass(frozen=True)
class Unusable:
    """An entry that a phrase calls for and that cannot be used, or only as a whole."""

    entry: Entry
    reason: str
    whole: str = ""
    """SQL of a metric that answers for itself alone."""


@dataclass(frozen=True)
class Glossed:
    glossary: Glossary
    metrics: dict[str, CanonicalMetric]
    """By name, those that can be combined with a question."""
    rules: dict[tuple[str, str], BusinessRule]
    """By table and term."""
    unusable: dict[Phrase, Unusable]
    own_names: dict[Phrase, str]
    """What people say → the schema's own words for it."""


@dataclass
class _Gathering:
    schema: DatabaseSchema
    names: list[tuple[Phrase, Target]] = field(default_factory=list)
    settled: dict[Phrase, tuple[Target, ...]] = field(default_factory=dict)
    terms: dict[Phrase, list[Target]] = field(default_factory=lambda: defaultdict(list))
    definitions: dict[str, Definition] = field(default_factory=dict)
    conditions: dict[tuple[str, str], Expression] = field(default_factory=dict)
    metrics: dict[str, CanonicalMetric] = field(default_factory=dict)
    rules: dict[tuple[str, str], BusinessRule] = field(default_factory=dict)
    unusable: dict[Phrase, Unusable] = field(default_factory=dict)
    own_names: dict[Phrase, str] = field(default_factory=dict)

    def metric(self, metric: CanonicalMetric) -> None:
        phrases = phrases_of(metric.name, metric.synonyms)
        try:
            found = defined(metric, self.schema)
        except Misfit as reason:
            self._set_aside(phrases, Unusable(metric, str(reason)))
            return
        if isinstance(found, WholeQuery):
            self._set_aside(phrases, Unusable(metric, found.reason, found.sql))
            return
        self.definitions[metric.name] = found
        self.metrics[metric.name] = metric
        for phrase in phrases:
            self.settled.setdefault(phrase, (Target("metric", found.table, (), metric.name),))

    def rule(self, rule: BusinessRule) -> None:
        phrases = phrases_of(rule.term, rule.synonyms) if rule.term and rule.condition else ()
        try:
            meaning = condition_of(rule.condition, rule.applies_to_tables, self.schema) if phrases else None
        except Misfit as reason:
            self._set_aside(phrases, Unusable(rule, str(reason)))
            return
        if meaning is not None:
            ref = meaning.refs[0]
            self.conditions.setdefault((ref.table, rule.term), meaning)
            self.rules.setdefault((ref.table, rule.term), rule)
            for phrase in phrases:
                self.terms[phrase].append(Target("value", ref.table, (ref.name,), rule.term))

    def synonym(self, said: str, name: str, settles: bool = False) -> None:
        target, phrase = target_named(name, self.schema), phrase_of(said)
        if target is None or not phrase:
            return
        self.own_names.setdefault(phrase, _spoken(target))
        if settles:
            self.settled.setdefault(phrase, (target,))
        else:
            self.names.append((phrase, target))

    def _set_aside(self, phrases: Iterable[Phrase], unusable: Unusable) -> None:
        for phrase in phrases:
            self.unusable.setdefault(phrase, unusable)

    def done(self) -> Glossed:
        terms = {phrase: tuple(targets) for phrase, targets in self.terms.items()}
        glossary = Glossary(tuple(self.names), self.settled, terms, self.definitions, self.conditions)
        return Glossed(glossary, self.metrics, self.rules, self.unusable, self.own_names)


def glossed(known: Known, schema: DatabaseSchema) -> Glossed:
    """Metrics come before learned words, these before synonyms."""
    found = _Gathering(schema)
    for metric in known.metrics:
        found.metric(metric)
    for rule in known.rules:
        found.rule(rule)
    for said, name in _learned(known, schema):
        found.synonym(said, name, settles=True)
    for table in known.tables:
        for said in table.synonyms:
            found.synonym(said, table.table_name)
        for note in table.column_notes:
            for said in note.synonyms:
                found.synonym(said, f"{table.table_name}.{note.column}")
    return found.done()


def _learned(known: Known, schema: DatabaseSchema) -> Iterator[tuple[str, str]]:
    for learning in (one for one in known.learnings if one.is_active):
        word = learned_word(learning.effect, schema)
        if word is not None:
            yield word


def learned_word(effect: object, schema: DatabaseSchema) -> tuple[str, str] | None:
    """A word and the table or column it means; None where nothing of the kind was learned.

    A column of another table cannot be put in a column's place, but its words can."""
    if isinstance(effect, WordMeans):
        return effect.word, effect.name
    if not isinstance(effect, UseColumn):
        return None
    wrong, right = target_named(effect.wrong, schema), target_named(effect.right, schema)
    if not (wrong and right) or wrong.table == right.table:
        return None
    return effect.word or " ".join(identifier_words(wrong.column)), effect.right


def target_named(name: str, schema: DatabaseSchema) -> Target | None:
    """`table` or `table.column`."""
    whole = table_named(name, schema)
    if whole:
        return Target("table", whole)
    owner, _, column = name.rpartition(".")
    table = schema.table(owner)
    known = table.column(column) if table else None
    return Target("column", table.qualified, (known.name,)) if table and known else None


def _spoken(target: Target) -> str:
    return " ".join(identifier_words(target.column or target.table.rsplit(".", 1)[-1]))


def phrase_of(text: str) -> Phrase:
    """The lemmas by which a question's words are found."""
    return tuple(token.lemma for token in normalise(text) if not token.quoted)


def phrases_of(name: str, synonyms: Iterable[str]) -> tuple[Phrase, ...]:
    return tuple(dict.fromkeys(phrase for text in (name, *synonyms) if (phrase := phrase_of(text))))
