"""A person's word on one query: asked for once, given once."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from answerable.conversations.models.query import GeneratedQuery
from answerable.conversations.models.session import Session

__all__ = ["Approval"]


class Approval(models.Model):
    """Bound to the session, the person and the exact text; undecided while `decided_at` is empty."""

    query = models.OneToOneField(GeneratedQuery, on_delete=models.CASCADE, related_name="approval")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    sql_hash = models.CharField(max_length=64)
    offered_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    approved = models.BooleanField(null=True)
    edited_sql = models.TextField(blank=True)
    """What the person made of the SQL; empty where it was approved as shown."""

    def __str__(self) -> str:
        return f"{self.query_id}: {self.approved}"
