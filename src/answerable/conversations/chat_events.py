"""What happens to one request, as interfaces hear of it: values until somebody writes them down or sends them.

`services.event_fields` gives each the names that the HTTP API and the database have for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.answers.answer import Answer
    from answerable.conversations.models import Approval, GeneratedQuery, QueryRequest, QueryResult, Session
    from answerable.kernel.clarification import Clarification
    from answerable.kernel.errors import AnswerableError

__all__ = [
    "ChatEvent",
    "ConfirmRequired",
    "QueryPreviewed",
    "RequestBegun",
    "RequestFailed",
    "ResultStored",
    "SendEvent",
    "StatusReported",
    "StreamEnded",
]


@dataclass(frozen=True, slots=True)
class RequestBegun:
    session: Session
    request: QueryRequest


@dataclass(frozen=True, slots=True)
class StatusReported:
    status: str
    message: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class QueryPreviewed:
    query: GeneratedQuery


@dataclass(frozen=True, slots=True)
class ConfirmRequired:
    approval: Approval


@dataclass(frozen=True, slots=True)
class ResultStored:
    request: QueryRequest
    result: QueryResult
    answer: Answer


@dataclass(frozen=True, slots=True)
class RequestFailed:
    request: QueryRequest | None
    """None where the store itself failed, and nobody can say which request it was."""
    error: AnswerableError
    clarification: Clarification | None = None
    """Set where the question was asked back."""


@dataclass(frozen=True, slots=True)
class StreamEnded:
    """Nothing more comes."""


ChatEvent = (
    RequestBegun | StatusReported | QueryPreviewed | ConfirmRequired | ResultStored | RequestFailed | StreamEnded
)
SendEvent = Callable[[ChatEvent], None]
