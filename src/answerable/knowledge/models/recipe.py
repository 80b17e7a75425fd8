"""An analysis that worked, to be done again with other values."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils import timezone

__all__ = ["Recipe"]

_PLACEHOLDER = re.compile(r"\{[^\W\d]\w*\}")
_FINGERPRINT = r"^[0-9a-f]{64}\Z"


def demand_placeholders(template: str) -> None:
    """Without one there is nothing to put other values in."""
    if not _PLACEHOLDER.search(template):
        raise ValidationError("A template has placeholders in {braces}.", code="no_placeholder")


class Recipe(models.Model):
    """Belongs to the schema it was made for: found by its fingerprint first, and never used for another."""

    recipe_id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("projects.Project", on_delete=models.CASCADE, related_name="recipes")
    schema_fingerprint = models.CharField(max_length=64, validators=[RegexValidator(_FINGERPRINT)])
    """SHA-256 of the schema of the data sources, in hexadecimal."""
    intent_template = models.TextField(validators=[demand_placeholders])
    """`Analyze {time_range} {location} sales; trends + charts`."""
    intent_embedding = models.BinaryField()
    """The vector of the intent's sentence: little-endian 32-bit floats."""
    plan_structure = models.JSONField()
    """The subtasks of the plan, with templates in the places of arguments."""
    tool_argument_templates = models.JSONField(default=list)
    """Of each tool call."""
    success_count = models.PositiveIntegerField(default=1, validators=[MinValueValidator(1)])
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    """Of the first success."""
    last_used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "recipes"
        ordering = ["-last_used_at"]
        indexes = [
            models.Index(fields=["schema_fingerprint"], name="idx_schema_fp"),
            models.Index(fields=["-last_used_at"], name="idx_last_used"),
        ]
        constraints = [models.CheckConstraint(condition=models.Q(success_count__gte=1), name="a_recipe_worked_once")]

    def __str__(self) -> str:
        return self.intent_template

    def save(self, *args: Any, **given: Any) -> None:
        self.full_clean(validate_unique=False, validate_constraints=False)
        super().save(*args, **given)
