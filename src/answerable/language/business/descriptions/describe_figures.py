"""What is computed or listed, and by what, in people's words."""

from __future__ import annotations

from dataclasses import replace

from answerable.kernel.messages import CodedMessage, Param, msg
from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    DateGrain,
    EntityRow,
    PeriodTest,
    QueryFigure,
)
from answerable.language.business.descriptions.describe_conditions import CannotDescribe, ConditionWords, require_known
from answerable.language.business.descriptions.describe_period import describe_period
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["FigureWords", "figure_label"]

_KNOWN = frozenset(
    {"function", "table", "column", "derived", "unit_factor", "tests", "until", "per", "minus", "out_of", "over"}
)
_KNOWN_GROUPS = {
    Attribute: frozenset({"table", "column", "via"}),
    EntityRow: frozenset({"table", "via"}),
    DateGrain: frozenset({"table", "column", "grain", "via"}),
}


class FigureWords:
    def __init__(self, labels: SemanticLabels, query: BusinessQuery) -> None:
        self._labels = labels
        self._query = query
        self._conditions = ConditionWords(labels, query.base)

    def figure(self, figure: QueryFigure, *, with_rows: bool = True) -> CodedMessage:
        """`with_rows`: an average says of what. Raises CannotDescribe."""
        require_known(figure, _KNOWN)
        if figure.minus:
            return self._change(figure, figure.minus)
        if figure.out_of:
            part = self.figure(replace(figure, out_of=None), with_rows=with_rows)
            return msg("described.out_of", part=part, whole=self.figure(figure.out_of, with_rows=with_rows))
        if figure.over:
            part = self.figure(replace(figure, over=None), with_rows=False)
            return msg("described.per", figure=part, noun=figure_label(self._labels, figure.over))
        plain = self._plain_figure(figure, with_rows)
        if per := getattr(figure, "per", ""):
            plain = msg("described.per", figure=plain, noun=self._labels.noun(per))
        conditions = (*self._conditions.rows(figure.tests), *self._conditions.within(figure.tests))
        return msg("described.figure_of", figure=plain, conditions=conditions) if conditions else plain

    def _change(self, figure: QueryFigure, earlier: QueryFigure) -> CodedMessage:
        """From one period to the other, in percent where it is out of the earlier one."""
        before, after = (self._period(one) for one in (earlier, figure))
        plain = self._plain_figure(figure, with_rows=False)
        if figure.out_of:
            return msg("described.growth", figure=plain, before=before, after=after)
        return msg("described.change", figure=plain, before=before, after=after)

    def _period(self, figure: QueryFigure) -> CodedMessage:
        found = [test for test in figure.tests if isinstance(test, PeriodTest)]
        if len(found) != 1 or len(figure.tests) != 1:
            raise CannotDescribe("minus")
        return describe_period(found[0].start, found[0].end)

    def _plain_figure(self, figure: QueryFigure, with_rows: bool) -> CodedMessage:
        rows = self._labels.rows(figure.table)
        if figure.function == "count" and not figure.column:
            return msg("described.count", rows=rows)
        if until := getattr(figure, "until", None):
            return self._aggregate(figure, self._days(figure, until))
        label = figure_label(self._labels, figure)
        if figure.function in ("count", "count_distinct"):
            return msg(
                "described.count_distinct", label=self._labels.rows(figure.table) if not figure.column else label
            )
        of = self._measured(figure, label, rows) if with_rows else label
        return self._aggregate(figure, of)

    def _measured(self, figure: QueryFigure, label: str, rows: str) -> Param:
        """`list price of rooms`: where the label alone would not say of what."""
        is_grouped = any(group.table == figure.table for group in self._query.groups)
        is_narrowed = bool(self._conditions.rows(self._query.tests)) and not self._query.groups
        is_unclear = is_narrowed or self._labels.is_measured_elsewhere(label, figure.table)
        says_rows = bool(set(rows.split()) & set(label.split()))
        if says_rows or is_grouped or figure.function == "value" or (figure.function == "sum" and not is_unclear):
            return label
        return msg("described.label_of", label=label, rows=rows)

    def _days(self, figure: QueryFigure, until: Attribute) -> CodedMessage:
        start, end = (self._labels.column(one.table, one.column) for one in (figure, until))
        return msg("described.days_between", start=start, end=end)

    def _aggregate(self, figure: QueryFigure, label: Param) -> CodedMessage:
        is_date = isinstance(label, str) and self._labels.date(figure.table, figure.column) is not None
        match figure.function:
            case "sum":
                return _total(label)
            case "avg":
                return msg("described.average", label=label)
            case "min":
                return msg("described.earliest", label=label) if is_date else msg("described.lowest", label=label)
            case "max":
                return msg("described.latest", label=label) if is_date else msg("described.highest", label=label)
            case "value":
                return msg("described.value", label=label)
        raise CannotDescribe(figure.function)

    def group(self, group: Attribute | EntityRow | DateGrain) -> CodedMessage:
        """What comes after `by`. Raises CannotDescribe."""
        known = _KNOWN_GROUPS.get(type(group))
        if known is None:
            raise CannotDescribe(type(group).__name__)
        require_known(group, known)
        if isinstance(group, DateGrain):
            return self._time(group)
        return msg("described.group", name=self.name(group))

    def name(self, group: Attribute | EntityRow) -> str:
        role = self._labels.role(self._query.base, group.via) if group.via else ""
        if isinstance(group, EntityRow):
            return _as_noun(role, self._labels.noun(group.table))
        label = self._labels.group(group.table, group.column, self._query.base)
        return f"{role} {label}" if role and not role.endswith(" by") else label

    def _time(self, group: DateGrain) -> CodedMessage:
        grain = grain_words(group.grain)
        day = self._labels.date(group.table, group.column)
        if day is None or day.is_main:
            return msg("described.group", name=grain)
        return msg("described.group_of_date", grain=grain, date=self._labels.column(group.table, group.column))


def figure_label(labels: SemanticLabels, figure: QueryFigure) -> str:
    """What a figure measures."""
    if figure.derived:
        derived = labels.derived(figure.table, figure.derived)
        return derived.label if derived else figure.derived.replace("_", " ")
    return labels.column(figure.table, figure.column) if figure.column else labels.rows(figure.table)


def grain_words(grain: str) -> CodedMessage:
    """Raises CannotDescribe."""
    match grain:
        case "year":
            return msg("period.year")
        case "quarter":
            return msg("period.quarter")
        case "month":
            return msg("period.month")
        case "week":
            return msg("period.week")
        case "day":
            return msg("period.day")
        case "weekday":
            return msg("described.weekday")
        case "month_of_year":
            return msg("described.month_of_year")
        case "hour":
            return msg("described.hour")
    raise CannotDescribe(grain)


def _total(label: Param) -> CodedMessage:
    """Never "total total"."""
    if isinstance(label, str) and label.startswith("total"):
        return msg("described.value", label=label)
    return msg("described.total", label=label)


def _as_noun(role: str, noun: str) -> str:
    """`taken by` a person is no noun; `general manager` is."""
    return role if role and not role.endswith(" by") else noun
