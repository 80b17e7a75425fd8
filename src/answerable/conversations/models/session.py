"""A conversation: the questions one person asks in a row."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from answerable.projects.models import Project, Source

__all__ = ["Provider", "Session", "SessionStatus"]


class SessionStatus(models.TextChoices):
    ACTIVE = "active"
    EXPIRED = "expired"
    TERMINATED = "terminated"


class Provider(models.TextChoices):
    EMBEDDED = "embedded"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    COMPATIBLE = "openai-compatible"
    LOCAL = "local"


class Session(models.Model):
    """`active` until nobody asks for half an hour (`expired`) or its owner ends it (`terminated`), both for good."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="sessions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sessions")
    sources = models.ManyToManyField(Source, related_name="+")
    title = models.CharField(max_length=80, blank=True)
    lang = models.CharField(max_length=2, default="en")
    """Empty: that of each question."""
    provider = models.CharField(max_length=20, choices=Provider.choices, blank=True, default="")
    """Empty: what the project uses."""
    status = models.CharField(max_length=10, choices=SessionStatus.choices, default=SessionStatus.ACTIVE)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_activity_at = models.DateTimeField(default=timezone.now)
    resumed_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="resumed_by"
    )
    """The expired session whose last messages this one goes on from."""

    class Meta:
        ordering = ["-last_activity_at"]
        indexes = [
            models.Index(fields=["user", "-last_activity_at"], name="sessions_of_a_user"),
            models.Index(fields=["status", "last_activity_at"], name="sessions_gone_idle"),
        ]

    def __str__(self) -> str:
        return self.title or str(self.id)
