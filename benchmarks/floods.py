"""How soon after its limit each flood ends: `tests/walls/test_floods.py`, test after test, and what they measured.

Best with nothing else on the machine. Wanted: the limit and half a second.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from tests.walls.test_floods import LIMITS, MEASURED

GRACE_SECONDS = 0.5


def run_tests(report: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "junit_family=xunit1"]
    command += [f"--junitxml={report}", "tests/walls/test_floods.py"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(done.stdout)


def measured(report: Path) -> Iterator[tuple[str, list[float]]]:
    """Of each list and engine, every flood's seconds."""
    for case in ElementTree.parse(report).iter("testcase"):
        for found in case.iter("property"):
            if found.get("name") == MEASURED:
                yield str(case.get("name")), json.loads(str(found.get("value")))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        run_tests(report)
        found = dict(measured(report))
    for name, seconds in found.items():
        print(f"{name:<64} {len(seconds):3} floods, slowest {max(seconds, default=0):.2f} s")
    every = [second for seconds in found.values() for second in seconds]
    over = max(every) - LIMITS.seconds
    print(f"limit {LIMITS.seconds:.1f} s: the last of {len(every)} ends {over:.2f} s after it (wanted {GRACE_SECONDS})")
    raise SystemExit(over > GRACE_SECONDS)


if __name__ == "__main__":
    main()
