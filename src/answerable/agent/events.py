"""What happens while one question is answered, in the order it happens; interfaces draw it.

A run ends with ApprovalNeeded, Answered, AskedBack or Failed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.answers.answer import Answer
    from answerable.kernel.clarification import Basis, Clarification
    from answerable.kernel.errors import AnswerableError

__all__ = [
    "Answered",
    "ApprovalNeeded",
    "AskedBack",
    "Event",
    "Failed",
    "GeneratedSql",
    "Listener",
    "QueryRejected",
    "QueryWritten",
    "Status",
    "StatusChanged",
]

Status = Literal[
    "pending", "generating", "validating", "awaiting_confirm", "executing", "completed", "failed", "cancelled"
]


@dataclass(frozen=True, slots=True)
class GeneratedSql:
    """SQL as it was written, with the guard's findings."""

    sql: str
    explanation: str
    tables: tuple[str, ...]
    findings: tuple[dict[str, str], ...]
    """What the guard has to say of it: layer, code, message, severity."""
    attempt: int
    """1 to 3."""
    model_used: str
    confidence: float
    path: str
    estimate_rows: int | None
    """What the engine's own planner expects to touch; None where it was not asked or does not say."""
    sql_hash: str
    source_name: str
    leans_on_earlier: bool = False
    """The question means this only after the one before it ("and by month?")."""


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """Also told while long work goes on: the same status, another message, and the share done where it is known."""

    status: Status
    message: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class QueryWritten:
    query: GeneratedSql


@dataclass(frozen=True, slots=True)
class QueryRejected:
    """The guard does not allow it. Its `findings` say why; another query may follow in its place."""

    query: GeneratedSql


@dataclass(frozen=True, slots=True)
class ApprovalNeeded:
    """The run has stopped here and is kept; it may go on in another process."""

    query: GeneratedSql


@dataclass(frozen=True, slots=True)
class Answered:
    answer: Answer


@dataclass(frozen=True, slots=True)
class AskedBack:
    clarification: Clarification
    request_id: str
    basis: Basis | None = None
    """What the readings were made over."""


@dataclass(frozen=True, slots=True)
class Failed:
    error: AnswerableError


Event = StatusChanged | QueryWritten | QueryRejected | ApprovalNeeded | Answered | AskedBack | Failed
Listener = Callable[[Event], None]
