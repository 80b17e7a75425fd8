"""CPU seconds of `import answerable` and `answerable --help`, each in a process of its own, median of many.

Both are told without and with what the interpreter itself takes to start.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

ROUNDS = 15


def cpu_ms(command: list[str]) -> float:
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return 1000 * ((after.children_user - before.children_user) + (after.children_system - before.children_system))


def main() -> None:
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import answerable": [sys.executable, "-c", "import answerable"],
        "answerable --help": [str(Path(sys.executable).with_name("answerable")), "--help"],
    }
    measured: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            measured[name].append(cpu_ms(command))
    print(f"{'start-up':<24} CPU ms (median of {ROUNDS}, interpreter included)")
    for name, times in measured.items():
        print(f"{name:<24} {statistics.median(times):6.1f}")


if __name__ == "__main__":
    main()
