"""`python -m scripts.mutants`: see the package."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from scripts.mutants.change_code import Mutant, mutants_of
from scripts.mutants.covering_tests import CoveringTests, measure
from scripts.mutants.run_mutant import Outcome, preload, run

_TARGETS = [
    "src/answerable/guard",
    "src/answerable/agent/executor.py",
    "src/answerable/agent/masking.py",
    "src/answerable/agent/trust.py",
    "src/answerable/agent/approval.py",
]
_TESTS = ["tests/guard", "tests/agent/test_executor.py", "tests/agent/test_policy.py", "tests/agent/test_asking.py"]


def main() -> int:
    options = _options()
    mutants = _sample(_mutants(options.targets), options.sample, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        print(f"Measuring which tests reach which lines: {' '.join(options.tests)}", flush=True)
        covering = measure(options.tests, Path(folder))
        outcomes = _run_all(mutants, covering, options)
    return _report(outcomes, options.least)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("targets", nargs="*", default=_TARGETS, help="modules or folders to change")
    parser.add_argument("--tests", nargs="+", default=_TESTS, help="tests that should notice")
    parser.add_argument("--sample", type=int, default=300, help="how many changes to try; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-tests", type=int, default=400, help="tests to run against one change")
    parser.add_argument("--seconds", type=float, default=120, help="a change whose tests run longer counts as noticed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=0.0, help="fail below this share of noticed changes")
    return parser.parse_args()


def _mutants(targets: Iterable[str]) -> list[Mutant]:
    paths = [path for target in targets for path in _modules(Path(target))]
    return [mutant for path in sorted(paths) for mutant in mutants_of(path)]


def _modules(target: Path) -> Iterable[Path]:
    return target.rglob("*.py") if target.is_dir() else [target]


def _sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    if not count or count >= len(mutants):
        return mutants
    return sorted(random.Random(seed).sample(mutants, count), key=lambda mutant: mutant.name)  # noqa: S311


def _run_all(
    mutants: list[Mutant], covering: CoveringTests, options: argparse.Namespace
) -> list[tuple[Mutant, Outcome]]:
    preload()
    _check_that_nothing_changed_survives(mutants, covering, options)

    def attempt(mutant: Mutant) -> tuple[Mutant, Outcome]:
        tests = covering.of(mutant.path, mutant.line, options.most_tests)
        outcome = run(mutant, tests, options.seconds)
        if outcome is not Outcome.KILLED:
            print(f"{outcome}: {mutant.name}", flush=True)
        return mutant, outcome

    with ThreadPoolExecutor(options.jobs) as pool:
        return list(pool.map(attempt, mutants))


def _check_that_nothing_changed_survives(
    mutants: list[Mutant], covering: CoveringTests, options: argparse.Namespace
) -> None:
    """Where tests fail in a forked process for reasons of their own, every change would seem to be noticed."""
    reached = next((mutant for mutant in mutants if covering.of(mutant.path, mutant.line, options.most_tests)), None)
    if reached is None:
        raise SystemExit("The tests reach none of the lines that were to be changed.")
    same = replace(reached, source=reached.path.read_text("utf-8"))
    outcome = run(same, covering.of(same.path, same.line, options.most_tests), options.seconds)
    if outcome is not Outcome.SURVIVED:
        raise SystemExit("The tests fail in a forked process although nothing was changed.")


def _report(outcomes: list[tuple[Mutant, Outcome]], least: float) -> int:
    counts = Counter(outcome for _, outcome in outcomes)
    share = counts[Outcome.KILLED] / len(outcomes) if outcomes else 0.0
    rest = ", ".join(f"{counts[kind]} {kind}" for kind in (Outcome.SURVIVED, Outcome.UNREACHED))
    print(f"{counts[Outcome.KILLED]} of {len(outcomes)} changes noticed ({share:.1%}); {rest}.")
    return 0 if share >= least else 1


if __name__ == "__main__":
    sys.exit(main())
