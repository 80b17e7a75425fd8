"""What was said so far, and what of it the agent sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from answerable.conversations.models import Message, MessageRole, QueryResult, RequestStatus, Session
from answerable.language import Turn

if TYPE_CHECKING:
    from answerable.conversations.models import QueryRequest
    from answerable.language import Turn

__all__ = ["SEEN", "add_message", "last_messages", "turns"]

SEEN = 10
"""Messages the agent sees of a conversation."""


def add_message(
    session: Session, role: str, content: str, request: QueryRequest | None = None, **metadata: Any
) -> Message:
    """Raises ValueError for what no message may be: empty, or the assistant's before the user said anything."""
    return Message.objects.create(session=session, request=request, role=role, content=content, metadata=metadata)


def last_messages(session: Session, most: int = SEEN) -> list[Message]:
    """Oldest first; a resumed session goes on from where the one before it ended."""
    found: list[Message] = []
    for link in _chain(session):
        newest = Message.objects.filter(session=link).order_by("-id")[: most - len(found)]
        found += newest
        if len(found) >= most:
            break
    return found[::-1]


def turns(session: Session, most: int = SEEN) -> tuple[Turn, ...]:
    """Questions among the last messages that were answered, each with the SQL that ran."""
    asked = [message for message in last_messages(session, most) if message.role == MessageRole.USER]
    answered = QueryResult.objects.filter(
        query__request__in=[message.request_id for message in asked],
        query__request__status=RequestStatus.COMPLETED,
    ).values_list("query__request_id", "sql", "is_edited", "builds_on_edit")
    ran = {request_id: (sql, edited or builds) for request_id, sql, edited, builds in answered}
    return tuple(Turn(message.content, *ran[message.request_id]) for message in asked if message.request_id in ran)


def _chain(session: Session) -> Iterator[Session]:
    link: Session | None = session
    while link is not None:
        yield link
        link = link.resumed_from
