"""Whether an answer helped, in the asker's eyes."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from answerable.conversations.models.request import QueryRequest

__all__ = ["Feedback", "Rating"]


class Rating(models.TextChoices):
    UP = "up"
    DOWN = "down"


class Feedback(models.Model):
    """One a person and request; the latest counts."""

    request = models.ForeignKey(QueryRequest, on_delete=models.CASCADE, related_name="feedback")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    rating = models.CharField(max_length=4, choices=Rating.choices)
    comment = models.TextField(blank=True, max_length=2_000)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "user"], name="one_word_a_person")]

    def __str__(self) -> str:
        return f"{self.rating}: {self.comment[:60]}"
