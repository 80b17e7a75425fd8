"""What a linked question speaks of, in the terms of the semantic model: rows, figures, groups, dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.business_query import (
    Attribute,
    DateGrain,
    EntityRow,
    GroupedBy,
    QueryFigure,
    Via,
)
from answerable.language.business.links.business_words import business_words, phrase_of
from answerable.language.business.links.happening_nouns import happening_nouns
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.links.worth_figures import worth_targets
from answerable.language.business.parts.asked_units import unit_factor
from answerable.language.business.parts.question_parts import QuestionParts
from answerable.language.business.parts.said_roles import through_modifier
from answerable.language.business.relationship_paths import RelationshipPaths
from answerable.language.question.word_lists import Phrase
from answerable.semantics import SemanticModel

__all__ = ["QuestionSubjects", "RowDate", "place_of"]

_NEAR = 3.0
_CAME = ("started", "ended", "shipped", "delivered")
_ROLES_OF_STATE = {
    "completed": ("completed", "delivered", "granted", "ended", "paid"),
    "cancelled": ("cancelled",),
    "rejected": ("completed", "granted"),
    "ended": ("ended", "cancelled", "completed"),
}
"""Dates on which a row may have come into a state, likeliest first."""


@dataclass(frozen=True, slots=True)
class RowDate:
    table: str
    column: str


def place_of(link: WordLink) -> tuple[str, Via]:
    """The table of the rows that are meant, and the key that leads there where a role was said."""
    if link.target.kind is LinkKind.ROLE:
        return link.target.detail, tuple(link.target.column.split("|"))
    return link.target.table, ()


@dataclass(frozen=True)
class QuestionSubjects:
    parts: QuestionParts
    model: SemanticModel
    paths: RelationshipPaths

    @property
    def score(self) -> float:
        return self.parts.linked.score

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Tables whose rows are named."""
        return tuple(dict.fromkeys(place_of(link)[0] for link in self.parts.things))

    @cached_property
    def implied_tables(self) -> tuple[str, ...]:
        """Tables whose rows may be meant where none is named: those of its conditions, dates and measures."""
        links = (*self.parts.conditions, *self.parts.dated, *self.parts.measures)
        return () if self.tables else tuple(dict.fromkeys((*self.events, *(link.target.table for link in links))))

    @cached_property
    def events(self) -> tuple[str, ...]:
        """Tables whose rows a verb speaks of."""
        return tuple(dict.fromkeys(link.target.table for link in self.parts.events))

    @cached_property
    def main_events(self) -> tuple[str, ...]:
        """What happens in this business, likeliest first: what is worth money, then what many take part in."""

        def weight(table: str) -> tuple[bool, bool, int]:
            event = next(one for one in self.model.events if one.table == table)
            entity = self.model.entity(table)
            is_aside = entity is None or entity.is_technical or entity.is_view or event.date_from is not None
            return is_aside, not self.natural_figures(table), -len(self.children(table)) - len(event.participants)

        return tuple(sorted((event.table for event in self.model.events), key=weight))

    @cached_property
    def done(self) -> tuple[str, ...]:
        """Tables of which a verb says that it was done; `a permit` is the noun."""
        verbs = {event.table: {phrase_of(verb) for verb in event.verbs} for event in self.model.events}
        said = [
            link.target.table
            for link in self.parts.linked.links
            if self._phrase(link) in verbs.get(link.target.table, ()) and not self._is_noun(link)
        ]
        return tuple(dict.fromkeys((*said, *self._arrived())))

    def _arrived(self) -> Iterator[str]:
        """`arrivals in July`: those who came, and not those who only booked."""
        came = [day for day in self.model.dates if day.role in _CAME]
        nouns = {(day.table, day.column): happening_nouns(day) for day in came}
        for link in self.parts.dated:
            if self._phrase(link) in nouns.get((link.target.table, link.target.column), ()):
                yield link.target.table

    def _phrase(self, link: WordLink) -> Phrase:
        return tuple(token.lemma for token in self.parts.tokens[link.start : link.end])

    def _is_noun(self, link: WordLink) -> bool:
        entity = self.model.entity(link.target.table)
        said = self.parts.tokens[link.start].text.casefold()
        return entity is not None and said in (*entity.noun.split(), *entity.plural.split())

    def counted(self) -> Iterator[tuple[str, float]]:
        """Tables whose rows may be counted, with a score: named after the cue, said by a verb, or named at all."""
        span = self.parts.cues.first("count")
        after = [place_of(link)[0] for link in self.parts.things if span is None or link.start >= span.start]
        named = after[:1] or list(self.tables[:1])
        for table in named:
            yield table, 0.3
            yield from ((event, 0.25) for event in self.events_over(table))
        if not named:
            yield from ((event, 0.2) for event in self.events)
            yield from ((table, 0.0) for table in self.implied_tables if table not in self.events)

    def events_over(self, table: str) -> Iterator[str]:
        """What a verb says was done with rows of this table."""
        for event in self.events:
            if event != table and self.paths.path(event, table, only_up=True):
                yield event

    def events_near(self, table: str) -> list[str]:
        events = [event.table for event in self.model.events if event.table != table]
        near = sorted((self.paths.distance(event, table), event) for event in events)
        return [event for cost, event in near if cost < _NEAR]

    def children(self, table: str) -> list[str]:
        """Tables whose rows belong to rows of this one."""
        return [step.target for step in self.paths.steps_from(table) if not step.is_up]

    def participants(self, event: str) -> Iterator[EntityRow]:
        """The people who take part in it."""
        for one in self.model.events:
            if one.table == event:
                yield from (EntityRow(who.table, who.columns) for who in one.participants if who.is_person)

    # Figures

    def measured(self) -> Iterator[tuple[QueryFigure, float]]:
        """Figures that may be asked for, with a score: measures that are named, else what the rows are worth."""
        free = self.parts.untested(self.parts.measures)
        for link in free[:3]:
            yield self.figure_of(link), 0.3
        if not free and self.parts.aggregate:
            for table in dict.fromkeys((*self.tables, *self.events, *self.implied_tables)):
                yield from ((figure, 0.0) for figure in self.natural_figures(table)[:2])

    def compared_figures(self) -> list[QueryFigure]:
        """Figures that are set against others: the measures that are named, else the number of rows."""
        said = self.parts.aggregate
        measured = [figure for figure, _ in self.measured()][:2]
        chosen = [replace(one, function=self._usual_function(one, said.meaning if said else None)) for one in measured]
        counts = [QueryFigure("count", table) for table, _ in self.counted()][:2]
        found = [*counts[:1], *chosen] if self.parts.cues.has("count") or not chosen else chosen
        return found or list(self._main_figures())

    def _main_figures(self) -> Iterator[QueryFigure]:
        """Where nothing is named but the periods: what the main events are worth, or how many there are."""
        for event in self.model.events[:2]:
            natural = self.natural_figures(event.table)[:1]
            yield from (replace(one, function=self._usual_function(one, None)) for one in natural)
            yield QueryFigure("count", event.table)

    def _usual_function(self, figure: QueryFigure, said: str | None) -> str:
        return said or (self.aggregations(figure) or ("sum",))[0]

    def figure_of(self, link: WordLink) -> QueryFigure:
        target = link.target
        derived = target.detail if target.kind is LinkKind.DERIVED else ""
        return QueryFigure("sum", target.table, target.column, derived, self._unit_factor(target.table, target.column))

    def _unit_factor(self, table: str, column: str) -> float:
        measure = next((one for one in self.model.measures_of(table) if one.column == column), None)
        return unit_factor(measure.unit, self.parts.tokens) if measure is not None else 1.0

    def aggregations(self, figure: QueryFigure) -> tuple[str, ...]:
        """Best first."""
        if figure.derived:
            derived = self.model.derived_of(figure.table)
            return next((one.aggregations for one in derived if one.kind == figure.derived), ())
        measures = self.model.measures_of(figure.table)
        return next((one.aggregations for one in measures if one.column == figure.column), ())

    def natural_figures(self, table: str) -> list[QueryFigure]:
        """What is added up where only the rows are named: what they are worth."""
        targets = worth_targets(self.model, table)
        return [QueryFigure("sum", table, one.column, one.detail) for one in targets]

    def pieces_of(self, table: str) -> list[QueryFigure]:
        """How many pieces were sold, bought or used of rows of this table: quantities in what happens with them."""
        quantities = [one for one in self.model.measures if one.kind == "quantity" and "sum" in one.aggregations]
        events = {event.table: event for event in self.model.events}
        return [
            QueryFigure("sum", one.table, one.column)
            for one in quantities
            if one.table in events and one.table != table and self.paths.path(one.table, table, only_up=True)
        ]

    def is_money(self, figures: Iterable[QueryFigure]) -> bool:
        """Whether money is added up."""
        return any(self._is_money(one) for one in figures if one.function in ("sum", "avg"))

    def _is_money(self, figure: QueryFigure) -> bool:
        if figure.derived:
            return figure.derived not in ("span", "age")
        measures = self.model.measures_of(figure.table)
        return any(one.column == figure.column and one.kind in ("amount", "price") for one in measures)

    @cached_property
    def speaks_of_sales(self) -> bool:
        """`how much did we sell`, `revenue`: of what was won, and not of what is offered."""
        words = business_words()["worth"]
        sold = {*words["income"], *words["sold"]}
        return any(token.lemma in sold for token in self.parts.tokens)

    # Groups and dates

    def groups(self, table: str) -> tuple[GroupedBy, ...]:
        links = self.parts.linked.links
        pairs = [(self.group_of(link), link) for link in self.parts.grouped]
        marked = tuple(through_modifier(group, link, links, table, self.paths) for group, link in pairs)
        if self.parts.grain and (day := self.date_of(table)):
            return (DateGrain(day.table, day.column, self.parts.grain), *marked)
        return marked

    @cached_property
    def marked_groups(self) -> tuple[GroupedBy, ...]:
        return tuple(self.group_of(link) for link in self.parts.grouped)

    def group_of(self, link: WordLink) -> Attribute | EntityRow:
        if link.target.kind in (LinkKind.DIMENSION, LinkKind.FLAG):
            return Attribute(link.target.table, link.target.column)
        return EntityRow(*place_of(link))

    def date_of(self, table: str) -> RowDate | None:
        """What a period speaks of: a date that is named, the rows' main date, or that of what they belong to."""
        for link in self.parts.dated:
            if link.target.table == table:
                return RowDate(table, link.target.column)
        return (
            self._date_of_state(table)
            or self._date_of_sale(table)
            or self._main_date(table)
            or self._parents_date(table)
        )

    def _date_of_state(self, table: str) -> RowDate | None:
        """`cancelled in May`, `deals won in 2025`: the day on which the rows came into that state."""
        starts = [mention.start for mention in self.parts.dates]
        for link in self.parts.conditions:
            if link.target.table == table and any(0 <= start - link.end <= 1 for start in starts):
                if link.target.detail == "is_not_null" and not self.parts.is_negated(link):
                    return RowDate(table, link.target.column)
                roles = [role for state in self._states(link) for role in _ROLES_OF_STATE.get(state, ())]
                days = {day.role: day.column for day in self.model.dates if day.table == table}
                if found := [days[role] for role in roles if role in days]:
                    return RowDate(table, found[0])
        return None

    def _date_of_sale(self, table: str) -> RowDate | None:
        """Of what may be won or lost, sales count on the day on which it was."""
        if self.speaks_of_sales and any(one.applies_to == "sales" for one in self.model.exclusions_of(table)):
            days = {day.role: day.column for day in self.model.dates if day.table == table}
            column = next((days[role] for role in _ROLES_OF_STATE["completed"] if role in days), None)
            return RowDate(table, column) if column else None
        return None

    def _states(self, link: WordLink) -> Iterator[str]:
        for status in self.model.statuses:
            if (status.table, status.column) == (link.target.table, link.target.column):
                yield from (state for state, values in status.states if {*link.target.values} & {*values})

    def _main_date(self, table: str) -> RowDate | None:
        day = self.model.main_date(table)
        return RowDate(table, day.column) if day else None

    def _parents_date(self, table: str) -> RowDate | None:
        for event in self.model.events:
            if event.table == table and event.date_from:
                return self._date_of_sale(event.date_from) or self._main_date(event.date_from)
        return None
