"""Settings of a project: limits only downwards, approval unless somebody said otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import override_settings

from answerable.projects.effective_settings import settings_of
from answerable.projects.models import Project, Role


def _held(**given: Any) -> Any:
    return settings_of(Project(slug="p", name="P", settings=given), Role.VIEWER)


def test_a_project_without_settings_has_the_folders_and_asks_always() -> None:
    assert _held() == replace(django_settings.ANSWERABLE, confirm="always")


@pytest.mark.parametrize(("given", "holds"), [(5, 5), (10_000_000, 10_000), (0, 10_000), (-1, 10_000)])
def test_a_limit_is_only_lowered(given: int, holds: int) -> None:
    assert _held(chat_rows=given).chat_rows == holds


def test_never_asking_needs_the_operators_word() -> None:
    assert _held(confirm="auto").confirm == "auto"
    assert _held(confirm="never").confirm == "always"
    with override_settings(ANSWERABLE=replace(django_settings.ANSWERABLE, confirm="never")):
        assert _held(confirm="never").confirm == "never"


def test_a_members_role_has_its_policy() -> None:
    given = {"policy_roles": {"viewer": "support"}}
    assert _held(**given).role == "support"
    assert settings_of(Project(settings=given), Role.ADMIN).role == ""


def test_what_is_no_projects_business_stays_as_it_is() -> None:
    assert _held(workspace="/elsewhere", database="x", language="ko") == replace(
        django_settings.ANSWERABLE, confirm="always", language="ko"
    )
