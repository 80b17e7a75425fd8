"""Whether a result can be trusted: one file a check, listed in the order they are said."""

from __future__ import annotations

from answerable.agent.checks.all_null import all_null
from answerable.agent.checks.base import Check, Outcome
from answerable.agent.checks.empty import empty
from answerable.agent.checks.engine_warnings import engine_warnings
from answerable.agent.checks.guard_warnings import guard_warnings
from answerable.agent.checks.metric import metric
from answerable.agent.checks.repeated_sums import fan_out
from answerable.agent.checks.round_numbers import round_numbers
from answerable.agent.checks.truncation import truncation
from answerable.kernel.messages import CodedMessage

__all__ = ["CHECKS", "Check", "Outcome", "run_checks"]

CHECKS: tuple[Check, ...] = (
    truncation,
    engine_warnings,
    empty,
    all_null,
    fan_out,
    metric,
    round_numbers,
    guard_warnings,
)


def run_checks(outcome: Outcome) -> tuple[CodedMessage, ...]:
    """Everything the reader must know."""
    return tuple(caveat for check in CHECKS for caveat in check(outcome))
