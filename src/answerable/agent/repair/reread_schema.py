from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.messages import msg


def reread(failure: Failure) -> Iterator[Fix]:
    """The schema may have been kept for an hour: where it has changed since, the question is read over it anew."""
    found = failure.reread()
    if found is not None:
        how = msg("repair.schema_changed")
        yield Fix(found.best.sql, how, confidence=found.best.confidence, translation=found.translation)
