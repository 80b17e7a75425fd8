"""What every test may ask for."""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest

from answerable.audit.write.open_trail import close_trails
from tests.audit.judge import is_good_after_recovery

pytest_plugins = ["tests.sources.servers", "tests.canaries", "tests.quick_selection"]


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
    close_trails()
    session.stash[_STATE].cleanup()


@pytest.fixture(scope="session", autouse=True)
def _every_log_is_judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever a test had recorded, the reference reading accepts it; unless it is a test of spoiled logs."""
    yield
    close_trails()
    logs = [log for log in tmp_path_factory.getbasetemp().rglob("data_agent_runs*.jsonl") if log.is_file()]
    assert [log for log in logs if not is_good_after_recovery(log)] == []
