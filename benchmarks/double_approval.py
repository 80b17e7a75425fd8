"""`python -m benchmarks.double_approval [ROUNDS]`: one approval, two servers, the same moment; how often the query ran.

Two `answerable serve` over one SQLite workspace, then over one PostgreSQL database.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.sources.servers import postgres_from_wheel
from tests.web.double_approval import race

ROUNDS = 200


def main(rounds: int = ROUNDS) -> None:
    print("store         rounds  results  too late  other  runs  doubles  seconds")
    _measured("SQLite", rounds)
    with postgres_from_wheel() as server:
        _measured("PostgreSQL", rounds, server.url(server.new_database()))


def _measured(store: str, rounds: int, database: str = "") -> None:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = race(Path(folder), rounds, database)
    runs = sum(outcome.runs.values())
    doubles = sum(times > 1 for times in outcome.runs.values())
    figures = f"{outcome.answered:>9}{outcome.too_late:>10}{len(outcome.others):>7}{runs:>6}{doubles:>9}"
    seconds = time.monotonic() - began
    print(f"{store:<12}{rounds:>8}{figures}{seconds:>9.0f}", *sorted(set(outcome.others))[:3], sep="\n")


if __name__ == "__main__":
    main(*(int(given) for given in sys.argv[1:]))
