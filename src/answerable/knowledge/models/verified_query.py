"""A query that is known to answer a question."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from answerable.knowledge.models.stored_entry import ACTIVE, STATUSES, StoredEntry
from answerable.knowledge_files.entry_fields import QUERY

__all__ = ["VerifiedQuery"]


class VerifiedQuery(StoredEntry):
    """Whoever asks the same, or the same of another value or period, gets this SQL."""

    kind = QUERY
    people = {"verified_by": "verified_by"}

    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="verified_queries")
    name = models.CharField(max_length=255)
    description = models.TextField()
    """The question it answers."""
    sql = models.TextField()
    tags = models.JSONField(default=list, blank=True)
    tables_used = models.JSONField(default=list, blank=True)
    wordings = models.JSONField(default=list, blank=True)
    """Other ways to ask the same."""
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    verified_by_name = models.CharField(max_length=150, blank=True, editable=False)
    """Of somebody who has no account here."""
    verified_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=STATUSES, default=ACTIVE)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "slug"], name="one_file_a_query")]

    def __str__(self) -> str:
        return f"{self.name} ({self.project.name})"
