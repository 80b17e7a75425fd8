from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.checks.base import Outcome
from answerable.kernel.messages import CodedMessage, msg

MOST = 3


def engine_warnings(outcome: Outcome) -> Iterator[CodedMessage]:
    """What the engine only murmurs (a value cut, a group list shortened) is said aloud."""
    for warning in outcome.result.warnings[:MOST]:
        yield msg("checks.database_warned", warning=warning)
