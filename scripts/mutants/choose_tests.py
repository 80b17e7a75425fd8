"""Which tests are run against a change: those that reach its line, of every test function some, quick ones first."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain, zip_longest

from scripts.mutants.change_code import Mutant

__all__ = ["Reach", "choose_tests"]


@dataclass(frozen=True, slots=True)
class Reach:
    by_line: dict[tuple[str, int], frozenset[str]]
    """(file, line) → ids of the tests that ran it."""
    seconds: dict[str, float]
    """Processor time of every test that passed: on a busy machine others' work must not count."""
    waited: dict[str, float]
    """The same by the clock."""
    failing: list[str]

    @property
    def total(self) -> float:
        return sum(self.seconds.values())

    def of(self, mutant: Mutant) -> frozenset[str]:
        """A line that ran on import only, as constants do, is reached by every test that reaches the file."""
        file = str(mutant.path.resolve())
        lines = range(mutant.statement, mutant.line + 1)
        tests = frozenset[str]().union(*(self.by_line.get((file, line), ()) for line in lines))
        if tests or mutant.is_in_function:
            return tests
        return frozenset().union(*(tests for (other, _), tests in self.by_line.items() if other == file))


def choose_tests(reach: Reach, mutant: Mutant, most: int, seconds: float) -> list[str]:
    """At most so many, and tests that took so long together; one at least, where there is one."""
    by_function: defaultdict[str, list[str]] = defaultdict(list)
    for test in sorted(reach.of(mutant), key=lambda one: (reach.seconds[one], one)):
        by_function[test.partition("[")[0]].append(test)
    # One case of each function, then another of each: cases of one table are much alike.
    rounds = zip_longest(*(_spread(cases, most) for cases in by_function.values()))
    chosen, took = [], 0.0
    for test in (one for one in chain.from_iterable(rounds) if one):
        if chosen and (len(chosen) >= most or took + reach.seconds[test] > seconds):
            break
        chosen.append(test)
        took += reach.seconds[test]
    return chosen


def _spread(cases: list[str], most: int) -> list[str]:
    return cases[:: max(1, len(cases) // most)]
