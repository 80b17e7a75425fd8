"""Questions that put several queries into one: plans against what happened, changes, rates, repeats, delays."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.shape_phrases import find_phrase
from answerable.language.business.proposals.propose_above_groups import propose_above_groups
from answerable.language.business.proposals.propose_changes import propose_changes
from answerable.language.business.proposals.propose_delays import propose_delays
from answerable.language.business.proposals.propose_discounts import propose_discounts
from answerable.language.business.proposals.propose_lapsed import propose_lapsed
from answerable.language.business.proposals.propose_lateness import propose_lateness
from answerable.language.business.proposals.propose_per_parent import propose_per_parent
from answerable.language.business.proposals.propose_plans import propose_plans
from answerable.language.business.proposals.propose_rates import propose_rates
from answerable.language.business.proposals.propose_repeats import propose_repeats

__all__ = ["propose_compositions"]


def propose_compositions(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    cues = subjects.parts.cues
    yield from propose_plans(subjects)
    if subjects.parts.dates:
        yield from propose_changes(subjects)
        yield from propose_lapsed(subjects)
    if cues.has("share") or find_phrase(subjects.parts.tokens, "conversion"):
        yield from propose_rates(subjects)
    if cues.has("duration"):
        yield from propose_delays(subjects)
    yield from propose_lateness(subjects)
    yield from propose_discounts(subjects)
    yield from propose_per_parent(subjects)
    yield from propose_repeats(subjects)
    yield from propose_above_groups(subjects)
