"""A correction that was found by trial and error."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from answerable.kernel.knowledge import Category
from answerable.knowledge.models.stored_entry import StoredEntry
from answerable.knowledge_files.entry_fields import LEARNING

__all__ = ["AgentLearning"]

_CATEGORIES = [
    (str(Category.TYPE_MISMATCH), "Column type mismatch"),
    (str(Category.FILTER_REQUIRED), "Missing required filter"),
    (str(Category.JOIN_PATTERN), "Correct join pattern"),
    (str(Category.AGGREGATION), "Aggregation gotcha"),
    (str(Category.NAMING), "Column/table naming convention"),
    (str(Category.DATA_QUALITY), "Data quality issue"),
    (str(Category.BUSINESS_LOGIC), "Business logic correction"),
    (str(Category.OTHER), "Other"),
]
_PROMOTIONS = [("business_rule", "Business Rule"), ("verified_query", "Verified Query")]


class AgentLearning(StoredEntry):
    """What failed, what worked instead, and what of it is done from now on; a curator promotes or retires it."""

    kind = LEARNING
    people = {"discovered_by_user": "discovered_by_user"}

    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="learnings")
    description = models.TextField()
    category = models.CharField(max_length=50, choices=_CATEGORIES, default="other")
    applies_to_tables = models.JSONField(default=list, blank=True)
    effect = models.JSONField(null=True, blank=True)
    """What it changes: `{"kind": "use_column", "wrong": "orders.amount", "right": "orders.net"}`."""
    original_error = models.TextField(blank=True)
    original_sql = models.TextField(blank=True)
    corrected_sql = models.TextField(blank=True)
    confidence_score = models.FloatField(default=0.5)
    times_applied = models.IntegerField(default=0)
    is_active = models.BooleanField(default=True)
    promoted_to = models.CharField(max_length=50, blank=True, choices=_PROMOTIONS)
    discovered_in_conversation = models.CharField(max_length=255, blank=True)
    discovered_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    discovered_by_user_name = models.CharField(max_length=150, blank=True, editable=False)
    """Of somebody who has no account here."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-confidence_score", "-times_applied"]
        indexes = [models.Index(fields=["project", "is_active", "-confidence_score"])]
        constraints = [
            models.UniqueConstraint(fields=["project", "slug"], name="one_file_a_learning"),
            models.CheckConstraint(
                condition=models.Q(confidence_score__gte=0, confidence_score__lte=1), name="confidence_is_a_share"
            ),
            models.CheckConstraint(condition=models.Q(times_applied__gte=0), name="applied_no_times_or_more"),
        ]

    def __str__(self) -> str:
        return f"Learning: {self.description[:80]}..."
