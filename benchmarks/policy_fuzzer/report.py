"""Figures and groups of failures, for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from benchmarks.policy_fuzzer.failures import Failure
from benchmarks.policy_fuzzer.rounds import Tally

__all__ = ["grouped_failures", "print_groups", "summary"]


def summary(tally: Tally) -> str:
    passed = tally.passed / max(1, tally.statements)
    runnable = tally.runnable / max(1, tally.measured)
    failed = tally.errors / max(1, tally.passed)
    speed = tally.statements / max(0.001, tally.seconds)
    return (
        f"{tally.statements:,} statements, {runnable:.0%} run without the guard, {passed:.0%} passed"
        f" ({failed:.0%} of them an error of the engine), {tally.unsteady} unsteady,"
        f" {tally.natural} in another natural order, {tally.skipped} schemas skipped, {len(tally.pairs)} pairs of"
        f" statements around few values, {len(tally.broken)} rounds broken off, {len(tally.failures)} failures,"
        f" {speed:.0f} statements/s"
    )


def grouped_failures(failures: Iterable[Failure]) -> list[tuple[tuple[str, str, str], list[Failure]]]:
    groups: dict[tuple[str, str, str], list[Failure]] = defaultdict(list)
    for failure in failures:
        groups[failure.group].append(failure)
    return sorted(groups.items(), key=lambda pair: (pair[0][1], pair[0][0], -len(pair[1])))


def print_groups(failures: list[Failure]) -> None:
    for (engine, kind, _), members in grouped_failures(failures):
        short = min(members, key=lambda one: len(one.shortened))
        print(f"{kind} on {engine}, {len(members)}×, seed {short.seed}: {short.shortened}\n    {short.detail}")
