"""The one definition of a figure."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from answerable.knowledge.models.stored_entry import ACTIVE, STATUSES, StoredEntry
from answerable.knowledge_files.entry_fields import METRIC

__all__ = ["CanonicalMetric"]


class CanonicalMetric(StoredEntry):
    """An agreed definition: whoever asks for the figure gets it computed by this SQL and no other."""

    kind = METRIC
    editor = "updated_by"

    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="canonical_metrics")
    name = models.CharField(max_length=255)
    definition = models.TextField()
    sql_template = models.TextField()
    """May hold `{{date_range}}`, `{{start_date}}` and `{{end_date}}`."""
    unit = models.CharField(max_length=50, blank=True)
    owner = models.CharField(max_length=255, blank=True)
    caveats = models.JSONField(default=list, blank=True)
    tags = models.JSONField(default=list, blank=True)
    synonyms = models.JSONField(default=list, blank=True)
    date_column = models.CharField(max_length=255, blank=True)
    """`table.column` by which it is placed in time, where the template does not say."""
    status = models.CharField(max_length=10, choices=STATUSES, default=ACTIVE)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        unique_together = ["project", "name"]
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["project", "slug"], name="one_file_a_metric")]

    def __str__(self) -> str:
        return f"{self.name} ({self.project.name})"
