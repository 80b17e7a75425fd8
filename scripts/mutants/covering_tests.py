"""Which tests reach which line: one run of the tests under coverage, with the test's name as the context."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import coverage

__all__ = ["CoveringTests", "measure"]

_DURATION = re.compile(r"^\s*([\d.]+)s call\s+(\S.*)$")
_SETTINGS = """\
[run]
branch = false
source = answerable
dynamic_context = test_function
data_file = {data}
"""


@dataclass(frozen=True, slots=True)
class CoveringTests:
    by_line: dict[tuple[str, int], tuple[str, ...]]
    """(file, line) → functions of the tests that ran it, as `module.function`."""
    node_ids: dict[str, list[str]]
    """`module.function` → ids of its test, one for every case."""
    seconds: dict[str, float] = field(default_factory=dict)

    def of(self, path: Path, line: int, most: int) -> list[str]:
        """Ids of tests that reach the line, quick ones first; of a long case table every n-th case."""
        functions = self.by_line.get((str(path.resolve()), line), ()) or self._of_constants(str(path.resolve()), line)
        ids = [name for function in functions for name in self.node_ids.get(function, ())]
        ids.sort(key=lambda name: self.seconds.get(name, 0.0))
        step = max(1, len(ids) // most)
        return ids[::step]

    def _of_constants(self, file: str, line: int) -> tuple[str, ...]:
        """A line that ran on import only, as constants do, is reached by every test that reaches the file."""
        if (file, line) not in self.by_line:
            return ()
        return tuple(sorted({test for (other, _), tests in self.by_line.items() if other == file for test in tests}))


def measure(tests: Sequence[str], folder: Path) -> CoveringTests:
    """Runs the tests once; a failing test there means that nothing can be learned."""
    settings, data = folder / "coveragerc", folder / "coverage"
    settings.write_text(_SETTINGS.format(data=data), "utf-8")
    command = [sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", "-rA"]
    done = subprocess.run(  # noqa: S603
        [*command, "--durations=0", "-vv", "-p", "no:cacheprovider", "-p", "no:randomly", *tests],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"The tests fail before anything is changed:\n{done.stdout[-3000:]}")
    return CoveringTests(_lines(data), _ids(done.stdout), _seconds(done.stdout))


def _lines(data: Path) -> dict[tuple[str, int], tuple[str, ...]]:
    stored = coverage.CoverageData(str(data))
    stored.read()
    found = {}
    for file in stored.measured_files():
        for line, contexts in stored.contexts_by_lineno(file).items():
            found[file, line] = tuple(sorted(context for context in contexts if context))
    return found


def _ids(output: str) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for match in re.finditer(r"^PASSED (\S+?\.py)::(.+)$", output, re.MULTILINE):
        file, test = match[1], match[2]
        function = test.split("[", 1)[0].replace("::", ".")
        found[f"{file.removesuffix('.py').replace('/', '.')}.{function}"].append(f"{file}::{test}")
    return dict(found)


def _seconds(output: str) -> dict[str, float]:
    matches = (_DURATION.match(line) for line in output.splitlines())
    return {match[2]: float(match[1]) for match in matches if match}
