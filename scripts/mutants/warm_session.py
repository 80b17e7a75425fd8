"""One pytest session for all changes of an area: tests are imported once, and every change gets a forked process.

The session's own process only collects. A first child runs all tests under coverage and says which lines each reaches;
then a child for each change puts the altered code in place and runs the tests that reach its line, until one fails.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import IO

import coverage
import pytest

from scripts.mutants.change_code import Mutant
from scripts.mutants.choose_tests import Reach, choose_tests
from scripts.mutants.outcome import Outcome, Verdict
from scripts.mutants.patch_code import CannotPatch, patch

__all__ = ["Limits", "try_mutants"]

_QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "-s")
_FAILED, _UNPATCHED = 1, 2
_MOST_SECONDS, _TIMES_SLOWER = 30.0, 5.0
"""How long the tests of one change may run: a machine may be busier than when they were measured."""
_Running = dict[int, tuple[Mutant, Sequence[str], float]]
"""Processes, with when they are ended."""


@dataclass(frozen=True, slots=True)
class Limits:
    tests: int
    """Against one change."""
    seconds: float
    """Of the tests' own time."""
    jobs: int


def try_mutants(mutants: Sequence[Mutant], tests: Sequence[str], limits: Limits, progress: IO[str]) -> list[Verdict]:
    """Of changes to functions; of others the outcome is COLD, and somebody else must try them."""
    session = _Session(mutants, limits, progress)
    with Path(os.devnull).open("w") as nothing:
        streams = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = nothing
        try:
            code = pytest.main([*_QUIET, *tests], plugins=[session])
        finally:
            sys.stdout, sys.stderr = streams
    if not session.was_run:
        raise SystemExit(
            f"pytest ended with {code} before any test ran. To see why: pytest --collect-only {' '.join(tests)}"
        )
    return session.verdicts


@dataclass
class _Session:
    mutants: Sequence[Mutant]
    limits: Limits
    progress: IO[str]
    verdicts: list[Verdict] = field(default_factory=list)
    was_run: bool = False
    has_failed: bool = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed = self.has_failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        self.was_run = True
        reach = self._measured(session.items)
        self.progress.write(f"  {len(reach.seconds)} of {len(session.items)} tests pass, in {reach.total:.0f} s\n")
        if reach.failing:
            self.progress.write(f"  left out, because they fail as it is: {', '.join(reach.failing[:5])} …\n")
        self._try_all({item.nodeid: item for item in session.items}, reach)
        return True

    def _measured(self, items: Sequence[pytest.Item]) -> Reach:
        files = sorted({str(mutant.path.resolve()) for mutant in self.mutants})
        with tempfile.NamedTemporaryFile() as found:
            child = _fork(lambda: self._measure(items, files, Path(found.name)))
            os.waitpid(child, 0)
            reach = pickle.loads(Path(found.name).read_bytes())  # noqa: S301 - our own child wrote it
        assert isinstance(reach, Reach)
        return reach

    def _measure(self, items: Sequence[pytest.Item], files: list[str], result: Path) -> int:
        measuring = coverage.Coverage(data_file=None, config_file=False, include=files)
        reach = Reach({}, {}, {}, [])
        measuring.start()
        for item, following in pairwise((*items, None)):
            assert item is not None
            measuring.switch_context(item.nodeid)
            began, worked, self.has_failed = time.monotonic(), _processor_seconds(), False
            _run(item, following)
            if self.has_failed:
                reach.failing.append(item.nodeid)
            else:
                reach.seconds[item.nodeid] = _processor_seconds() - worked
                reach.waited[item.nodeid] = time.monotonic() - began
        measuring.stop()
        data = measuring.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                reach.by_line[file, line] = frozenset(test for test in tests if test in reach.seconds)
        result.write_bytes(pickle.dumps(reach))
        return 0

    def _try_all(self, items: dict[str, pytest.Item], reach: Reach) -> None:
        self._check_that_nothing_changed_survives(items, reach)
        running: _Running = {}
        for mutant in self.mutants:
            chosen = choose_tests(reach, mutant, self.limits.tests, self.limits.seconds)
            if not chosen:
                self._settle(mutant, Outcome.UNREACHED)
                continue
            while len(running) >= self.limits.jobs:
                self._wait(running)
            tests = [items[name] for name in chosen]
            ends = time.monotonic() + _MOST_SECONDS + _TIMES_SLOWER * sum(reach.waited[name] for name in chosen)
            running[_fork(lambda: self._try_one(mutant, tests))] = mutant, chosen, ends  # noqa: B023 - it runs at once
        while running:
            self._wait(running)

    def _check_that_nothing_changed_survives(self, items: dict[str, pytest.Item], reach: Reach) -> None:
        """Where tests fail in a forked process for reasons of their own, every change would seem to be noticed."""
        reached = (choose_tests(reach, one, self.limits.tests, self.limits.seconds) for one in self.mutants)
        chosen = next((tests for tests in reached if tests), [])
        _, status = os.waitpid(_fork(lambda: self._run_until_one_fails([items[name] for name in chosen])), 0)
        if status != 0:
            raise SystemExit("The tests fail in a forked process although nothing was changed.")

    def _try_one(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> int:
        try:
            patch(mutant)
        except CannotPatch:
            return _UNPATCHED
        return self._run_until_one_fails(tests)

    def _run_until_one_fails(self, tests: Sequence[pytest.Item]) -> int:
        for item, following in pairwise((*tests, None)):
            assert item is not None
            _run(item, following)
            if self.has_failed:
                return _FAILED
        return 0

    def _wait(self, running: _Running) -> None:
        """Until one has ended; one that runs for ever was noticed too."""
        while True:
            for child, (mutant, tests, ends) in list(running.items()):
                done, status = os.waitpid(child, os.WNOHANG)
                if not done and time.monotonic() < ends:
                    continue
                if not done:
                    os.killpg(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                del running[child]
                self._settle(mutant, _outcome(status) if done else Outcome.KILLED, tests)
                return
            time.sleep(0.01)

    def _settle(self, mutant: Mutant, outcome: Outcome, tests: Sequence[str] = ()) -> None:
        self.verdicts.append(Verdict(mutant, outcome, tuple(tests)))
        if outcome in (Outcome.SURVIVED, Outcome.UNREACHED):
            self.progress.write(f"{outcome}: {mutant.name}\n")
            self.progress.flush()


def _outcome(status: int) -> Outcome:
    if status == 0:
        return Outcome.SURVIVED
    is_cold = os.WIFEXITED(status) and os.WEXITSTATUS(status) == _UNPATCHED
    return Outcome.COLD if is_cold else Outcome.KILLED


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _processor_seconds() -> float:
    """Of this process and of those that it has waited for."""
    return sum(os.times()[:4])


def _fork(work: Callable[[], int]) -> int:
    child = os.fork()
    if child:
        return child
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    code = _FAILED
    try:
        code = work()
    finally:  # whatever the altered code does, nothing of the session's own may run here
        os._exit(code)
    return 0
