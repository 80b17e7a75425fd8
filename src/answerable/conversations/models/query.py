"""SQL that was written for a request, with what the guard said of it."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.utils import timezone

from answerable.conversations.models.request import QueryRequest

__all__ = ["GeneratedQuery", "ValidationStatus"]

SHORTEST_EXPLANATION = 10
MOST_ATTEMPTS = 3


class ValidationStatus(models.TextChoices):
    PENDING = "pending"
    VALID = "valid"
    INVALID = "invalid"


class GeneratedQuery(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request = models.ForeignKey(QueryRequest, on_delete=models.CASCADE, related_name="queries")
    sql_query = models.TextField()
    sql_hash = models.CharField(max_length=64)
    explanation = models.TextField()
    """In the asker's language, at least ten characters."""
    referenced_tables = models.JSONField(default=list)
    validation_status = models.CharField(
        max_length=10, choices=ValidationStatus.choices, default=ValidationStatus.PENDING
    )
    validation_errors = models.JSONField(default=list)
    """What the guard found: layer, code, message, severity."""
    generation_attempt = models.PositiveSmallIntegerField()
    model_used = models.CharField(max_length=100)
    source_name = models.CharField(max_length=500, blank=True)
    path = models.CharField(max_length=100, blank=True)
    confidence = models.FloatField(null=True)
    estimate_rows = models.FloatField(null=True)
    generated_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["generated_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(generation_attempt__range=(1, MOST_ATTEMPTS)), name="three_attempts_at_most"
            )
        ]

    def __str__(self) -> str:
        return self.sql_query[:60]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if len(self.explanation.strip()) < SHORTEST_EXPLANATION:
            raise ValueError(f"An explanation has at least {SHORTEST_EXPLANATION} characters.")
        super().save(*args, **kwargs)
