from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.messages import msg

LEAST = 0.5
"""Below this the next reading is no better than a guess."""


def next_candidate(failure: Failure) -> Iterator[Fix]:
    """The next likely reading. What failed was not it, so its probability falls to the others."""
    best = failure.candidates[0].confidence if failure.candidates else 1.0
    for candidate in failure.candidates[1:]:
        confidence = min(best, candidate.confidence / max(1.0 - best, candidate.confidence, 1e-9))
        if confidence >= LEAST:
            how = msg("repair.next_reading")
            yield Fix(candidate.sql, how, is_doubtful=True, confidence=confidence)
