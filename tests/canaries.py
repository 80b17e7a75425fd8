"""Secrets that tests plant begin with one word; at the end of a run it is searched for wherever none may be, also in
base64 and in hexadecimal.

Looked through are the logs, receipts, checkpoints and exports under the run's temporary folders, and what tests print.
One that is found fails the run.
"""

from __future__ import annotations

import os
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["PREFIX", "leaks"]

PREFIX = "CANARY-"
SPELLINGS = (
    PREFIX.encode(),
    PREFIX.encode().hex().encode(),
    *(b64encode(PREFIX.encode()[skipped:])[: (len(PREFIX) - skipped) * 8 // 6] for skipped in range(3)),
)
"""In base64 what is the same wherever it stands."""
PLACES = frozenset({"logs", "receipts", "checkpoints", "evidence", "audit"})
"""Folders in which everything is looked at, with all below them."""
NAMES = ("data_agent_runs", "errors.log", "entries.jsonl", "proofs.json", "checkpoint.json")
"""How files begin that are looked at wherever they are."""
_OTHERS = ("pg_", "base", "global", "mysql", "performance_schema")
"""Folders of database servers."""
_FOUND = pytest.StashKey[list[str]]()


def leaks(folder: Path) -> Iterator[str]:
    """Files below the folder that hold what they may not, with the line."""
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(_OTHERS)]
        is_place = not PLACES.isdisjoint(Path(root).relative_to(folder).parts)
        for name in files:
            if (is_place or name.startswith(NAMES)) and Path(root, name).is_file():
                yield from _lines_of(Path(root, name))


def _lines_of(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if spelled := next((each for each in SPELLINGS if each in line), None):
                    place = line.index(spelled)
                    yield f"{path}, line {number}: {line[max(0, place - 60) : place + 60]!r}"
    except OSError:
        return


def _folders(config: pytest.Config) -> Iterator[Path]:
    from django.conf import settings

    factory = getattr(config, "_tmp_path_factory", None)
    if factory is not None and factory._basetemp is not None:
        yield factory.getbasetemp()
    if settings.configured:
        yield settings.WORKSPACE.root
    if (state := Path(os.environ.get("XDG_STATE_HOME", tempfile.gettempdir()))) != Path(tempfile.gettempdir()):
        yield state


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.stash[_FOUND] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: pytest.TestReport = yield  # type: ignore[assignment]
    printed = [text for title, text in report.sections if "log" not in title and PREFIX in text]
    item.config.stash[_FOUND] += [f"printed by {item.nodeid}: {text[:200]!r}" for text in printed]
    return report  # type: ignore[return-value]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker hands on what it found; whoever has no workers, or all of theirs behind them, judges the run."""
    config = session.config
    found = config.stash[_FOUND]
    if not hasattr(config, "workerinput") and config.pluginmanager.has_plugin("dsession"):
        pass  # the folders are the workers'
    else:
        found += [leak for folder in _folders(config) for leak in leaks(folder)]
    if hasattr(config, "workeroutput"):
        config.workeroutput["canaries"] = found
    elif found:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    config: pytest.Config = node.config  # type: ignore[attr-defined]
    config.stash[_FOUND] += getattr(node, "workeroutput", {}).get("canaries", [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if found := config.stash.get(_FOUND, []):
        terminalreporter.section("Planted secrets were written down", red=True)
        for leak in found:
            terminalreporter.line(leak)
