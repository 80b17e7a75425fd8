"""Recipes: every field, rule, index and the way they are found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from answerable.knowledge.models import Recipe
from answerable.knowledge.services.find_recipes import closest_recipes, count_success, packed_vector
from answerable.projects.models import Project
from tests.web.people import default_project

pytestmark = pytest.mark.django_db
FINGERPRINT, OTHER = "a3f5" * 16, "b4c6" * 16
TEMPLATE = "Analyze {time_range} {location} sales; trends + charts"
PLAN = {"subtasks": [{"task_id": "load", "tool_name": "sql.run", "arg_template": "SELECT 1 WHERE state={location}"}]}


def recipe(**said: Any) -> Recipe:
    given = {
        "project": default_project(),
        "schema_fingerprint": FINGERPRINT,
        "intent_template": TEMPLATE,
        "intent_embedding": packed_vector([1.0, 0.0]),
        "plan_structure": PLAN,
        "tool_argument_templates": ["SELECT 1 WHERE state={location}"],
    }
    return Recipe.objects.create(**{**given, **said})


def test_every_field_is_kept() -> None:
    kept = Recipe.objects.get(pk=recipe(success_count=12).pk)
    assert isinstance(kept.recipe_id, UUID)
    assert (kept.schema_fingerprint, kept.intent_template) == (FINGERPRINT, TEMPLATE)
    assert bytes(kept.intent_embedding) == packed_vector([1.0, 0.0])
    assert (kept.plan_structure, kept.tool_argument_templates) == (PLAN, ["SELECT 1 WHERE state={location}"])
    assert kept.success_count == 12
    assert kept.created_at <= kept.last_used_at


def test_table_and_indexes_are_called_as_drawn() -> None:
    assert Recipe._meta.db_table == "recipes"
    assert {index.name: index.fields for index in Recipe._meta.indexes} == {
        "idx_schema_fp": ["schema_fingerprint"],
        "idx_last_used": ["-last_used_at"],
    }


@pytest.mark.parametrize("fingerprint", ["", "a3f5", FINGERPRINT.upper(), FINGERPRINT + "\n", "g" * 64])
def test_schema_fingerprint_is_64_hexadecimal_digits(fingerprint: str) -> None:
    with pytest.raises(ValidationError, match="schema_fingerprint"):
        recipe(schema_fingerprint=fingerprint)


@pytest.mark.parametrize("template", ["", "Analyze sales", "Analyze {} sales", "Analyze {2024} sales"])
def test_intent_template_has_placeholders_in_braces(template: str) -> None:
    with pytest.raises(ValidationError, match="intent_template"):
        recipe(intent_template=template)


def test_success_count_is_1_or_more() -> None:
    assert recipe().success_count == 1
    with pytest.raises(ValidationError, match="success_count"):
        recipe(success_count=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Recipe.objects.update(success_count=0)


def test_a_success_is_counted_and_dated() -> None:
    made = recipe(last_used_at=datetime(2026, 1, 1, tzinfo=UTC))
    count_success(made)
    count_success(made)
    kept = Recipe.objects.get()
    assert kept.success_count == 3
    assert kept.last_used_at > made.last_used_at


def test_the_three_nearest_are_found() -> None:
    angles = {"far {x}": [0.0, 1.0], "near {x}": [1.0, 0.1], "nearest {x}": [2.0, 0.0], "opposite {x}": [-1.0, 0.0]}
    for template, vector in angles.items():
        recipe(intent_template=template, intent_embedding=packed_vector(vector))
    found = closest_recipes(default_project(), FINGERPRINT, [1.0, 0.0])
    assert [one.intent_template for one, _ in found] == ["nearest {x}", "near {x}", "far {x}"]
    assert [round(cosine, 2) for _, cosine in found] == [1.0, 1.0, 0.0]


def test_of_equals_the_one_used_last_comes_first() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    recipe(intent_template="old {x}", last_used_at=now - timedelta(days=1))
    recipe(intent_template="new {x}", last_used_at=now)
    found = closest_recipes(default_project(), FINGERPRINT, [1.0, 0.0])
    assert [one.intent_template for one, _ in found] == ["new {x}", "old {x}"]


def test_no_other_schema_project_or_kind_of_vector_is_used() -> None:
    recipe(schema_fingerprint=OTHER)
    recipe(project=Project.objects.create(slug="other", name="Other"))
    recipe(intent_embedding=packed_vector([1.0, 0.0, 0.0]))
    assert closest_recipes(default_project(), FINGERPRINT, [1.0, 0.0]) == ()
