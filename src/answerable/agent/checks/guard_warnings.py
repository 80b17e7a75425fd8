from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome
from answerable.agent.checks.fan_out import CODE


def guard_warnings(outcome: Outcome) -> Iterator[str]:
    """What the guard let pass with a word of warning."""
    yield from (one.message for one in outcome.warnings if one.code != CODE)
