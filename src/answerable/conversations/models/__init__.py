"""What is kept of a conversation, one noun a file."""

from __future__ import annotations

from answerable.conversations.models.approval import Approval
from answerable.conversations.models.feedback import Feedback, Rating
from answerable.conversations.models.message import Message, MessageRole
from answerable.conversations.models.query import GeneratedQuery, ValidationStatus
from answerable.conversations.models.request import Ending, QueryRequest, RequestStatus
from answerable.conversations.models.result import QueryResult
from answerable.conversations.models.session import Provider, Session, SessionStatus

__all__ = [
    "Approval",
    "Ending",
    "Feedback",
    "GeneratedQuery",
    "Message",
    "MessageRole",
    "Provider",
    "QueryRequest",
    "QueryResult",
    "Rating",
    "RequestStatus",
    "Session",
    "SessionStatus",
    "ValidationStatus",
]
