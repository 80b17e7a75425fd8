"""A name leads to one place: no two modules and no two public classes are called the same."""

from __future__ import annotations

import pytest
from scripts.code_figures import OWN_TREE, Module, read_modules, repeated_class_names, repeated_module_names

ENGINE_PARTS = frozenset({"engine", "schema", "rights", "plan", "types"})
"""The same part of each engine, `sources/sqlite/plan.py` and `sources/duckdb_file/plan.py`."""
FAMILY_MODULES = frozenset({"base", "models", "urls", "apps", "admin", "settings"})
"""The same part of each family, or named by Django."""
PUBLIC_MODULES = frozenset({"errors"})
"""What people import, and what it stands for."""
ENGINE_MODULES = frozenset({"postgres", "mysql", "sqlite", "duckdb"})
"""One a family that has a member for every engine."""
DJANGO_CLASSES = frozenset({"Migration"})
STORED_CLASSES = frozenset(
    {"AgentLearning", "BusinessRule", "CanonicalMetric", "Source", "TableKnowledge", "VerifiedQuery"}
)
"""What answers, and its row: the model's name is in the database."""
PAYLOADS = OWN_TREE / "web" / "api"
"""What the API shows of a value bears the value's name."""


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return read_modules(OWN_TREE)


def test_no_two_modules_are_called_the_same(modules: list[Module]) -> None:
    repeated = repeated_module_names(modules).keys() - FAMILY_MODULES - ENGINE_PARTS - ENGINE_MODULES - PUBLIC_MODULES
    assert sorted(repeated) == [], "give the new module a name of its own"


def test_no_two_public_classes_are_called_the_same(modules: list[Module]) -> None:
    others = [module for module in modules if not module.path.is_relative_to(PAYLOADS)]
    repeated = repeated_class_names(others).keys() - DJANGO_CLASSES - STORED_CLASSES
    assert sorted(repeated) == [], "give the new class a name of its own"


def test_no_two_payloads_of_the_api_are_called_the_same(modules: list[Module]) -> None:
    payloads = [module for module in modules if module.path.is_relative_to(PAYLOADS)]
    assert repeated_class_names(payloads) == {}
