from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome
from answerable.kernel.messages import CodedMessage, msg

CODE = "fan_out"


def fan_out(outcome: Outcome) -> Iterator[CodedMessage]:
    """A join that repeats rows makes a total too high; the guard knows from the keys which one it is."""
    if outcome.result.table.num_rows == 0:
        return
    for one in outcome.warnings:
        if one.code == CODE:
            yield msg("checks.too_high", why=one.message)
