"""Every change of an entry: who, when, what it said before and after."""

from __future__ import annotations

from django.conf import settings
from django.db import models

__all__ = ["EntryAction", "EntryChange"]


class EntryAction(models.TextChoices):
    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"


class EntryChange(models.Model):
    """Written by the entry itself when it is saved or deleted, in the same transaction."""

    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="knowledge_changes")
    kind = models.CharField(max_length=20)
    entry_id = models.UUIDField()
    title = models.TextField()
    action = models.CharField(max_length=10, choices=EntryAction.choices)
    version = models.PositiveIntegerField()
    """Of the entry, after the change."""
    digest = models.CharField(max_length=64)
    """The version that receipts cite: SHA-256 over what the entry says."""
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    changed_at = models.DateTimeField(auto_now_add=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """None: whoever works at the server's own terminal."""
    changed_by_name = models.CharField(max_length=150, blank=True)
    """Stays where the account goes."""

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["project", "kind", "entry_id"], name="knowledge_change_entry"),
            models.Index(fields=["digest"], name="knowledge_change_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.title} v{self.version} {self.action}"
