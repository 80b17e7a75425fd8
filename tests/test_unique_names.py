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

_CLASSES = frozenset({"Migration"})

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
    repeated = repeated_module_names(modules).keys() - FAMILY_MODULES - ENGINE_PARTS - ENGINE_MODULES - PUBLIC_MODULES
    assert sorted(repeated) == [], "give the new module a name of its own"


def test_no_two_public_classes_are_called_the_same(modules: list[Module]) -> None:
    repeated = repeated_class_names(modules).keys() - DJANGO_CLASSES
    assert sorted(repeated - CLASSES_NOT_YET_UNIQUE) == [], "give the new class a name of its own"
    assert sorted(CLASSES_NOT_YET_UNIQUE - repeated) == [], "unique by now: take these out of CLASSES_NOT_YET_UNIQUE"
