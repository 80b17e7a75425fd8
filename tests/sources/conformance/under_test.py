"""How an engine is described to the suite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.worker.worker_source import WorkerSource

__all__ = ["EngineUnderTest"]


def _open(spec: str, folder: Path) -> WorkerSource:
    return open_source(spec, Settings(), folder=folder)


@dataclass(frozen=True)
class EngineUnderTest:
    """Describe an engine, subclass `Conformance`, and return the description from the fixture `under_test`."""

    dialect: str
    make: Callable[[Path], str]
    """Makes the shop of `shop.py` in a fresh place (an empty folder is given); returns what `open_source` takes."""
    change: Callable[[str], None]
    """Adds a column `extra` to the table `customers` of what `make` returned, from outside."""
    endless: str
    """A query that would run for hours in the engine itself."""
    numbers: str
    """A query of `{count}` rows with one column `n`, 1 and up."""
    mismatch: str
    """A query that fails because of types."""
    writes: tuple[str, ...]
    """Statements that would change something; each must be refused."""
    exact: Mapping[str, tuple[str, Any]] = field(default_factory=dict)
    """For each name an expression and the Python value that must arrive: decimals, zones, NaN, bytes, nested, …"""
    gaps: frozenset[str] = frozenset()
    """Names of claims (without `test_`) the engine cannot keep, because it has no such thing."""
    schema_kinds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of `customers` and `orders` columns where they differ from `shop.KINDS`."""
    open_queries: Callable[[str], int] | None = None
    """How many endless queries the engine itself says are running, where it can be asked."""
    open: Callable[[str, Path], WorkerSource] = _open
    """Opens what `make` returned, relative to a folder."""
