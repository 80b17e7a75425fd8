"""What the guard says of a query, as far as the contest needs to know."""

from __future__ import annotations

from collections.abc import Callable

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Judge", "JudgedSql"]


@dataclass(frozen=True, slots=True)
class JudgedSql:
    is_allowed: bool
    problem: str = ""
    """Why not, in English; for the model."""
    category: str = ""
    """The code of the first finding."""
    warnings: int = 0


Judge = Callable[[str], JudgedSql]
