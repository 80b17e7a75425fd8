"""Databases to attack, made once an engine, opened past the guard."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.walls.engines import ENGINES, Prepared
from tests.walls.library import ROWS, TABLES, VIEW
from tests.walls.statements import SHARED, shared_schema

collect_ignore = [] if SHARED.is_dir() else ["test_shared_list.py"]
"""A clone by itself has its own lists; none of its tests is skipped for want of another."""


@dataclass(frozen=True)
class Besieged:
    """An opened source, and its database seen from outside."""

    prepared: Prepared
    source: WorkerSource
    folder: Path
    """The folder the source was opened in, and open to every user's writing."""


def besiege(engine: str, request: pytest.FixtureRequest, setup: tuple[str, ...] | None) -> Iterator[Besieged]:
    folder: Path = request.getfixturevalue("open_folder")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        prepared = ENGINES[engine](request, folder, setup or (*TABLES, VIEW, *ROWS))
        with open_source(prepared.spec, Settings(query_memory_mb=512), folder=folder) as source:
            source.schema()
            yield Besieged(prepared, source, folder)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Servers run as other users, to whom pytest's own folders are closed: what they can write, they write here."""
    with tempfile.TemporaryDirectory(prefix="answerable-walls-") as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


@pytest.fixture(params=list(ENGINES))
def library(request: pytest.FixtureRequest, open_folder: Path) -> Iterator[Besieged]:
    """Our own tables."""
    yield from besiege(request.param, request, None)


@pytest.fixture(params=list(ENGINES))
def shared_shop(request: pytest.FixtureRequest, open_folder: Path) -> Iterator[Besieged]:
    """The tables that the shared list speaks of."""
    dialects = {"mariadb": "mysql", "files": "duckdb"}
    setup = shared_schema()["ddl"][dialects.get(request.param, request.param)]
    yield from besiege(request.param, request, tuple(setup))
