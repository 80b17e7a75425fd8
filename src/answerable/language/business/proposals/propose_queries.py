"""Whole readings of a linked question: the queries it may mean, each with a score."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.row_conditions import with_conditions
from answerable.language.business.proposals.propose_attached import propose_attached, propose_rows_and_figure
from answerable.language.business.proposals.propose_compositions import propose_compositions
from answerable.language.business.proposals.propose_contents import propose_contents
from answerable.language.business.proposals.propose_durations import propose_durations
from answerable.language.business.proposals.propose_figures import (
    propose_counted_groups,
    propose_counts,
    propose_figures,
    propose_growth,
    propose_main_figures,
    propose_shares,
)
from answerable.language.business.proposals.propose_first_last import propose_first_last
from answerable.language.business.proposals.propose_lists import propose_lists
from answerable.language.business.proposals.propose_look_ups import propose_look_ups
from answerable.language.business.proposals.propose_rankings import propose_rankings
from answerable.language.business.proposals.propose_ratios import (
    propose_measure_ratios,
    propose_parts_of_all,
    propose_ratios,
)
from answerable.language.business.proposals.propose_roles import propose_roles
from answerable.language.business.proposals.propose_several import (
    propose_compared_values,
    propose_running_totals,
    propose_several,
    propose_side_by_side,
    with_compared_values,
)
from answerable.language.business.proposals.said_order import in_said_order

__all__ = ["propose_queries"]

_ASKED_FOR, _MAY_BE_MEANT = 0.6, 0.15


def propose_queries(subjects: QuestionSubjects) -> list[BusinessQuery]:
    """Unsorted; each is complete, with its conditions, period and the rows usually left out."""
    return [
        whole
        for shape in _shapes(subjects)
        for query in with_compared_values(in_said_order(shape, subjects), subjects)
        for whole in with_conditions(query, subjects)
    ]


def _shapes(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    parts, cues = subjects.parts, subjects.parts.cues
    yield from propose_compositions(subjects)
    yield from _comparisons(subjects)
    yield from propose_contents(subjects)
    if cues.has("duration"):
        yield from propose_durations(subjects)
    if cues.has("asc_date", "desc_date"):
        yield from propose_first_last(subjects)
    if cues.has("avg"):
        yield from propose_ratios(subjects)
    if parts.number_tests:
        yield from propose_counted_groups(subjects)
    if cues.has("who") or any(link.target.kind is LinkKind.ROLE for link in parts.linked.links):
        yield from propose_roles(subjects)
    if not cues.has("above_average", "below_average"):
        yield from propose_rankings(subjects)
    if cues.has("count"):
        yield from propose_counts(subjects, _ASKED_FOR)
    if parts.aggregate or (parts.measures and not cues.has("above_average", "below_average")):
        yield from propose_figures(subjects)
        yield from propose_several(subjects)
    if not parts.linked.links and (parts.dates or parts.grain):
        yield from propose_main_figures(subjects)
    if (parts.grouped and not parts.lists_each) or parts.grain or _names_rows_of_a_period(subjects):
        yield from propose_counts(subjects, _MAY_BE_MEANT)
    if not cues.has("count") or _counts_beside(subjects):
        yield from propose_lists(subjects)
    if len(parts.measures) >= 2:
        yield from propose_measure_ratios(subjects)
    yield from propose_look_ups(subjects)
    yield from propose_attached(subjects)
    if parts.measures:
        yield from propose_rows_and_figure(subjects)


def _comparisons(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    cues = subjects.parts.cues
    if cues.has("share"):
        yield from propose_shares(subjects)
        yield from propose_parts_of_all(subjects)
    if cues.has("growth", "compare") and len(subjects.parts.compared_periods) == 2:
        yield from propose_growth(subjects)
        yield from propose_side_by_side(subjects)
    yield from propose_compared_values(subjects)
    if cues.has("running"):
        yield from propose_running_totals(subjects)


def _names_rows_of_a_period(subjects: QuestionSubjects) -> bool:
    """`cancellations in the first quarter`: how many is the likelier question."""
    parts = subjects.parts
    asks_else = parts.cues.has("which", "who", "when", "where", "count", "none") or parts.measures or parts.aggregate
    return bool(parts.dates) and not asks_else


def _counts_beside(subjects: QuestionSubjects) -> bool:
    """`plans with their price and number of seats`, `which plan is it and how many seats has it`."""
    return all(subjects.parts.is_beside(span.start) for span in subjects.parts.cues.all("count"))
