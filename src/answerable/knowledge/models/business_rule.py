"""What everybody in the house knows and no schema says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models

from answerable.knowledge.models.stored_entry import ACTIVE, STATUSES, StoredEntry
from answerable.knowledge_files.entry_fields import RULE

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = ["BusinessRule"]


class BusinessRule(StoredEntry):
    """Free text, unless it says what a word means (`term`, `condition`) or what always holds (`required_filter`)."""

    kind = RULE

    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="business_rules")
    title = models.CharField(max_length=255)
    description = models.TextField()
    applies_to_tables = models.JSONField(default=list, blank=True)
    applies_to_metrics = models.JSONField(default=list, blank=True)
    tags = models.JSONField(default=list, blank=True)
    term = models.CharField(max_length=255, blank=True)
    synonyms = models.JSONField(default=list, blank=True)
    """Of the term."""
    condition = models.TextField(blank=True)
    """An SQL test of one row."""
    required_filter = models.TextField(blank=True)
    """An SQL test that every query over these tables keeps to."""
    status = models.CharField(max_length=10, choices=STATUSES, default=ACTIVE)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["title"]
        constraints = [models.UniqueConstraint(fields=["project", "slug"], name="one_file_a_rule")]

    def __str__(self) -> str:
        return f"{self.title} ({self.project.name})"

    def save(self, *args: Any, by: User | None = None, **given: Any) -> None:
        if self._state.adding and self.created_by_id is None:
            self.created_by = by
        super().save(*args, by=by, **given)
