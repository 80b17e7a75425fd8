"""A short command ends at once, but not before what registered for its end has run."""

from __future__ import annotations

import os
import subprocess
import sys

BEGIN = """
import atexit, sys, threading, time
from answerable.cli.quick_exit import exit_quickly
class Late:
    def __del__(self): print("taken apart")
late = Late()
atexit.register(print, "registered")
"""


def _run(program: str, **streams: int) -> subprocess.CompletedProcess[str]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([sys.executable, "-c", BEGIN + program], text=True, check=False, **streams)  # type: ignore[call-overload, no-any-return]


def test_what_is_registered_runs_and_nothing_else() -> None:
    done = _run("print('said', end='')\nexit_quickly()\nprint('after')")
    assert (done.returncode, done.stdout, done.stderr) == (0, "saidregistered\n", "")


def test_a_thread_that_is_no_daemon_is_waited_for() -> None:
    done = _run(
        "threading.Thread(target=lambda: (time.sleep(0.2), print('waited'))).start()\nexit_quickly()\nsys.exit(3)"
    )
    assert done.returncode == 3
    assert done.stdout.splitlines()[:2] == ["waited", "registered"]


def test_output_that_nobody_takes_is_told_as_ever() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = _run("print('x' * 100_000)\nexit_quickly()", stdout=writer)
    finally:
        os.close(writer)
    assert done.returncode != 0
    assert "BrokenPipeError" in done.stderr
