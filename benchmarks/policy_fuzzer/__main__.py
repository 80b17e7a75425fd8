"""`python -m benchmarks.policy_fuzzer --engine sqlite|duckdb|postgres|mariadb|all --statements N --seed S`

Every failure is written to `--failures FOLDER`; `--replay FILE` tries one again and says what it does now.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from benchmarks.policy_fuzzer.engines import ENGINES, is_installed, start_engine
from benchmarks.policy_fuzzer.failures import read_failure, write_failure
from benchmarks.policy_fuzzer.report import print_groups, summary
from benchmarks.policy_fuzzer.rounds import Tally, fuzz, shortened
from benchmarks.policy_fuzzer.trial import Trial

Job = tuple[str, int, int]
"""Engine, first seed, statements."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.policy_fuzzer")
    parser.add_argument("--engine", choices=("sqlite", "duckdb", "postgres", "mariadb", "all"), default="all")
    parser.add_argument("--statements", type=int, default=2_000, help="statements on each engine")
    parser.add_argument("--seed", type=int, default=1, help="of the first schema; the next one has the next seed")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--failures", type=Path, default=Path("policy_fuzzer_failures"), help="folder they are written to"
    )
    parser.add_argument("--replay", type=Path, help="a failure to try again")
    options = parser.parse_args(arguments)
    if options.replay:
        return replay(options.replay)
    named = {"mariadb": ["mysql"], "all": list(ENGINES)}.get(options.engine, [options.engine])
    jobs: list[Job] = []
    for engine in named:
        if not is_installed(engine):
            print(f"{engine}: not installed, left out.")
            continue
        share = -(-options.statements // options.processes)
        jobs += [(engine, options.seed + 100_000 * part, share) for part in range(options.processes)]
    if not jobs:
        return 0
    tallies = run_all(jobs, options.processes, options.failures)
    return report(dict.fromkeys(engine for engine, _, _ in jobs), jobs, tallies)


def run_all(jobs: list[Job], processes: int, failures: Path) -> list[Tally]:
    """Each in a process of its own. Whoever stops this one stops them, and they stop their servers."""
    with ProcessPoolExecutor(processes, initializer=stop_when_told) as pool:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            return list(pool.map(run_engine, *zip(*jobs, strict=True), [failures] * len(jobs)))
        except (KeyboardInterrupt, SystemExit):
            for child in multiprocessing.active_children():
                child.terminate()
            pool.shutdown(cancel_futures=True)
            raise


STOPPED = threading.Event()


def stop_when_told() -> None:
    """A signal becomes an exception, so that what was started is stopped; jobs that already wait here do not start."""

    def stop(*_: object) -> None:
        STOPPED.set()
        sys.exit(143)

    signal.signal(signal.SIGTERM, stop)


def run_engine(engine: str, seed: int, statements: int, failures: Path) -> Tally:
    """In a process of its own; what fails is written after each round, and made short at the end."""
    if STOPPED.is_set():
        sys.exit(143)
    numbers = count()

    def heard(tally: Tally, whole: Tally) -> None:
        for failure in tally.failures:
            write_failure(failure, failures, next(numbers))
        print(f"  {engine} {summary(whole)}", file=sys.stderr, flush=True)

    with scratch() as folder, start_engine(engine, folder) as started:
        tally = fuzz(started, seed, statements, folder, heard)
        tally.failures = shortened(started, tally.failures, folder)
        for number, failure in enumerate(tally.failures):
            write_failure(failure, failures / "short", number)
        return tally


def report(engines: dict[str, None], jobs: list[Job], tallies: list[Tally]) -> int:
    failures = [failure for tally in tallies for failure in tally.failures]
    for engine in engines:
        whole = Tally()
        for job, tally in zip(jobs, tallies, strict=True):
            if job[0] == engine:
                whole.add(tally)
        print(f"{engine:9} {summary(whole)}")
        print(f"          refused: {dict(whole.refusals.most_common(12))}")
        print(*(f"          broken off: {one}" for one in whole.broken), sep="\n", end="\n" if whole.broken else "")
    for one, two in [pair for tally in tallies for pair in tally.pairs][:10]:
        print(f"pair: {one}\n      {two}")
    print_groups(failures)
    return 1 if failures or any(tally.broken for tally in tallies) else 0


def replay(path: Path) -> int:
    failure = read_failure(path)
    with (
        scratch() as folder,
        start_engine(failure.engine, folder) as engine,
        Trial(engine, failure.seed, folder) as trial,
    ):
        told = trial.try_statement(failure.statement)
        print(failure.statement)
        print(*failure.schema, failure.policy, sep="\n")
        print(f"allowed: {told.is_allowed} {told.code}")
        for problem in told.problems:
            print(f"{problem.kind}: {problem.detail}")
        for outcome in told.outcomes:
            print(repr(outcome)[:3_000])
    return 1 if told.problems else 0


@contextmanager
def scratch() -> Iterator[Path]:
    """Where databases and records live: in memory where the machine has such a folder, for each run is recorded."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="answerable-fuzz-", dir=shared if shared.is_dir() else None) as folder:
        Path(folder).chmod(0o755)
        os.environ["XDG_STATE_HOME"] = str(Path(folder) / "state")
        yield Path(folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
