"""What a query gave: its rows as they came, kept as Arrow."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from answerable.conversations.models.query import GeneratedQuery

__all__ = ["QueryResult"]


class QueryResult(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    query = models.OneToOneField(GeneratedQuery, on_delete=models.CASCADE, related_name="result")
    sql = models.TextField()
    """What ran: the query as written, or as a person edited it."""
    is_edited = models.BooleanField(default=False)
    """A person edited it."""
    builds_on_edit = models.BooleanField(default=False)
    """The question leans on an earlier one whose SQL a person edited."""
    arrow = models.BinaryField()
    """The table as an Arrow stream, compressed."""
    columns = models.JSONField(default=list)
    """name, data_type, is_nullable of each."""
    total_row_count = models.PositiveIntegerField(null=True)
    """None where there are more rows than were read: nobody counted them."""
    returned_row_count = models.PositiveIntegerField()
    is_truncated = models.BooleanField(default=False)
    execution_time_ms = models.PositiveIntegerField()
    executed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(returned_row_count__lte=10_000), name="ten_thousand_rows_at_most")
        ]

    def __str__(self) -> str:
        return f"{self.returned_row_count} rows"
