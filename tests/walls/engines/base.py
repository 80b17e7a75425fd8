"""What every prepared engine gives the tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

__all__ = ["Prepared", "Setup"]

Setup = tuple[str, ...]
"""Statements that make and fill the tables."""


@dataclass(frozen=True)
class Prepared:
    """A database reached with more rights than anybody should have, on purpose."""

    spec: str
    dialect: str
    look: Callable[[], dict[str, Any]]
    """Everything a statement might have changed, by name."""


Prepare = Callable[[pytest.FixtureRequest, Any, Setup], Prepared]
