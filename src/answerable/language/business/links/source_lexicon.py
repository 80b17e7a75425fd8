"""The words of a source: phrases that people may use, and what of its semantic model they may mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from answerable.kernel.schema import DatabaseSchema, Kind
from answerable.language.business.links.business_words import business_words, named_entries, phrase_of
from answerable.language.business.links.coded_values import coded_value_entries
from answerable.language.business.links.happening_nouns import happening_nouns
from answerable.language.business.links.key_entries import key_entries
from answerable.language.business.links.partial_names import partial_names
from answerable.language.business.links.plain_columns import empty_texts, plain_column_entries
from answerable.language.business.links.state_entries import state_entries
from answerable.language.business.links.value_phrases import value_phrases
from answerable.language.business.links.verb_forms import base_form, role_verb_entries
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.business.links.worth_figures import worth_entries
from answerable.language.question.word_lists import Phrase
from answerable.naming.inflection import stem
from answerable.semantics import Entity, SemanticModel
from answerable.semantics.meaning_words import word_data

__all__ = ["LinkKind", "SourceLexicon", "WordTarget", "phrase_of"]

_ONE_WORD, _STEM, _SURE = 0.4, 0.85, 0.9
_MOST_VALUES = 1500
_CALLED_SO, _ANYBODY, _NAMED, _ROWS_FIRST = 0.72, 0.5, 0.95, 0.6
_SAID_AS_WRITTEN = (LinkKind.VALUE, LinkKind.STATE)
_WITH_UNIT, _MAIN_DATE = 0.94, 0.5
_TIMED = ("milliseconds", "seconds", "minutes")
_HIRED = frozenset(("hired", "hire", "employed", "employment"))
_ORGANISATIONS = frozenset(("account", "organization", "organisation", "company", "business", "firm"))


class SourceLexicon:
    def __init__(self, schema: DatabaseSchema, model: SemanticModel) -> None:
        self._schema = schema
        self._model = model

    def targets(self, phrase: Phrase) -> list[tuple[WordTarget, float]]:
        found = dict(self.phrases.get(phrase, {}))
        if phrase and not found and (based := (base_form(phrase[0]), *phrase[1:])) != phrase:
            found = dict(self.phrases.get(based, {}))
        if len(phrase) == 1 and (stemmed := self._stems.get(stem(phrase[0]))):
            for target, score in stemmed.items():
                found.setdefault(target, score * _STEM)
        if len(phrase) > 1 and not found:
            found = {target: score * _STEM for target, score in self._stemmed.get(_stems_of(phrase), {}).items()}
        return sorted(found.items(), key=lambda item: (-item[1], str(item[0])))

    @cached_property
    def phrases(self) -> dict[Phrase, dict[WordTarget, float]]:
        found: dict[Phrase, dict[WordTarget, float]] = defaultdict(dict)
        for phrase, target, score in self._entries():
            if phrase:
                found[phrase][target] = max(score, found[phrase].get(target, 0.0))
        return {phrase: _without_namesakes(targets) for phrase, targets in found.items()}

    @cached_property
    def _stems(self) -> dict[str, dict[WordTarget, float]]:
        found: dict[str, dict[WordTarget, float]] = defaultdict(dict)
        for phrase, targets in self.phrases.items():
            if len(phrase) == 1 and len(phrase[0]) > 3:
                for target, score in targets.items():
                    if target.kind is LinkKind.STATE or (score < _SURE and target.kind is not LinkKind.EVENT):
                        continue  # another word for something is not stretched to its relatives
                    key = found[stem(phrase[0])]
                    key[target] = max(score, key.get(target, 0.0))
        return found

    @cached_property
    def _stemmed(self) -> dict[Phrase, dict[WordTarget, float]]:
        """Phrases with the endings of their words undone: `kicked off` is the kick-off."""
        found: dict[Phrase, dict[WordTarget, float]] = defaultdict(dict)
        for phrase, targets in self.phrases.items():
            named = {target: score for target, score in targets.items() if target.kind not in _SAID_AS_WRITTEN}
            if len(phrase) > 1 and named:
                key = found[_stems_of(phrase)]
                key.update((target, max(score, key.get(target, 0.0))) for target, score in named.items())
        return found

    @cached_property
    def single_words(self) -> tuple[str, ...]:
        """For what is misspelled."""
        return tuple(sorted(word for word in self.words if len(word) > 4))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(word for phrase in self.phrases for word in phrase)

    @cached_property
    def whole_names(self) -> tuple[str, ...]:
        """Values of two and three words, for names that are misspelled."""
        found = (phrase for phrase, targets in self.phrases.items() if 1 < len(phrase) < 4 and _is_whole(targets))
        return tuple(sorted(" ".join(phrase) for phrase in found))

    @cached_property
    def named_columns(self) -> tuple[tuple[str, str], ...]:
        """Tables with the one column of text that names their rows: where a text in quotation marks is looked for."""
        found = [(entity.table, entity.display[0]) for entity in self._model.entities if len(entity.display) == 1]
        return tuple(one for one in found if self._is_text(*one))

    def _is_text(self, table: str, column: str) -> bool:
        found = self._schema.table(table)
        named = found.column(column) if found else None
        return named is not None and named.kind is Kind.TEXT

    def _entries(self) -> Iterator[LexiconEntry]:
        yield from self._entities()
        nouns = {phrase_of(entity.noun) for entity in self._model.entities}
        for phrase, target, score in self._columns():
            # The `customer` of `customer since` is the customer, not the date; `order` are rows before a date.
            if phrase not in nouns:
                yield phrase, target, score
            elif score > _ONE_WORD:
                is_aside = target.kind is LinkKind.DATE or (target.kind is LinkKind.DIMENSION and score < 1.0)
                yield phrase, target, score * (_ROWS_FIRST if is_aside else 1.0)
        yield from plain_column_entries(self._schema, self._model)
        yield from key_entries(self._model)
        yield from state_entries(self._model)
        yield from worth_entries(self._model)
        yield from coded_value_entries(self._schema, self._model)
        yield from self._verbs()
        yield from role_verb_entries(self._model)
        yield from self._values()

    def _entities(self) -> Iterator[LexiconEntry]:
        for entity in self._model.entities:
            weight = (
                0.5
                if entity.is_view or entity.is_technical
                else 0.8
                if entity.is_bridge or entity.is_code_table
                else 1.0
            )
            target = WordTarget(LinkKind.ENTITY, entity.table)
            for name in {entity.noun, entity.plural, entity.native}:
                yield from _weighted(named_entries(name, target), weight)
        yield from self._people()
        for one in self._model.relationships:
            if one.role and not self._is_noun(one.role, one.target):
                target = WordTarget(LinkKind.ROLE, one.table, "|".join(one.columns), (), one.target)
                yield from _weighted(named_entries(one.role, target), 0.9)

    def _is_noun(self, role: str, table: str) -> bool:
        """The role is what the rows are called anyway."""
        entity = self._model.entity(table)
        return entity is not None and phrase_of(role) == phrase_of(entity.noun)

    def _people(self) -> Iterator[LexiconEntry]:
        """Holders, guests and members are customers where no table is called so; agents and nurses are staff."""
        nouns = {phrase_of(entity.noun) for entity in self._model.entities}
        hired = {day.table for day in self._model.dates if {*day.label.split()} & _HIRED}
        for entity in self._model.entities:
            for part, score in _people_kinds(entity, entity.table in hired):
                phrases = [phrase_of(word) for word in business_words()["people"][part]]
                target = WordTarget(LinkKind.ENTITY, entity.table)
                yield from ((phrase, target, score) for phrase in phrases if phrase not in nouns)

    def _columns(self) -> Iterator[LexiconEntry]:
        for measure in self._model.measures:
            target = WordTarget(LinkKind.MEASURE, measure.table, measure.column)
            yield from named_entries(measure.label, target)
            if measure.kind == "duration" and measure.unit in _TIMED:
                units = ("hour",) if measure.unit == "minutes" else ("hour", "minute")
                yield from (((unit,), target, 0.75) for unit in units)
                # `hours watched`; the unit stays a cue, so no whole name.
                yield from (((unit, *phrase_of(measure.label)), target, _WITH_UNIT) for unit in units)
                yield (*(word.removesuffix("ed") for word in phrase_of(measure.label)), "time"), target, 0.9
            if measure.unit == "kg":
                yield from (((unit,), target, 0.75) for unit in ("tonne", "ton", "tonnage", "weight"))
        for derived in self._model.derived:
            target = WordTarget(LinkKind.DERIVED, derived.table, "", (), derived.kind)
            yield from _weighted(
                _whole(derived.label, target) if derived.kind == "span" else named_entries(derived.label, target), 0.97
            )
        for dimension in self._model.dimensions:
            nothing = empty_texts(self._schema, dimension.table, dimension.column)
            target = WordTarget(LinkKind.DIMENSION, dimension.table, dimension.column, nothing)
            yield from named_entries(dimension.label, target)
        for day in self._model.dates:
            target = WordTarget(LinkKind.DATE, day.table, day.column)
            yield from named_entries(day.label, target)
            if phrase_of(day.label)[-1:] != ("date",):
                yield (*phrase_of(day.label), "date"), target, 1.0
            if day.is_main:
                yield ("date",), target, _MAIN_DATE
            for verb in day.verbs:
                yield phrase_of(verb), target, 0.7 if not day.is_main else 0.75
            yield from ((phrase, target, 0.72) for phrase in happening_nouns(day))

    def _verbs(self) -> Iterator[LexiconEntry]:
        for event in self._model.events:
            for verb in event.verbs:
                yield phrase_of(verb), WordTarget(LinkKind.EVENT, event.table), 0.7

    def _values(self) -> Iterator[LexiconEntry]:
        decoded = self._coded_columns()
        nouns = {phrase_of(entity.noun) for entity in self._model.entities}
        hidden = {(one.table, one.column) for one in self._model.hidden_types}
        for table, column in self._schema.columns():
            name = table.qualified, column.name
            entity = self._model.entity(table.qualified)
            if column.kind is not Kind.TEXT or name in decoded or name in hidden or table.is_view:
                continue
            # The texts of a code table are known by the columns that they decode.
            weight = 0.7 if entity and (entity.is_technical or entity.is_code_table) else 1.0
            for value in column.common_values[:_MOST_VALUES]:
                target = WordTarget(LinkKind.VALUE, *name, (value,))
                for phrase, score in value_phrases(value, column.name, nouns):
                    yield phrase, target, weight * score
            if entity and column.name in entity.display and not entity.is_code_table:
                yield from partial_names(table.qualified, column.name, column.common_values[:_MOST_VALUES], nouns)
        yield from self._full_names()

    def _coded_columns(self) -> set[tuple[str, str]]:
        """Columns whose values are known by what they mean."""
        decodings = {(one.table, one.column) for one in self._model.decodings}
        statuses = {(one.table, one.column) for one in self._model.statuses}
        return decodings | statuses | {(one.table, one.column) for one in self._model.flags}

    def _full_names(self) -> Iterator[LexiconEntry]:
        """First and last name as one value, from the rows that were seen."""
        for entity in self._model.entities:
            table = self._schema.table(entity.table)
            if table is None or len(entity.display) != 2 or not entity.is_person:
                continue
            first, last = (table.column(name) for name in entity.display)
            for one, two in zip(first.cells if first else (), last.cells if last else (), strict=False):
                if isinstance(one, str) and isinstance(two, str):
                    target = WordTarget(LinkKind.VALUE, entity.table, "|".join(entity.display), (one, two))
                    yield phrase_of(f"{one} {two}"), target, 1.0


def _stems_of(phrase: Phrase) -> Phrase:
    return tuple(stem(base_form(word)) for word in phrase)


def _is_whole(targets: dict[WordTarget, float]) -> bool:
    return any(target.kind is LinkKind.VALUE and score > _SURE for target, score in targets.items())


def _without_namesakes(targets: dict[WordTarget, float]) -> dict[WordTarget, float]:
    """Where one table has the name, others for which it is only another word are not meant."""
    entities = [score for target, score in targets.items() if target.kind is LinkKind.ENTITY]
    if max(entities, default=0.0) < _NAMED:
        return targets
    return {target: score for target, score in targets.items() if target.kind is not LinkKind.ENTITY or score >= _NAMED}


def _people_kinds(entity: Entity, is_hired: bool) -> Iterator[tuple[str, float]]:
    words = {*entity.noun.split()}
    if entity.noun in _ORGANISATIONS or (entity.is_person and words & {*word_data("role_words")["customers"]}):
        yield "customers", _CALLED_SO
    if entity.is_person:
        if is_hired or words & {*word_data("role_words")["staff"]}:
            yield "staff", _CALLED_SO
        yield "anybody", _ANYBODY


def _weighted(entries: Iterable[LexiconEntry], weight: float) -> Iterator[LexiconEntry]:
    for phrase, target, score in entries:
        yield phrase, target, score * weight


def _whole(name: str, target: WordTarget) -> Iterator[LexiconEntry]:
    yield phrase_of(name), target, 0.95
