"""Where knowledge is kept, as a run sees it: a folder beside the data, a project's database, or nothing.

A run asks a store once what is known, and tells it afterwards what became of what it applied. Stores are written above
the agent (a project's) or below it (a folder's); the agent knows only this interface.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from answerable.kernel.knowledge import AgentLearning, Applied, Known
from answerable.kernel.light_dataclass import dataclass

__all__ = ["KnowledgeStore", "KnowledgeUse", "UseOutcome"]


class UseOutcome(StrEnum):
    USED = "used"
    """Applied, and nothing speaks for or against it yet."""
    CONFIRMED = "confirmed"
    """The answer passed its checks, or a person confirmed it."""
    CONTRADICTED = "contradicted"
    """The query failed nevertheless, a check objected, or a person said that it is wrong."""


@dataclass(frozen=True, slots=True)
class KnowledgeUse:
    """What became of an entry that had a part in one answer."""

    entry: Applied
    outcome: UseOutcome
    request_id: str
    fingerprint: str = ""
    """Of the source's schema at that time."""


class KnowledgeStore(Protocol):
    def known(self) -> Known:
        """All that holds now, as frozen values; the same object as long as nothing has changed."""

    def save_learning(self, learning: AgentLearning, *, request_id: str, fingerprint: str) -> AgentLearning:
        """Keeps a learning on probation and gives it back with its id; one that is there already (same effect, same
        tables) is given back instead of a second."""

    def count_uses(self, uses: tuple[KnowledgeUse, ...]) -> None:
        """Counts on the entries themselves; moves the confidence of learnings and retires those it speaks against."""
