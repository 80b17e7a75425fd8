"""One case on a real engine: its twin databases, opened, and what a statement does on all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.policy_fuzzer.definitions import database_statements
from benchmarks.policy_fuzzer.engines import Engine
from benchmarks.policy_fuzzer.model import Case
from benchmarks.policy_fuzzer.policies import with_policy
from benchmarks.policy_fuzzer.product import Opened, Outcome, Unsteady
from benchmarks.policy_fuzzer.schemas import random_case
from benchmarks.policy_fuzzer.twins import make_twins
from benchmarks.policy_fuzzer.verdicts import Judge, Problem

__all__ = ["Told", "Trial"]


@dataclass(frozen=True)
class Told:
    """What became of one statement."""

    is_allowed: bool
    code: str = ""
    """Of the finding that refused it."""
    is_error: bool = False
    is_unsteady: bool = False
    problems: tuple[Problem, ...] = ()
    outcomes: tuple[Outcome, ...] = field(default=(), repr=False)


class Trial:
    def __init__(self, engine: Engine, seed: int, folder: Path) -> None:
        self.engine = engine
        self.case: Case = with_policy(random_case(engine.name, seed))
        self.twins = make_twins(self.case)
        self.judge = Judge(self.twins, self.case.policy.minimum_group)
        self.specs: list[str] = []
        self.opened: list[Opened] = []
        for rows in (self.twins.first, self.twins.second, self.twins.third):
            if rows is not None:
                self.specs.append(engine.make(database_statements(self.case, rows)))
                self.opened.append(Opened(self.specs[-1], self.case.policy.raw, folder))

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.opened:
            one.close()
        for spec in self.specs:
            self.engine.drop(spec)

    def try_statement(self, sql: str) -> Told:
        try:
            return self._try(sql)
        except Unsteady:
            return Told(True, is_unsteady=True)
        except Exception as error:  # noqa: BLE001 - whatever is not one of the product's own errors is a failure
            return Told(True, problems=(Problem("crash", f"{type(error).__name__}: {error}"[:300]),))

    def _try(self, sql: str) -> Told:
        verdict = self.opened[0].judge(sql)
        if any(finding.code == "internal" for finding in verdict.findings):
            return Told(verdict.allowed, "internal", problems=(Problem("internal", verdict.findings[0].message),))
        if not verdict.allowed:
            return Told(False, verdict.errors[0].code)
        outcomes = []
        for one in self.opened:
            own = one.judge(sql)
            if not own.allowed:
                return Told(True, problems=(Problem("verdict", own.errors[0].message),))
            outcomes.append(one.run(sql, own))
        problems = self._problems(sql, outcomes)
        if problems and self._is_chance(sql, outcomes):
            return Told(True, is_unsteady=True)
        return Told(True, "", bool(outcomes[0].error), False, tuple(problems), tuple(outcomes))

    def _problems(self, sql: str, outcomes: list[Outcome]) -> list[Problem]:
        first, second, *third = outcomes
        found = self.judge.of_one(first, sql) or self.judge.of_one(second, sql)
        found = found or self.judge.of_pair(first, second)
        for one in third:
            found = found or self.judge.of_one(one, sql, which=1) or self.judge.of_figures(first, one, sql)
        return found

    def _is_chance(self, sql: str, outcomes: list[Outcome]) -> bool:
        """Whether the same data tell something else each time: then outcomes say nothing."""
        one = self.opened[0]
        return one.run(sql, one.judge(sql)) != outcomes[0]
