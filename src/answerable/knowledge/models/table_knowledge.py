"""What a table means beyond its schema."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from answerable.knowledge.models.stored_entry import ACTIVE, STATUSES, StoredEntry
from answerable.knowledge_files.entry_fields import TABLE

__all__ = ["TableKnowledge"]


class TableKnowledge(StoredEntry):
    """What a person wrote of a table: what its rows are, what it is for, what to beware of, how it joins others."""

    kind = TABLE
    editor = "updated_by"

    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="table_knowledge")
    table_name = models.CharField(max_length=255)
    description = models.TextField()
    use_cases = models.JSONField(default=list, blank=True)
    """Questions it helps to answer."""
    data_quality_notes = models.JSONField(default=list, blank=True)
    owner = models.CharField(max_length=255, blank=True)
    refresh_frequency = models.CharField(max_length=100, blank=True)
    related_tables = models.JSONField(default=list, blank=True)
    """`[{"table": "users", "join_hint": "orders.user_id = users.id", "note": "…"}]`."""
    column_notes = models.JSONField(default=dict, blank=True)
    """`{"amount": "Stored in cents"}`."""
    synonyms = models.JSONField(default=list, blank=True)
    column_synonyms = models.JSONField(default=dict, blank=True)
    """`{"amount": ["revenue", "turnover"]}`."""
    status = models.CharField(max_length=10, choices=STATUSES, default=ACTIVE)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        unique_together = ["project", "table_name"]
        ordering = ["table_name"]
        constraints = [models.UniqueConstraint(fields=["project", "slug"], name="one_file_a_table")]

    def __str__(self) -> str:
        return f"{self.table_name} ({self.project.name})"
