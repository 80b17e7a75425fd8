"""Whether SQL may run: by its risk, or by a person who sees it first."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.sources import Estimate

__all__ = ["Approve", "Decision", "Preview", "is_edit", "is_low_risk", "is_surely_cheap", "say_yes"]

CHEAP_ROWS = 5_000_000
"""A query whose planner expects to touch no more rows than this counts as cheap."""
_QUOTED = re.compile(r"""('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])""")
_EXACT = re.compile(r"--|/\*|#|\\|\$")
"""Comments end with their line, and some engines quote with these: such text is compared to the letter."""
_SPACES = re.compile(r"\s+")
_LOOSE = re.compile(r" ?([(),]) ?")


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
    is_beforehand: bool = False
    """Said before there was a query to look at."""


Approve = Callable[[Preview], Decision]


def say_yes(_: Preview) -> Decision:
    """The approval of someone who said `--yes`."""
    return Decision(approved=True, is_beforehand=True)


def is_edit(shown: str, given: str | None) -> bool:
    """Whether a person gave other SQL than was shown; white space between words does not count."""
    if not given or not given.strip():
        return False
    return _without_layout(given) != _without_layout(shown)


def _without_layout(sql: str) -> str:
    text = sql.strip()
    if _EXACT.search(text):
        return text
    parts = _QUOTED.split(text)  # every second part is quoted, and stays as it is
    return "".join(part if place % 2 else _LOOSE.sub(r"\1", _SPACES.sub(" ", part)) for place, part in enumerate(parts))


def is_low_risk(estimate: Estimate | None, rows_in_tables: int | None) -> bool:
    """Cheap by the engine's own estimate, or, where it gives none, by the size of the tables read."""
    expected = estimate.rows if estimate and estimate.rows is not None else rows_in_tables
    return expected is not None and expected <= CHEAP_ROWS


def is_surely_cheap(most_rows: int | None) -> bool:
    """Whatever the engine would estimate: it cannot touch more."""
    return most_rows is not None and most_rows <= CHEAP_ROWS
