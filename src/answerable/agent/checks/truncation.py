from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome


def truncation(outcome: Outcome) -> Iterator[str]:
    """There were more rows than the limit lets through."""
    if outcome.result.is_truncated:
        yield f"Only the first {outcome.row_limit:,} rows are here; the full result has more."
