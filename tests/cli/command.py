"""Running the command as a person does: a process of its own, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["Finished", "answerable"]

Finished = subprocess.CompletedProcess[str]


def answerable(*arguments: str, cwd: Path, stdin: str | None = None, seconds: float = 60) -> Finished:
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
