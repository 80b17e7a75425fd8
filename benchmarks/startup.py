"""CPU seconds of start-up: `import answerable`, `answerable --help`, and the first question of a process.

Each is user and system time of a fresh process and its children, interpreter included, median of several. The schema of
the question's source is in the cache already, and Python's bytecode is written, as after an installation.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from answerable import sample

ROUNDS = 15
QUESTIONS = ("how many customers are there?", "total revenue by month in 2024")
_COMMAND = str(Path(sys.executable).with_name("answerable"))


def cpu_ms(command: list[str], folder: Path) -> float:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = os.times()
    subprocess.run(command, check=True, cwd=folder, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return 1000 * ((after.children_user - before.children_user) + (after.children_system - before.children_system))


def commands() -> dict[str, list[str]]:
    asked = {f"ask: {text}": [_COMMAND, "ask", text, "--source", "shop.db", "--yes"] for text in QUESTIONS}
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import answerable": [sys.executable, "-c", "import answerable"],
        "answerable --help": [_COMMAND, "--help"],
        **asked,
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sample.write_sqlite(folder / "shop.db")
        measured: dict[str, list[float]] = {one: [] for one in commands()}
        for command in commands().values():
            cpu_ms(command, folder)
        for _ in range(ROUNDS):
            for one, command in commands().items():
                measured[one].append(cpu_ms(command, folder))
    print(f"{'start-up':<40} CPU ms (median of {ROUNDS}, interpreter included)")
    for one, times in measured.items():
        print(f"{one:<40} {statistics.median(times):7.1f}")


if __name__ == "__main__":
    main()
