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

from scripts.mutants.areas import AREAS, TEST_FOLDERS, Area
from scripts.mutants.change_code import Mutant, mutants_of
from scripts.mutants.covering_tests import CoveringTests, measure
from scripts.mutants.run_mutant import Outcome, preload, run


def main() -> int:
    options = _options()
    outcomes: dict[str, list[tuple[Mutant, Outcome]]] = {}
    preload()
    for area in _areas(options):
        mutants = _sample(_mutants(area.targets), options.sample, options.seed)
        with tempfile.TemporaryDirectory() as folder:
            print(f"{area.name}: {len(mutants)} changes; measuring which tests reach which lines", flush=True)
            covering = measure([*area.tests, *area.options], Path(folder))
            outcomes[area.name] = _run_all(mutants, covering, options)
    return _report(outcomes, options.least)


def _areas(options: argparse.Namespace) -> list[Area]:
    if options.targets:
        return [Area("given", tuple(options.targets), tuple(options.tests or TEST_FOLDERS))]
    return [area for area in AREAS if not options.area or area.name in options.area]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("targets", nargs="*", help="modules or folders to change, instead of the areas")
    parser.add_argument("--tests", nargs="+", help="tests that should notice; with targets only")
    parser.add_argument("--area", action="append", choices=[area.name for area in AREAS], help="only this one")
    parser.add_argument("--sample", type=int, default=150, help="how many changes of an area to try; 0 for all")
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


def _report(outcomes: dict[str, list[tuple[Mutant, Outcome]]], least: float) -> int:
    lowest = 1.0
    for area, results in outcomes.items():
        counts = Counter(outcome for _, outcome in results)
        share = counts[Outcome.KILLED] / len(results) if results else 0.0
        lowest = min(lowest, share)
        rest = ", ".join(f"{counts[kind]} {kind}" for kind in (Outcome.SURVIVED, Outcome.UNREACHED))
        print(f"{area}: {counts[Outcome.KILLED]} of {len(results)} changes noticed ({share:.1%}); {rest}.")
    return 0 if lowest >= least else 1


if __name__ == "__main__":
    sys.exit(main())
