"""Runs tests against a change to what a module does on import, in a process that imports the altered text.

Everything is imported anew for it, which takes seconds: `warm_session` tries all changes to functions."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from scripts.mutants.change_code import Mutant
from scripts.mutants.outcome import Outcome

__all__ = ["preload", "run_cold"]


class _AlteredModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name, self.mutant = name, mutant

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> object:
        if fullname != self.name:
            return None
        file = str(self.mutant.path.resolve())
        packages = [str(Path(file).parent)] if file.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(fullname, file, loader=self, submodule_search_locations=packages)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source, str(self.mutant.path), "exec"), module.__dict__)  # noqa: S102


def preload() -> None:
    """Heavy libraries once, before forking. Nothing of the package itself: a child must import the altered module."""
    import duckdb  # noqa: F401
    import pyarrow.compute  # noqa: F401
    import pytest  # noqa: F401
    import sqlglot.dialects  # noqa: F401


def run_cold(mutant: Mutant, tests: Sequence[str], seconds: float) -> Outcome:
    child = os.fork()
    if child == 0:
        os.setsid()
        _be_child(mutant, tests)
    status = _wait(child, seconds)
    return Outcome.SURVIVED if status == 0 else Outcome.KILLED


def _be_child(mutant: Mutant, tests: Sequence[str]) -> None:
    import pytest

    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.meta_path.insert(0, _AlteredModule(_module_name(mutant.path), mutant))
    try:
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-n", "0", *tests])
    except BaseException:  # noqa: BLE001 - whatever the altered code does, somebody noticed
        code = 1
    os._exit(int(code))


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    inside = parts[parts.index("src") + 1 :]
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


def _wait(child: int, seconds: float) -> int:
    """The exit status; a mutant that runs for ever was noticed too."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1
