"""With the guard out of the way, the walls alone: no statement changes a table, a file, a user or a setting."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from answerable.kernel.errors import CouldNotAnswer, SourceUnavailable
from answerable.sources import Limits
from tests.walls.conftest import Besieged
from tests.walls.disk import states, tree
from tests.walls.statements import DIALECTS, Group, named_files, own

LIMITS = Limits(rows=50, seconds=1.0, memory_mb=256)

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_own_list_is_long_enough(dialect: str) -> None:
    assert sum(len(group.statements) for group in own("attempts", dialect)) >= 40


def test_nothing_on_our_own_list_changes_anything(library: Besieged) -> None:
    storm(library, own("attempts", library.prepared.dialect))


def storm(besieged: Besieged, groups: list[Group]) -> None:
    target = besieged.folder / "written"
    before = look(besieged)
    for group in groups:
        statements = tuple(statement.replace("{path}", str(target)) for statement in group.statements)
        files = named_files(statements, besieged.folder)
        on_disk = states(files)
        for statement in statements:
            attempt(besieged, statement)
        assert states(files) == on_disk, group.name
        after = look(besieged)
        assert [name for name in before if before[name] != after[name]] == [], (group.name, changes(before, after))


def attempt(besieged: Besieged, statement: str) -> None:
    """Whether it fails or gives rows is not the point here; that the source is still there afterwards is."""
    with suppress(CouldNotAnswer, SourceUnavailable):
        besieged.source.run(statement, LIMITS)


def look(besieged: Besieged) -> dict[str, Any]:
    return {**besieged.prepared.look(), "working folder": tree(besieged.folder)}


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}
