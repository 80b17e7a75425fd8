from __future__ import annotations

from collections.abc import Iterator

from answerable.agent.repair.base import Failure, Fix


def reread(failure: Failure) -> Iterator[Fix]:
    """The schema may have been kept for an hour: where it has changed since, the question is read over it anew."""
    found = failure.reread()
    if found is not None:
        how = "The source's schema had changed since it was read, so the question was read again."
        yield Fix(found.best.sql, how, confidence=found.best.confidence, translation=found.translation)
