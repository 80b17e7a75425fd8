"""A name leads to one place: no two modules and no two public classes are called the same."""

from __future__ import annotations

import pytest
from scripts.code_figures import OWN_TREE, Module, read_modules, repeated_class_names, repeated_module_names

FAMILY_MODULES = frozenset({"engine", "schema", "base", "rights", "models", "urls", "apps", "admin", "settings"})
"""The same part of each member of a family, or named by Django."""
PUBLIC_MODULES = frozenset({"errors"})
"""What people import, and what it stands for."""
ENGINE_MODULES = frozenset({"postgres", "mysql", "sqlite", "duckdb"})
"""One a family that has a member for every engine."""
DJANGO_CLASSES = frozenset({"Migration"})

NOT_YET_UNIQUE = frozenset({"plan", "types"})
"""Modules that still share a name. It only shrinks: rename, and take the name out."""

_CLASSES = """
Candidate Category Clarification DatabaseSchema Finding Job Lines Outcome PickedReading QueryResult Reading Receipt
Severity Source TrailVerification Verdict Which
"""
CLASSES_NOT_YET_UNIQUE = frozenset(_CLASSES.split())


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return read_modules(OWN_TREE)


def test_no_two_modules_are_called_the_same(modules: list[Module]) -> None:
    repeated = repeated_module_names(modules).keys() - FAMILY_MODULES - ENGINE_MODULES - PUBLIC_MODULES
    assert sorted(repeated - NOT_YET_UNIQUE) == [], "give the new module a name of its own"
    assert sorted(NOT_YET_UNIQUE - repeated) == [], "unique by now: take these out of NOT_YET_UNIQUE"


def test_no_two_public_classes_are_called_the_same(modules: list[Module]) -> None:
    repeated = repeated_class_names(modules).keys() - DJANGO_CLASSES
    assert sorted(repeated - CLASSES_NOT_YET_UNIQUE) == [], "give the new class a name of its own"
    assert sorted(CLASSES_NOT_YET_UNIQUE - repeated) == [], "unique by now: take these out of CLASSES_NOT_YET_UNIQUE"
