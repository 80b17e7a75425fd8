"""Modules that Arrow asks for and a worker can do without.

Arrow seeks pandas and dateutil for every array that is made of Python's values, all along the path: a fifth of a small
query's work. It loads numpy, if there is one, although nothing in a worker makes an array of it: a third of a worker's
start."""

from __future__ import annotations

import importlib.util
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec

__all__ = ["SOUGHT_BY_ARROW", "leave_out_numpy", "look_once_for"]

SOUGHT_BY_ARROW = ("pandas", "dateutil")
_WITHOUT_NUMPY = frozenset({"sqlite", "duckdb_file", "files", "postgres", "mysql"})
"""Packages of engines whose drivers never ask for numpy. Those of SQLAlchemy's many dialects may."""


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


def leave_out_numpy(engine_module: str) -> None:
    """For the rest of this process, where the driver does without; pandas, which needs it, goes too."""
    if engine_module.split(".")[-2] in _WITHOUT_NUMPY:
        sys.meta_path.insert(0, _Absent(frozenset({"numpy", "pandas"})))
