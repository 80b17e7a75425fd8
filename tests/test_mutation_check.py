"""The mutation check notices what tests notice, and names what they do not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
MOST = 3


def is_few(count):
    return count <= MOST


def is_odd(count):
    if count < 0:
        count = -count
    return count % 2 == 1


def never():
    raise ValueError
"""
TESTS = """
import pytest
from limits import is_few, is_odd


def test_three_are_few_and_four_are_not():
    assert is_few(3) and not is_few(4)


@pytest.mark.parametrize("count", range(4))
def test_odd_numbers(count):
    assert is_odd(count) == (count in (1, 3))


def test_that_fails_as_it_is():
    assert is_few(99)
"""
ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_each_change_is_noticed_survives_or_is_not_reached(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "limits.py").write_text(MODULE)
    (tmp_path / "test_limits.py").write_text(TESTS)
    paths = os.pathsep.join([str(ROOT), str(tmp_path / "src")])
    command = [sys.executable, "-m", "scripts.mutants", "src/limits.py", "--tests", "test_limits.py", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = {line.replace("src/limits.py:", "") for line in done.stderr.splitlines() if "src/limits.py:" in line}
    survived = {f"survived: 10 {change}" for change in ("condition negated", "Lt changed", "0 raised")}
    assert told == survived | {"unreached: 16 raise removed"}
    assert "5 of 9 changes noticed" in done.stdout
    assert "left out, because they fail as it is: test_limits.py::test_that_fails_as_it_is" in done.stderr
