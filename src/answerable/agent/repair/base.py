"""What a strategy is given when a query did not work, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.agent.context.schema_views import View
    from answerable.kernel.knowledge import AgentLearning
    from answerable.kernel.messages import CodedMessage
    from answerable.language import Candidate, Translation

__all__ = ["Failure", "Fix", "Reread", "Strategy"]


@dataclass(frozen=True, slots=True)
class Reread:
    """The question over the schema as it is now; the one it was read over had become old."""

    translation: Translation
    best: Candidate


@dataclass(frozen=True, slots=True)
class Failure:
    sql: str
    category: str
    """missing_column, type_mismatch, sql_syntax, resource_exhausted or empty."""
    message: str
    view: View
    candidates: tuple[Candidate, ...]
    """Of the translation, best first."""
    reread: Callable[[], Reread | None]
    """Reads the schema again; None where it is as it was."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Another query in place of the one that failed."""

    sql: str
    how: CodedMessage
    """What was changed."""
    is_doubtful: bool = False
    """It may answer something else than was asked: said as a caveat, so that trust sinks."""
    confidence: float | None = None
    """Where it differs from that of the query it replaces."""
    translation: Translation | None = None
    """Where the question was read anew."""
    learning: AgentLearning | None = None
    """What to remember if it works."""


Strategy = Callable[[Failure], Iterator[Fix]]
"""Gives fixes, likeliest first; none where it cannot help."""
