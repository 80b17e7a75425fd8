"""Fetching 200,000 rows of 10 columns, fingerprint included, against the raw driver: `python -m benchmarks.fetch`.

Raw and ours take turns, so that both see the same machine; a ratio is raw time by ours, above 1 when ours is faster.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

from tests.sources.servers import postgres_from_wheel

from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source

ROWS = 200_000
TURNS = 15
QUERY = "SELECT * FROM facts"
LIMITS = Limits(rows=ROWS, seconds=30.0)
DDL = (
    "CREATE TABLE facts (id INTEGER, customer INTEGER, quantity INTEGER, price DOUBLE PRECISION, "
    "discount DOUBLE PRECISION, name VARCHAR(40), status VARCHAR(10), note VARCHAR(60), day DATE, city VARCHAR(20))"
)


@dataclass(frozen=True)
class Contest:
    name: str
    raw: Callable[[], object]
    spec: str


def rows() -> Iterator[tuple[Any, ...]]:
    chance = random.Random(7)
    for number in range(ROWS):
        yield (
            number,
            chance.randrange(50_000),
            chance.randrange(20),
            chance.random() * 100,
            None if number % 7 == 0 else chance.random(),
            f"customer {number % 5_000}",
            chance.choice(("paid", "open", "closed")),
            f"a note for row {number}, ünïcode",
            (date(2020, 1, 1) + timedelta(days=number % 1_500)).isoformat(),
            chance.choice(("Berlin", "Paris", "서울", "Lima")),
        )


def sqlite(folder: Path) -> Contest:
    path = folder / "facts.db"
    with closing(sqlite3.connect(path)) as made, made:
        made.execute(DDL)
        made.executemany(f"INSERT INTO facts VALUES ({', '.join('?' * 10)})", rows())
    connection = sqlite3.connect(path)
    return Contest("SQLite, against fetchall()", lambda: connection.execute(QUERY).fetchall(), str(path))


def duckdb(folder: Path) -> Iterator[Contest]:
    import duckdb

    path, source = folder / "facts.duckdb", folder / "facts.db"
    with duckdb.connect(str(path)) as made, closing(sqlite3.connect(source)) as given:
        import pyarrow as pa

        columns = list(zip(*given.execute(QUERY).fetchall(), strict=True))
        made.register("given", pa.table({f"c{number}": column for number, column in enumerate(columns)}))
        made.execute(DDL)
        made.execute("INSERT INTO facts SELECT * FROM given")
    connection = duckdb.connect(str(path), read_only=True)
    yield Contest("DuckDB, against fetchall()", lambda: connection.execute(QUERY).fetchall(), str(path))
    yield Contest("DuckDB, against to_arrow_table()", lambda: connection.sql(QUERY).to_arrow_table(), str(path))


def postgres(url: str) -> Contest:
    import psycopg

    connection = psycopg.connect(url, autocommit=True)
    connection.execute("DROP TABLE IF EXISTS facts")
    connection.execute(DDL)
    with connection.cursor().copy("COPY facts FROM STDIN") as copy:
        for row in rows():
            copy.write_row(row)
    return Contest("PostgreSQL, against fetchall()", lambda: connection.execute(QUERY).fetchall(), url)


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    kept = action()
    elapsed = time.perf_counter() - started
    del kept
    return elapsed


def measure(contest: Contest, folder: Path) -> str:
    with open_source(contest.spec, Settings(), folder=folder) as source:
        source.run(QUERY, LIMITS)
        contest.raw()
        turns = [(timed(contest.raw), timed(lambda: source.run(QUERY, LIMITS))) for _ in range(TURNS)]
    raw, ours = (statistics.median(times) for times in zip(*turns, strict=True))
    ratio = statistics.median(one / other for one, other in turns)
    return f"| {contest.name} | {raw * 1000:.0f} ms | {ours * 1000:.0f} ms | {ratio:.2f} |"


@contextmanager
def contests(folder: Path) -> Iterator[Iterator[Contest]]:
    """PostgreSQL comes from its wheel, as in the tests."""
    with postgres_from_wheel() as server:
        yield chain([sqlite(folder)], duckdb(folder), [postgres(server.url(server.new_database()))])


def main() -> None:
    print(f"Fetching {ROWS:,} rows × 10 columns, medians of {TURNS} turns\n")
    print("| engine | raw driver | Answerable | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name, contests(Path(name)) as all_of_them:
        for contest in all_of_them:
            print(measure(contest, Path(name)), flush=True)


if __name__ == "__main__":
    main()
