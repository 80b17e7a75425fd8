"""Loads the lists: one statement a line under `-- heading` lines; `{path}` stands for a file that must not come to be.

The repository's own lists are in `attempts/` (what must change nothing), `floods/` (what must be stopped) and
`restricted.sql` (what a policy must refuse). Where another list of hostile statements lies beside the clone, it is
tried as well: see `test_shared_list.py`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SHARED = FOLDER.parents[2] / "shared" / "guard"
DIALECTS = ("postgres", "mysql", "sqlite", "duckdb")


@dataclass(frozen=True)
class Group:
    """Statements that are tried together before anybody looks at what they did."""

    name: str
    statements: tuple[str, ...]


def own(kind: str, dialect: str) -> list[Group]:
    """The groups of `{kind}/{dialect}.sql`."""
    return _groups((FOLDER / kind / f"{dialect}.sql").read_text("utf-8"))


def restricted() -> list[Group]:
    """Of any dialect, under the library's policy."""
    return _groups((FOLDER / "restricted.sql").read_text("utf-8"))


def _groups(text: str) -> list[Group]:
    found = re.split(r"^-- (.+)\n", text, flags=re.MULTILINE)[1:]
    return [Group(name, tuple(body.splitlines())) for name, body in zip(found[::2], found[1::2], strict=True)]


def shared(dialect: str) -> list[dict[str, Any]]:
    """The lines of the shared list that must be rejected."""
    lines = (SHARED / "statements.jsonl").read_text("utf-8").splitlines()
    cases = (json.loads(line) for line in lines)
    return [case for case in cases if case["dialect"] == dialect and case["expected"] == "reject"]


def shared_groups(dialect: str) -> list[Group]:
    cases = sorted(shared(dialect), key=lambda case: str(case["class"]))
    grouped = groupby(cases, key=lambda case: str(case["class"]))
    return [Group(name, tuple(case["sql"] for case in members)) for name, members in grouped]


def shared_schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SHARED / "schema.json").read_text("utf-8"))
    return schema


_PATH = re.compile(r"/(?:tmp|var|etc|root|home)/[\w./-]+|[\w-]+\.(?:csv|parquet|json|db|duckdb|xlsx|avro|php)")


def named_files(statements: tuple[str, ...], folder: Path) -> set[Path]:
    """The files that statements speak of; relative ones lie in `folder`."""
    return {folder / found for statement in statements for found in _PATH.findall(statement)}
