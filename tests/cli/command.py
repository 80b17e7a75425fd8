"""Running the command as a person does: a process of its own, in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

__all__ = ["Finished", "answerable", "complaints"]

Finished = subprocess.CompletedProcess[str]


def answerable(*arguments: str, cwd: Path, stdin: str | None = None, seconds: float = PATIENCE) -> Finished:
    program = Path(sys.executable).with_name("answerable")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ANSWERABLE_")}
    return subprocess.run(
        [str(program), *arguments],
        cwd=cwd,
        input=stdin if stdin is not None else "",
        capture_output=True,
        text=True,
        timeout=seconds,
        env=environ,
        check=False,
    )


def complaints(done: Finished) -> list[str]:
    """The lines on stderr without `Opening the source …` and the like, said where something takes longer than a second,
    as it may on a busy machine."""
    lines = done.stderr.splitlines()
    return [line for line in lines if line.startswith("Error: ") or not re.search(r" …( \d+%)?$", line)]
