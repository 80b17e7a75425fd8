"""What was said. A message never changes once it is written."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils import timezone

from answerable.conversations.models.request import QueryRequest
from answerable.conversations.models.session import Session

__all__ = ["Message", "MessageRole"]


class MessageRole(models.TextChoices):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class _Immutable(models.QuerySet["Message"]):
    def update(self, **_: Any) -> NoReturn:
        raise _immutable()

    def delete(self) -> NoReturn:
        raise _immutable()

    def bulk_update(self, *_: Any, **__: Any) -> NoReturn:
        raise _immutable()


class Message(models.Model):
    """Ordered by `id` within its session; the first of a session is the user's."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="messages")
    request = models.ForeignKey(QueryRequest, null=True, on_delete=models.PROTECT, related_name="messages")
    """The question it asks or answers."""
    role = models.CharField(max_length=10, choices=MessageRole.choices)
    content = models.TextField()
    timestamp = models.DateTimeField(default=timezone.now, editable=False)
    tool_calls = models.JSONField(default=list, blank=True)
    """Only what the assistant says has any."""
    metadata = models.JSONField(default=dict, blank=True)

    objects = _Immutable.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(content=""), name="message_says_something"),
            models.CheckConstraint(condition=models.Q(role__in=MessageRole.values), name="message_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.content[:60]}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise _immutable()
        self._check()
        super().save(*args, **kwargs)

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        raise _immutable()

    def _check(self) -> None:
        if not self.content.strip():
            raise ValueError("A message says something.")
        if self.tool_calls and self.role != MessageRole.ASSISTANT:
            raise ValueError("Only the assistant calls tools.")
        if self.role != MessageRole.USER and not Message.objects.filter(session=self.session).exists():
            raise ValueError("The first message of a session is the user's.")


def _immutable() -> TypeError:
    return TypeError("A message never changes once it is written.")
