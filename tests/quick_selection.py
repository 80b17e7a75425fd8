"""`pytest --quick`: the tests that need no server, no browser and no weights of the translator's network.

Nobody keeps a list. What a test needs is read from the fixtures it asks for, which also gives it a marker (`-m
needs_server` selects by it); what only shows while it runs, such as `getfixturevalue` or a process that is started in a
helper, skips the test at that moment. Random tests (hypothesis) and tests marked `slow` are left out too. Of a long
table of cases some are taken that lie evenly over it. Of the tests in a file that start a process (a source's worker,
the command), the first runs and the others are skipped.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import warnings
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest

__all__ = ["needs_of_command", "spread"]

NEEDS_OF_FIXTURES = {
    "postgres_server": "needs_server",
    "mariadb_server": "needs_server",
    "shop_server": "needs_server",
    "browser": "needs_browser",
}
NEEDS_OF_PROGRAMS = {
    "initdb": "needs_server",
    "postgres": "needs_server",
    "mariadb-install-db": "needs_server",
    "mariadbd": "needs_server",
    "chromium": "needs_browser",
}
NEEDS_OF_COMMANDS = {
    "serve": "needs_server",
    "ask": "needs_network_weights",
    "chat": "needs_network_weights",
    "demo": "needs_network_weights",
}
"""Of `answerable`."""
TRANSLATOR_PROCESS = "translator_main"
WEIGHTS = "model.weights"
MARKERS = {
    "needs_server": "asks for PostgreSQL, MariaDB or our own server; given by the fixtures of a test",
    "needs_browser": "asks for chromium; given by the fixtures of a test",
    "needs_network_weights": "loads the translator's network; seen while a test runs, other threads aside",
}
LEFT_OUT = ("slow", "needs_server", "needs_browser", "needs_network_weights")
_LONG_TO_COLLECT = frozenset({"browser", "test_any_request.py"})
_T = TypeVar("_T")
MOST_CASES = 10
"""Of one test function."""


class _Running:
    """What the audit hook, which nobody can take away again, goes by."""

    item: pytest.Item | None = None
    starters: ClassVar[dict[Path, str]] = {}
    """File → the one test of it that may start processes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only tests without servers, browser, processes and network")
    parser.addoption("--quick-cases", type=int, default=MOST_CASES, help="most cases of one test function")


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    if config.getoption("--quick"):
        sys.addaudithook(_skip_what_needs_more)
        # A test that is skipped half-way leaves sockets and files to the garbage collector.
        config.addinivalue_line("filterwarnings", "ignore::ResourceWarning")
        config.addinivalue_line("filterwarnings", "ignore::pytest.PytestUnraisableExceptionWarning")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Importing a browser's driver, or drawing requests from the API's description, takes longer than most tests."""
    return True if config.getoption("--quick") and collection_path.name in _LONG_TO_COLLECT else None


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterable[None]:
    """Cases are left out before pytest makes tests of them: half of the time that collecting takes."""
    yield
    if metafunc.config.getoption("--quick"):
        metafunc._calls[:] = spread(metafunc._calls, metafunc.config.getoption("--quick-cases"))


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Early enough for `-m`."""
    names = set(getattr(item, "fixturenames", ()))
    for need in {NEEDS_OF_FIXTURES[name] for name in names & NEEDS_OF_FIXTURES.keys()}:
        item.add_marker(need)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        kept = list(_quick_ones(items, config.getoption("--quick-cases")))
        chosen = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = kept


def _quick_ones(items: Iterable[pytest.Item], most_cases: int) -> Iterable[pytest.Item]:
    by_function: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not _is_left_out(item):
            by_function[item.nodeid.partition("[")[0]].append(item)
    for cases in by_function.values():
        yield from spread(cases, most_cases)


def _is_left_out(item: pytest.Item) -> bool:
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return True
    return any(item.get_closest_marker(name) for name in LEFT_OUT)


def spread(cases: Sequence[_T], most: int) -> Sequence[_T]:
    """At most so many, evenly over the whole."""
    if len(cases) <= most:
        return cases
    return [cases[place * len(cases) // most] for place in range(most)]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterable[None]:
    _Running.item = item
    try:
        return (yield)
    finally:
        _Running.item = None


def _skip_what_needs_more(event: str, arguments: tuple[object, ...]) -> None:
    item: pytest.Item | None = getattr(_Running, "item", None)  # there is no class any more when Python ends
    if item is None or threading.current_thread() is not threading.main_thread():
        return  # an outcome raised in another thread reaches no test
    if event == "open" and isinstance(arguments[0], str | os.PathLike) and Path(arguments[0]).name == WEIGHTS:
        pytest.skip("needs_network_weights")
    if event == "subprocess.Popen":
        if need := needs_of_command(arguments[1]):
            pytest.skip(need)
        if _Running.starters.setdefault(item.path, item.nodeid) != item.nodeid:
            pytest.skip("another test of this file starts processes already")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--quick"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gc.collect()


def needs_of_command(command: object) -> str:
    """The need of a process that is about to start; empty where it is no server, browser or translator."""
    words = [os.fsdecode(word) for word in command] if isinstance(command, list | tuple) else [str(command)]
    if any(TRANSLATOR_PROCESS in word for word in words):
        return "needs_network_weights"
    if Path(words[0]).name == "answerable":
        return next((need for word, need in NEEDS_OF_COMMANDS.items() if word in words), "")
    return NEEDS_OF_PROGRAMS.get(Path(words[0]).name, "")
