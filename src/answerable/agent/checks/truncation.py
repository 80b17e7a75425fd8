from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome
from answerable.kernel.messages import CodedMessage, msg


def truncation(outcome: Outcome) -> Iterator[CodedMessage]:
    """There were more rows than the limit lets through."""
    if outcome.result.is_truncated:
        yield msg("checks.truncated", count=outcome.row_limit)
