"""What a business query computes, as a colleague would say it: "Total amount by customer, 2025, without cancelled
orders · the 5 highest". What is asked for first, then by what, which rows, which period, what is left out.

One function a part. A part that has no words yet makes the whole None: half a description would be a wrong one.
"""

from __future__ import annotations

from answerable.kernel.messages import CodedMessage, Param, msg
from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    ComparedFigure,
    EntityRow,
    Output,
    PlanMatch,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.descriptions.describe_comparisons import group_comparison, other_comparison
from answerable.language.business.descriptions.describe_conditions import CannotDescribe, ConditionWords, require_known
from answerable.language.business.descriptions.describe_figures import FigureWords, figure_label, grain_words
from answerable.language.business.descriptions.describe_period import describe_period
from answerable.semantics import SemanticModel
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["describe_business_query"]

_KNOWN = frozenset(
    {
        "base", "outputs", "figures", "groups", "tests", "having", "ranking", "share_of", "growth", "is_distinct",
        "is_running", "plan", "counts_groups", "score",
    }
)  # fmt: skip
_KNOWN_RANKING = frozenset({"by", "is_descending", "limit", "per"})


def describe_business_query(query: BusinessQuery, model: SemanticModel) -> CodedMessage | None:
    """None where a part of it cannot be said yet."""
    try:
        require_known(query, _KNOWN)
        return _Description(query, SemanticLabels(model)).whole()
    except CannotDescribe:
        return None


class _Description:
    def __init__(self, query: BusinessQuery, labels: SemanticLabels) -> None:
        self._query = query
        self._labels = labels
        self._figures = FigureWords(labels, query)
        self._conditions = ConditionWords(labels, query.base)

    def whole(self) -> CodedMessage:
        return msg(
            "described.query",
            what=self._what(),
            groups=self._groups(),
            rows=self._rows(),
            known=self._known(),
            period=self._period(),
            left_out=self._left_out(),
            ranking=self._ranking(),
        )

    def _what(self) -> CodedMessage:
        query = self._query
        if query.plan:
            return self._against_plan(query.plan)
        if query.counts_groups:
            return msg("described.count", rows=self._labels.rows(_counted_entity(query)))
        if query.growth:
            return self._growth()
        if query.share_of:
            return self._share()
        if query.outputs:
            return self._ranked_rows() or self._listed()
        if query.figures:
            return self._computed()
        if query.groups:
            return msg("described.several", parts=tuple(self._figures.group(one) for one in query.groups))
        return self._plain_rows(query.base)

    def _computed(self) -> CodedMessage:
        figures = msg("described.several", parts=tuple(self._figures.figure(one) for one in self._query.figures))
        if getattr(self._query, "is_running", False):
            return msg("described.running", figures=figures)
        # A share of nothing named is each group's share of all.
        return msg("described.with_share", figures=figures) if self._query.share_of == () else figures

    def _growth(self) -> CodedMessage:
        assert self._query.growth is not None
        before, after = (describe_period(one.start, one.end) for one in self._query.growth)
        return msg("described.growth", figure=self._first_figure(), before=before, after=after)

    def _against_plan(self, plan: PlanMatch) -> CodedMessage:
        if plan.is_counted:
            return msg("described.periods", grain=grain_words(plan.grain))
        return msg("described.against", figure=self._first_figure(), plan=self._planned(plan))

    def _planned(self, plan: PlanMatch) -> CodedMessage:
        return msg("described.value", label=figure_label(self._labels, plan.figure))

    def _share(self) -> CodedMessage:
        tests = self._query.share_of or ()
        parts = (*self._conditions.rows(tests), *self._conditions.within(tests))
        if not self._query.figures or self._query.figures[0].function == "count":
            return msg("described.share_of_rows", rows=self._labels.rows(self._query.base), conditions=parts)
        return msg("described.share_of_figure", figure=self._first_figure(), conditions=parts)

    def _first_figure(self) -> CodedMessage:
        figures = self._query.figures or (QueryFigure("count", self._query.base),)
        return self._figures.figure(figures[0], with_rows=False)

    def _plain_rows(self, table: str) -> CodedMessage:
        return msg("described.rows", rows=self._labels.rows(table))

    def _listed(self) -> CodedMessage:
        """Rows, or what is known of them."""
        rows = _entity(self._query)
        if rows is not None:
            return self._listed_rows(rows)
        return msg("described.labels_of", labels=self._details(), rows=self._labels.rows(self._query.base))

    def _details(self) -> tuple[CodedMessage, ...]:
        """What is shown of rows besides their names."""
        rows = _entity(self._query)
        shown = [self._shown(one) for one in self._query.outputs if one != rows]
        return (*shown, *(self._figures.figure(one, with_rows=False) for one in self._query.figures))

    def _known(self) -> Param:
        is_plain_list = _entity(self._query) is not None and self._ranked_rows() is None
        details = self._details() if is_plain_list else ()
        return msg("described.details", labels=details) if details else ""

    def _listed_rows(self, row: EntityRow) -> CodedMessage:
        base = self._query.base
        if row.table == base and not row.via:
            return self._plain_rows(base)
        role = self._labels.role(base, row.via) if row.via else ""
        if role and role != self._labels.noun(row.table):
            return msg(
                "described.rows_in_role", rows=self._labels.rows(row.table), role=role, of=self._labels.rows(base)
            )
        return msg("described.rows_of", rows=self._labels.rows(row.table), of=self._labels.rows(base))

    def _shown(self, output: Output) -> CodedMessage:
        return msg("described.value", label=self._figures.name(output))

    def _ranked_rows(self) -> CodedMessage | None:
        """`the 5 products with the lowest price`, where nothing but the rows and what they are ranked by is shown."""
        query, ranking = self._query, self._query.ranking
        if ranking is None or ranking.per or ranking.limit is None or not _is_one_row_each(query):
            return None
        row = _entity(query)
        assert row is not None
        if ranking.limit == 1:
            return self._best_row(row, ranking)
        count, rows = ranking.limit, self._listed_rows(row)
        if self._is_by_date(ranking):
            if ranking.is_descending:
                return msg("described.latest_rows", rows=rows, count=count)
            return msg("described.earliest_rows", rows=rows, count=count)
        label = self._ranked_label(ranking)
        if ranking.is_descending:
            return msg("described.highest_rows", rows=rows, count=count, label=label)
        return msg("described.lowest_rows", rows=rows, count=count, label=label)

    def _best_row(self, row: EntityRow, ranking: RowRanking) -> CodedMessage:
        noun = self._figures.name(row)
        if self._is_by_date(ranking):
            if ranking.is_descending:
                return msg("described.latest_row", noun=noun)
            return msg("described.earliest_row", noun=noun)
        label = self._ranked_label(ranking)
        if ranking.is_descending:
            return msg("described.highest_row", noun=noun, label=label)
        return msg("described.lowest_row", noun=noun, label=label)

    def _groups(self) -> Param:
        query = self._query
        is_number = query.counts_groups or (query.plan is not None and query.plan.is_counted)
        if is_number or not query.groups or not (query.figures or query.share_of is not None or query.growth):
            return ""
        return msg("described.by", names=tuple(self._figures.group(group) for group in query.groups))

    def _rows(self) -> Param:
        query = self._query
        conditions = self._conditions.rows(query.tests, (*map(self._compared, query.having), *self._kept_periods()))
        if not conditions:
            return ""
        if query.plan and self._groups():
            return msg("described.only_those", conditions=conditions)
        if not (self._groups() or query.growth or query.share_of is not None):
            return msg("described.conditions", conditions=conditions)
        if query.share_of is None and not query.growth and all(one.function == "count" for one in query.figures):
            return msg("described.only_those", conditions=conditions)
        return msg("described.only_rows", rows=self._labels.rows(query.base), conditions=conditions)

    def _kept_periods(self) -> tuple[CodedMessage, ...]:
        plan = self._query.plan
        if plan is None or not plan.operator:
            return ()
        return (other_comparison(self._first_figure(), plan.operator, self._planned(plan)),)

    def _compared(self, one: ComparedFigure) -> CodedMessage:
        require_known(one, frozenset({"figure", "operator", "value", "other", "is_of_groups", "is_within"}))
        figure = self._figures.figure(one.figure, with_rows=False)
        if one.other:
            return other_comparison(figure, one.operator, self._figures.figure(one.other, with_rows=False))
        if one.is_of_groups:
            return group_comparison(figure, one.operator)
        if one.value is None:
            return _average_comparison(figure, one.operator)
        value = f"{one.value:,g}"
        match one.operator:
            case ">":
                return msg("described.over", label=figure, value=value)
            case ">=":
                return msg("described.at_least", label=figure, value=value)
            case "<":
                return msg("described.under", label=figure, value=value)
            case "<=":
                return msg("described.at_most", label=figure, value=value)
        raise CannotDescribe(one.operator)

    def _period(self) -> Param:
        periods = self._conditions.periods(self._query.tests)
        return msg("described.during", periods=periods) if periods else ""

    def _left_out(self) -> Param:
        left_out = self._conditions.left_out((*self._query.tests, *(self._query.share_of or ())))
        return msg("described.left_out", parts=left_out) if left_out else ""

    def _ranking(self) -> Param:
        ranking = self._query.ranking
        if ranking is None:
            return ""
        require_known(ranking, _KNOWN_RANKING)
        if ranking.per:
            return self._first_of_each(ranking)
        if self._query.outputs and self._ranked_rows():
            return ""
        return msg("described.ranked", place=self._place(ranking))

    def _first_of_each(self, ranking: RowRanking) -> CodedMessage:
        groups = tuple(self._figures.group(group) for group in ranking.per)
        if ranking.is_descending:
            return msg("described.highest_of_each", groups=groups)
        return msg("described.lowest_of_each", groups=groups)

    def _place(self, ranking: RowRanking) -> CodedMessage:
        if self._is_by_date(ranking):
            return _time_place(ranking)
        if not self._is_by_what_is_shown(ranking):
            return self._place_by_other(ranking)
        return _figure_place(ranking)

    def _place_by_other(self, ranking: RowRanking) -> CodedMessage:
        label, count = self._ranked_label(ranking), ranking.limit or 0
        if not count:
            return msg("described.ordered_by", label=label)
        if ranking.is_descending:
            return msg("described.with_highest", count=count, label=label)
        return msg("described.with_lowest", count=count, label=label)

    def _is_by_what_is_shown(self, ranking: RowRanking) -> bool:
        return ranking.by is None or ranking.by in self._query.figures[:1]

    def _is_by_date(self, ranking: RowRanking) -> bool:
        by = ranking.by
        if isinstance(by, QueryFigure) and by.function not in ("value", "min", "max"):
            return False
        return isinstance(by, QueryFigure | Attribute) and self._labels.date(by.table, by.column) is not None

    def _ranked_label(self, ranking: RowRanking) -> Param:
        if isinstance(ranking.by, QueryFigure):
            if ranking.by.function == "value" and not getattr(ranking.by, "until", None):
                return figure_label(self._labels, ranking.by)
            return self._figures.figure(ranking.by, with_rows=False)
        if isinstance(ranking.by, Attribute):
            return self._figures.name(ranking.by)
        return self._first_figure()


def _is_one_row_each(query: BusinessQuery) -> bool:
    """Rows of one kind; a figure beside them is the one that they are ranked by."""
    shows_by = all(query.ranking is not None and figure == query.ranking.by for figure in query.figures)
    return len(query.outputs) == 1 and isinstance(query.outputs[0], EntityRow) and shows_by


def _counted_entity(query: BusinessQuery) -> str:
    """Raises CannotDescribe."""
    if len(query.groups) == 1 and isinstance(query.groups[0], EntityRow):
        return query.groups[0].table
    raise CannotDescribe("counts_groups")


def _entity(query: BusinessQuery) -> EntityRow | None:
    """The rows that are listed."""
    return next((one for one in query.outputs if isinstance(one, EntityRow)), None)


def _average_comparison(figure: CodedMessage, operator: str) -> CodedMessage:
    if operator in (">", ">="):
        return msg("described.above_average", label=figure)
    return msg("described.below_average", label=figure)


def _figure_place(ranking: RowRanking) -> CodedMessage:
    count = ranking.limit or 0
    if not count:
        return msg("described.highest_first") if ranking.is_descending else msg("described.lowest_first")
    if count == 1:
        return msg("described.the_highest") if ranking.is_descending else msg("described.the_lowest")
    if ranking.is_descending:
        return msg("described.highest_count", count=count)
    return msg("described.lowest_count", count=count)


def _time_place(ranking: RowRanking) -> CodedMessage:
    count = ranking.limit or 0
    if not count:
        return msg("described.latest_first") if ranking.is_descending else msg("described.earliest_first")
    if ranking.is_descending:
        return msg("described.latest_count", count=count)
    return msg("described.earliest_count", count=count)
