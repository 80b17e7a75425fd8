"""Modules that are not installed, looked for once.

Arrow seeks pandas and dateutil for every array that is made of Python's values, all along the path: a fifth of a small
query's work."""

from __future__ import annotations

import importlib.util
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec

__all__ = ["SOUGHT_BY_ARROW", "look_once_for"]

SOUGHT_BY_ARROW = ("pandas", "dateutil")


class _Absent(MetaPathFinder):
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name in self._names:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return None


def look_once_for(*names: str) -> None:
    """Those that are not there now are not looked for again in this process."""
    absent = frozenset(name for name in names if importlib.util.find_spec(name) is None)
    sys.meta_path.insert(0, _Absent(absent))
