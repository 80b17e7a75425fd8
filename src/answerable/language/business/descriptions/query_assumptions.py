"""What was chosen on the asker's behalf: which date, by which figure, which rows are left out, which unit."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.business.business_query import BusinessQuery, CalendarTest, DateGrain, PeriodTest, QueryFigure
from answerable.language.business.descriptions.describe_conditions import CannotDescribe, ConditionWords
from answerable.language.business.descriptions.describe_figures import FigureWords
from answerable.semantics import SemanticModel
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["assumptions_of_query"]

_CENT = 0.01


def assumptions_of_query(
    query: BusinessQuery, model: SemanticModel, numbers: Collection[int] | None = None
) -> tuple[CodedMessage, ...]:
    """Each once, in the order in which they matter to a reader. `numbers` are those that the question
    says."""
    labels = SemanticLabels(model)
    chosen = (*_left_out(query, labels), *_ranked_by(query, labels), *_dates(query, labels))
    found = (*chosen, *_usual_limit(query, numbers), *_discounts(query, model))
    found = (*found, *_unix_times(query, model), *_units(query, labels))
    return tuple(dict.fromkeys(found))


def _left_out(query: BusinessQuery, labels: SemanticLabels) -> Iterator[CodedMessage]:
    try:
        parts = ConditionWords(labels, query.base).left_out(query.tests)
    except CannotDescribe:
        return
    yield from (msg("assumed.left_out", what=part) for part in parts)


def _ranked_by(query: BusinessQuery, labels: SemanticLabels) -> Iterator[CodedMessage]:
    """What "best" means."""
    by = query.ranking.by if query.ranking else None
    if not isinstance(by, QueryFigure) or by.function == "value":
        return
    try:
        figure = FigureWords(labels, query).figure(by, with_rows=False)
    except CannotDescribe:
        return
    yield msg("assumed.ranked_by", figure=figure)


def _usual_limit(query: BusinessQuery, numbers: Collection[int] | None) -> Iterator[CodedMessage]:
    limit = query.ranking.limit if query.ranking else None
    if numbers is not None and limit is not None and limit > 1 and limit not in numbers:
        yield msg("notes.no_number_given", count=limit)


def _discounts(query: BusinessQuery, model: SemanticModel) -> Iterator[CodedMessage]:
    for figure in query.figures:
        parts = [one.parts for one in model.derived_of(figure.table) if one.kind == figure.derived == "line_total"]
        for name, column in (part for own in parts for part in own):
            if name == "discount":
                yield msg("notes.discount", column=f"{figure.table}.{column}")


def _dates(query: BusinessQuery, labels: SemanticLabels) -> Iterator[CodedMessage]:
    """Where rows have several dates, or none of their own."""
    for table, column in dict.fromkeys(_used_dates(query)):
        is_choice = sum(one.table == table for one in labels.model.dates) > 1
        if is_choice:
            yield msg("assumed.date", date=labels.column(table, column))
        elif table != query.base:
            yield msg("assumed.date_of", date=labels.column(table, column), noun=labels.noun(table))


def _unix_times(query: BusinessQuery, model: SemanticModel) -> Iterator[CodedMessage]:
    for table, column in dict.fromkeys(_used_dates(query)):
        hidden = model.hidden_type(table, column)
        if hidden is not None and hidden.format.startswith("epoch"):
            yield msg("notes.unix_time", column=f"{table}.{column}")


def _used_dates(query: BusinessQuery) -> Iterator[tuple[str, str]]:
    for test in (*query.tests, *(query.growth or ())):
        if isinstance(test, PeriodTest | CalendarTest):
            yield test.table, test.column
    for group in query.groups:
        if isinstance(group, DateGrain):
            yield group.table, group.column


def _units(query: BusinessQuery, labels: SemanticLabels) -> Iterator[CodedMessage]:
    for figure in query.figures:
        measure = labels.measure(figure.table, figure.column) or labels.derived(figure.table, figure.derived)
        if measure is None or figure.function.startswith("count"):
            continue
        if measure.scale == _CENT and measure.unit == "money":
            yield msg("assumed.kept_in_cents")
        elif measure.scale == _CENT and _is_currency(measure.unit):
            yield msg("assumed.kept_in_cents_of", currency=measure.unit)


def _is_currency(unit: str) -> bool:
    return len(unit) == 3 and unit.isupper()
