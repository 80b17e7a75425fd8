from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome

MOST = 3


def engine_warnings(outcome: Outcome) -> Iterator[str]:
    """What the engine only murmurs (a value cut, a group list shortened) is said aloud."""
    for warning in outcome.result.warnings[:MOST]:
        yield f"The database warned: {warning}"
