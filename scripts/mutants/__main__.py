"""`python -m scripts.mutants`: see the package."""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from scripts.mutants.areas import AREAS, QUICK, TEST_FOLDERS, Area
from scripts.mutants.change_code import Mutant, mutants_of
from scripts.mutants.cold_run import preload, run_cold
from scripts.mutants.outcome import Outcome, Verdict
from scripts.mutants.warm_session import Limits, try_mutants


def main() -> int:
    options = _options()
    outcomes: dict[str, list[Verdict]] = {}
    preload()
    for area in _areas(options):
        mutants = _sample(_mutants(area.targets), options.sample, options.seed)
        print(f"{area.name}: {len(mutants)} changes", flush=True)
        outcomes[area.name] = _try(mutants, [*area.tests, *area.options], options)
    return _report(outcomes, options.least)


def _try(mutants: Sequence[Mutant], tests: Sequence[str], options: argparse.Namespace) -> list[Verdict]:
    """In a process of its own: this one must not import what is to be changed."""
    limits = Limits(options.most_tests, options.most_seconds, options.jobs)
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        verdicts = pool.submit(_in_session, mutants, tests, limits).result()
    return [_tried_cold(one) if one.outcome is Outcome.COLD else one for one in verdicts]


def _in_session(mutants: Sequence[Mutant], tests: Sequence[str], limits: Limits) -> list[Verdict]:
    return try_mutants(mutants, tests, limits, sys.stderr)


def _tried_cold(verdict: Verdict) -> Verdict:
    same = replace(verdict.mutant, source=verdict.mutant.path.read_text("utf-8"))
    if run_cold(same, verdict.tests, _COLD_SECONDS) is not Outcome.SURVIVED:
        raise SystemExit(f"The tests fail in a process of their own although nothing was changed: {verdict.tests}")
    outcome = run_cold(verdict.mutant, verdict.tests, _COLD_SECONDS)
    if outcome is not Outcome.KILLED:
        print(f"{outcome}: {verdict.mutant.name}", flush=True)
    return replace(verdict, outcome=outcome)


_COLD_SECONDS = 180.0


def _areas(options: argparse.Namespace) -> list[Area]:
    if options.targets:
        tests = tuple(options.tests or TEST_FOLDERS)
        return [Area("given", tuple(options.targets), tests, () if options.tests else QUICK)]
    return [area for area in AREAS if not options.area or area.name in options.area]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description=__doc__)
    parser.add_argument("targets", nargs="*", help="modules or folders to change, instead of the areas")
    parser.add_argument("--tests", nargs="+", help="tests that should notice; with targets only")
    parser.add_argument("--area", action="append", choices=[area.name for area in AREAS], help="only this one")
    parser.add_argument("--sample", type=int, default=150, help="how many changes of an area to try; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-tests", type=int, default=400, help="tests to run against one change")
    parser.add_argument("--most-seconds", type=float, default=20, help="of tests' own time against one change")
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


def _report(outcomes: dict[str, list[Verdict]], least: float) -> int:
    lowest = 1.0
    for area, results in outcomes.items():
        counts = Counter(one.outcome for one in results)
        share = counts[Outcome.KILLED] / len(results) if results else 0.0
        lowest = min(lowest, share)
        rest = ", ".join(f"{counts[kind]} {kind}" for kind in (Outcome.SURVIVED, Outcome.UNREACHED))
        print(f"{area}: {counts[Outcome.KILLED]} of {len(results)} changes noticed ({share:.1%}); {rest}.")
    return 0 if lowest >= least else 1


if __name__ == "__main__":
    sys.exit(main())
