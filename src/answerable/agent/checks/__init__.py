"""Whether a result can be trusted: one file a check, listed in the order they are said."""

from __future__ import annotations

from answerable.agent.checks.all_null import all_null
from answerable.agent.checks.base import Check, Outcome
from answerable.agent.checks.empty import empty
from answerable.agent.checks.engine_warnings import engine_warnings
from answerable.agent.checks.truncation import truncation

__all__ = ["CHECKS", "Check", "Outcome", "run_checks"]

CHECKS: tuple[Check, ...] = (truncation, engine_warnings, empty, all_null)


def run_checks(outcome: Outcome) -> tuple[str, ...]:
    """Everything the reader must know, in plain words."""
    return tuple(caveat for check in CHECKS for caveat in check(outcome))
