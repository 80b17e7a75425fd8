"""What every test may ask for."""

import os
import signal
import tempfile

import pytest

pytest_plugins = ["tests.sources.servers"]


def pytest_configure() -> None:
    """Tests press Ctrl-C, which does nothing in processes of a shell's background: they inherit that it be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_STATE = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """State that belongs to a person, not to a workspace, stays out of the home folder."""
    session.stash[_STATE] = folder = tempfile.TemporaryDirectory(prefix="answerable-state-")
    os.environ["XDG_STATE_HOME"] = folder.name


def pytest_sessionfinish(session: pytest.Session) -> None:
    session.stash[_STATE].cleanup()
