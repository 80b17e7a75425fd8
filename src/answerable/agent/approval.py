"""Whether SQL may run: by its risk, or by a person who sees it first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.sources import Estimate

__all__ = ["Approve", "Decision", "Preview", "is_low_risk", "is_surely_cheap", "say_yes"]

CHEAP_ROWS = 5_000_000
"""A query whose planner expects to touch no more rows than this counts as cheap."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a person sees before approving."""

    question: str
    sql: str
    explanation: str
    estimate_rows: int | None = None
    """What the engine's planner expects to touch."""


@dataclass(frozen=True, slots=True)
class Decision:
    approved: bool
    edited_sql: str | None = None
    """Set when the person changed the SQL; it is validated again before it runs."""
    by: str = ""
    """The person's account, where the door knows one."""


Approve = Callable[[Preview], Decision]


def say_yes(_: Preview) -> Decision:
    """The approval of someone who said `--yes`."""
    return Decision(approved=True)


def is_low_risk(estimate: Estimate | None, rows_in_tables: int | None) -> bool:
    """Cheap by the engine's own estimate, or, where it gives none, by the size of the tables read."""
    expected = estimate.rows if estimate and estimate.rows is not None else rows_in_tables
    return expected is not None and expected <= CHEAP_ROWS


def is_surely_cheap(most_rows: int | None) -> bool:
    """Whatever the engine would estimate: it cannot touch more."""
    return most_rows is not None and most_rows <= CHEAP_ROWS
