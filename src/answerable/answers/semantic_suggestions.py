"""Questions worth asking, from what the tables mean: a figure over time, by a dimension, and the best of something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.answers.suggestion_words import Wording
from answerable.kernel.light_dataclass import dataclass
from answerable.naming.inflection import lemma
from answerable.words.korean_nouns import korean_noun

if TYPE_CHECKING:
    from answerable.kernel.schema import Column, DatabaseSchema
    from answerable.semantics import BusinessMeasure, SemanticModel
    from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["MeaningfulQuestions"]

_ADDED_UP = ("amount", "balance", "quantity")
_AVERAGED = ("price", "score", "duration", "amount", "balance", "quantity")
"""Kinds of measures worth a question, the most telling first: of what happens, and of what there is."""
_DIMENSIONS = ("category", "place")
_FREE_TEXT = frozenset({"remark", "note", "comment", "description", "label", "version", "text", "title"})
_STAFF = frozenset({"staff", "employee", "user", "officer"})
"""Whose names come last: a question about the best of them is seldom the first."""
_PIECES = frozenset({"quantity", "units", "pieces", "items"})
"""Quantities that people add up; adults of a booking are none."""
_SAYABLE = re.compile(r"[^\W\d]\w*(?: \w+)*")
_LAST_MONTH = "12"


@dataclass(frozen=True)
class MeaningfulQuestions:
    labels: SemanticLabels
    schema: DatabaseSchema
    """What anything may be asked about: nothing else is named."""
    words: Wording
    lang: str

    def about(self, table: str, asked: set[str]) -> Iterator[str]:
        """Best first; `asked` are the words of the question before, without plural."""
        facts = self._fact_table(table)
        entity = self._model.entity(facts)
        if (
            entity is None
            or entity.is_technical
            or entity.is_code_table
            or not _SAYABLE.fullmatch(self.labels.rows(facts))
        ):
            return
        is_event = any(event.table == facts for event in self._model.events)
        yield from self._about_events(facts, table, asked) if is_event else self._about_things(facts, asked)

    def _about_events(self, facts: str, table: str, asked: set[str]) -> Iterator[str]:
        """Over time, the best of who takes part, by what they are."""
        figure = self._measured(facts, asked, _ADDED_UP)
        what = self._noun(figure.label) if figure else self._counted(facts)
        year, dimensions = self._last_whole_year(facts), self._dimensions(facts, asked)
        if year and not asked & self.words.time_words:
            yield self.words.by_month_of.format(what=what, year=year)
        if best := self._best(facts, table, asked):
            yield self.words.top.format(
                what=what, group=self._noun(self.labels.noun(best)), groups=self.labels.rows(best)
            )
        if dimensions:
            yield self.words.by_group.format(what=what, group=self._noun(dimensions[0]))
        if dimensions and figure:
            yield self.words.by_group.format(what=self._counted(facts), group=self._noun(dimensions[-1]))
        if year:
            yield self.words.by_year.format(what=what)

    def _about_things(self, table: str, asked: set[str]) -> Iterator[str]:
        """How many of which kind, and what they cost or score."""
        dimensions = self._dimensions(table, asked)
        for dimension in dimensions[:2]:
            yield self.words.by_group.format(what=self._counted(table), group=self._noun(dimension))
        if dimensions and (figure := self._measured(table, asked, _AVERAGED)):
            average = self.words.average.format(name=self._noun(figure.label))
            yield self.words.by_group.format(what=average, group=self._noun(dimensions[0]))
        for below in self._measured_below(table):
            group, what = self._noun(self.labels.noun(table)), self._noun(below.label)
            yield self.words.top.format(what=what, group=group, groups=self.labels.rows(table))
        if best := self._best(table, table, asked):
            group = self._noun(self.labels.noun(best))
            yield self.words.top.format(what=self._counted(table), group=group, groups=self.labels.rows(best))

    def _measured_below(self, table: str) -> Iterator[BusinessMeasure]:
        """What happens to its rows: the revenue of customers."""
        below = (one.table for one in self._model.relationships if one.target == table and self._is_named(table))
        found = (self._measured(one, set(), _ADDED_UP) for one in dict.fromkeys(below))
        yield from (one for one in found if one is not None and one.kind == "amount")

    @property
    def _model(self) -> SemanticModel:
        return self.labels.model

    def _fact_table(self, table: str) -> str:
        """Of a code table, what its codes are of."""
        entity = self._model.entity(table)
        if entity is None or not entity.is_code_table:
            return table
        return next((one.table for one in self._model.relationships if one.target == table), table)

    def _counted(self, table: str) -> str:
        return self.words.count.format(name=self._noun(self.labels.rows(table)))

    def _measured(self, table: str, asked: set[str], kinds: tuple[str, ...]) -> BusinessMeasure | None:
        """The measure that was asked for, else the most telling one."""
        found = self._measures(table, kinds)
        return min(found, key=lambda one: (not _stems(one.label) & asked, kinds.index(one.kind)), default=None)

    def _measures(self, table: str, kinds: tuple[str, ...]) -> list[BusinessMeasure]:
        return [
            one
            for one in self._model.measures_of(table)
            if one.kind in kinds and _is_telling(one) and self._is_open(one.table, one.column)
        ]

    def _dimensions(self, table: str, asked: set[str]) -> list[str]:
        """Those that were not asked for first."""
        found = [one for one in self._model.dimensions if one.table == table and one.kind in _DIMENSIONS]
        labels = [
            one.label
            for one in found
            if _SAYABLE.fullmatch(one.label)
            and one.label.split()[-1] not in _FREE_TEXT
            and not self.labels.is_part_of_name(table, one.column)
            and self._is_open(table, one.column)
        ]
        return sorted(dict.fromkeys(labels), key=lambda label: bool(_stems(label) & asked))

    def _best(self, facts: str, table: str, asked: set[str]) -> str | None:
        """What takes part and has a name: customers, products."""
        targets = dict.fromkeys(one.target for one in self._model.relationships_of(facts) if one.target != facts)
        named = [target for target in targets if self._is_named(target) and not self._is_asked(target, asked)]
        return min(named, key=lambda one: (self.labels.noun(one) in _STAFF, one == table), default=None)

    def _is_asked(self, table: str, asked: set[str]) -> bool:
        return bool(_stems(self.labels.noun(table)) & asked)

    def _is_named(self, table: str) -> bool:
        entity = self._model.entity(table)
        if entity is None or entity.is_code_table or entity.is_bridge or entity.display == entity.key:
            return False
        is_open = all(self._is_open(table, name) for name in entity.display)
        return bool(entity.display) and is_open and _SAYABLE.fullmatch(entity.noun) is not None

    def _last_whole_year(self, table: str) -> str:
        """That has data to its end; else the one that has any."""
        day = self._model.main_date(table)
        column = self._column(table, day.column) if day else None
        if day is None or column is None:
            return ""
        first, last = day.first or column.minimum or "", day.last or column.maximum or ""
        if not last[:4].isdigit():
            return ""
        year = int(last[:4])
        is_only = not first[:4].isdigit() or int(first[:4]) >= year
        return str(year if is_only or last[5:7] == _LAST_MONTH else year - 1)

    def _is_open(self, table: str, column: str) -> bool:
        return self._column(table, column) is not None

    def _column(self, table: str, column: str) -> Column | None:
        found = self.schema.table(table)
        return found.column(column) if found is not None else None

    def _noun(self, label: str) -> str:
        return korean_noun(label) if self.lang == "ko" else label


def _is_telling(measure: BusinessMeasure) -> bool:
    is_counted = measure.kind != "quantity" or bool(_PIECES & set(measure.label.split()))
    return is_counted and _SAYABLE.fullmatch(measure.label) is not None


def _stems(text: str) -> set[str]:
    return {lemma(word) for word in text.casefold().split()}
