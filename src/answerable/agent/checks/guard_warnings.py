from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome
from answerable.agent.checks.repeated_sums import CODE
from answerable.kernel.messages import CodedMessage, as_message


def guard_warnings(outcome: Outcome) -> Iterator[CodedMessage]:
    """What the guard let pass with a word of warning."""
    yield from (as_message(one.message) for one in outcome.warnings if one.code != CODE)
