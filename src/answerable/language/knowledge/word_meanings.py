"""The words that knowledge adds: metrics, terms of rules, synonyms, learned words; and what of it could not be used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field

from answerable.kernel.knowledge import BusinessRule, CanonicalMetric, Entry, Known, UseColumn, WordMeans
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage
from answerable.kernel.schema import DatabaseSchema
from answerable.language.knowledge.fit_verified import Misfit, condition_of, table_named
from answerable.language.knowledge.read_definitions import WholeQuery, read_definition
from answerable.language.linking.schema_index import LinkTarget
from answerable.language.query_model.definitions import Definition, Expression, Glossary
from answerable.language.question.tokens import normalise
from answerable.language.question.word_lists import Phrase
from answerable.naming.identifiers import identifier_lemmas

__all__ = ["Unusable", "WordMeanings", "learned_word", "phrase_of", "target_named", "word_meanings"]


@dataclass(frozen=True)
class Unusable:
    """An entry that a phrase calls for and that cannot be used, or only as a whole."""

    entry: Entry
    reason: CodedMessage
    whole: str = ""
    """SQL of a metric that answers for itself alone."""


@dataclass(frozen=True)
class WordMeanings:
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
    names: list[tuple[Phrase, LinkTarget]] = field(default_factory=list)
    settled: dict[Phrase, tuple[LinkTarget, ...]] = field(default_factory=dict)
    terms: dict[Phrase, list[LinkTarget]] = field(default_factory=lambda: defaultdict(list))
    definitions: dict[str, Definition] = field(default_factory=dict)
    conditions: dict[tuple[str, str], Expression] = field(default_factory=dict)
    metrics: dict[str, CanonicalMetric] = field(default_factory=dict)
    rules: dict[tuple[str, str], BusinessRule] = field(default_factory=dict)
    unusable: dict[Phrase, Unusable] = field(default_factory=dict)
    own_names: dict[Phrase, str] = field(default_factory=dict)

    def metric(self, metric: CanonicalMetric) -> None:
        phrases = phrases_of(metric.name, metric.synonyms)
        try:
            result = read_definition(metric, self.schema)
        except Misfit as reason:
            self._set_aside(phrases, Unusable(metric, reason.reason))
            return
        if isinstance(result, WholeQuery):
            self._set_aside(phrases, Unusable(metric, result.reason, result.sql))
            return
        self.definitions[metric.name] = result
        self.metrics[metric.name] = metric
        for phrase in phrases:
            self.settled.setdefault(phrase, (LinkTarget("metric", result.table, (), metric.name),))

    def rule(self, rule: BusinessRule) -> None:
        phrases = phrases_of(rule.term, rule.synonyms) if rule.term and rule.condition else ()
        try:
            meaning = condition_of(rule.condition, rule.applies_to_tables, self.schema) if phrases else None
        except Misfit as reason:
            self._set_aside(phrases, Unusable(rule, reason.reason))
            return
        if meaning is not None:
            ref = meaning.refs[0]
            self.conditions.setdefault((ref.table, rule.term), meaning)
            self.rules.setdefault((ref.table, rule.term), rule)
            for phrase in phrases:
                self.terms[phrase].append(LinkTarget("value", ref.table, (ref.name,), rule.term))

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

    def build(self) -> WordMeanings:
        terms = {phrase: tuple(targets) for phrase, targets in self.terms.items()}
        glossary = Glossary(tuple(self.names), self.settled, terms, self.definitions, self.conditions)
        return WordMeanings(glossary, self.metrics, self.rules, self.unusable, self.own_names)


def word_meanings(known: Known, schema: DatabaseSchema) -> WordMeanings:
    """Metrics come before learned words, these before synonyms."""
    result = _Gathering(schema)
    for metric in known.metrics:
        result.metric(metric)
    for rule in known.rules:
        result.rule(rule)
    for said, name in _learned(known, schema):
        result.synonym(said, name, settles=True)
    for table in known.tables:
        for said in table.synonyms:
            result.synonym(said, table.table_name)
        for note in table.column_notes:
            for said in note.synonyms:
                result.synonym(said, f"{table.table_name}.{note.column}")
    return result.build()


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
    return effect.word or " ".join(identifier_lemmas(wrong.column)), effect.right


def target_named(name: str, schema: DatabaseSchema) -> LinkTarget | None:
    """`table` or `table.column`."""
    whole = table_named(name, schema)
    if whole:
        return LinkTarget("table", whole)
    owner, _, column = name.rpartition(".")
    table = schema.table(owner)
    known = table.column(column) if table else None
    return LinkTarget("column", table.qualified, (known.name,)) if table and known else None


def _spoken(target: LinkTarget) -> str:
    return " ".join(identifier_lemmas(target.column or target.table.rsplit(".", 1)[-1]))


def phrase_of(text: str) -> Phrase:
    """The lemmas by which a question's words are found."""
    return tuple(token.lemma for token in normalise(text) if not token.quoted)


def phrases_of(name: str, synonyms: Iterable[str]) -> tuple[Phrase, ...]:
    return tuple(dict.fromkeys(phrase for text in (name, *synonyms) if (phrase := phrase_of(text))))
