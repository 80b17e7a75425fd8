"""Recipes of a schema: those nearest to an intent, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from django.db.models import F
from django.utils import timezone

from answerable.knowledge.models.recipe import Recipe

if TYPE_CHECKING:
    from answerable.projects.models import Project

__all__ = ["closest_recipes", "count_success", "packed_vector"]

MOST = 3
_FLOATS = np.dtype("<f4")


def packed_vector(vector: Sequence[float]) -> bytes:
    """As a recipe keeps it."""
    return np.asarray(vector, _FLOATS).tobytes()


def closest_recipes(project: Project, fingerprint: str, intent: Sequence[float]) -> tuple[tuple[Recipe, float], ...]:
    """At most three of exactly this schema, by the cosine between their intent and this one: the nearest first, of
    equals the one used last."""
    found = list(Recipe.objects.filter(project=project, schema_fingerprint=fingerprint))
    wanted = np.asarray(intent, _FLOATS)
    usable = [one for one in found if len(one.intent_embedding) == wanted.nbytes]
    ranked = sorted(((one, _cosine(one, wanted)) for one in usable), key=lambda pair: -pair[1])
    return tuple(ranked[:MOST])


def count_success(recipe: Recipe) -> None:
    """It was used again and worked: counted in the database, whoever else counts at that time."""
    Recipe.objects.filter(pk=recipe.pk).update(success_count=F("success_count") + 1, last_used_at=timezone.now())


def _cosine(recipe: Recipe, wanted: np.ndarray) -> float:
    kept = np.frombuffer(recipe.intent_embedding, _FLOATS)
    length = float(np.linalg.norm(kept) * np.linalg.norm(wanted))
    return float(kept @ wanted) / length if length else 0.0
