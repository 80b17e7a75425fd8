"""One case on a real engine: its twin databases, opened, and what a statement does on all of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from answerable.guard import hash_sql
from benchmarks.policy_fuzzer.definitions import database_statements
from benchmarks.policy_fuzzer.engines import Engine
from benchmarks.policy_fuzzer.model import Case
from benchmarks.policy_fuzzer.policies import with_policy
from benchmarks.policy_fuzzer.product import Opened, Outcome, Unsteady
from benchmarks.policy_fuzzer.schemas import random_case
from benchmarks.policy_fuzzer.shrinking import without_order
from benchmarks.policy_fuzzer.ties import with_sort_keys
from benchmarks.policy_fuzzer.twins import make_twins
from benchmarks.policy_fuzzer.verdicts import Judge, Problem

__all__ = ["NATURAL", "Told", "Trial"]

NATURAL = "natural order"
"""Rows come in an order that nobody asked for; see docs/policy.md, "What it does not do"."""
LISTED = re.compile(r"(?i)\b(group_concat|string_agg|array_agg|list|json\w*agg|json_group_\w+)\s*\(")
"""Aggregates that list values in the order the engine meets them."""
SORTED = re.compile(r"(?i)\bORDER\s+BY\b")
HINT = re.compile(r"(?i)INDEXED\s+BY|(FORCE|USE|IGNORE)\s+INDEX|DISTINCT\s+ON")


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
    def __init__(self, engine: Engine, seed: int, folder: Path, policy: dict[str, Any] | None = None) -> None:
        """`policy` in place of the case's own, to see what comes out where nothing is restricted."""
        self.engine = engine
        self.case: Case = with_policy(random_case(engine.name, seed))
        self.twins = make_twins(self.case)
        self.judge = Judge(self.twins, self.case.policy.minimum_group)
        self.specs: list[str] = []
        self.opened: list[Opened] = []
        raw = self.case.policy.raw if policy is None else policy
        for rows in (self.twins.first, self.twins.second, self.twins.third):
            if rows is not None:
                self.specs.append(engine.make(database_statements(self.case, rows)))
                self.opened.append(Opened(self.specs[-1], raw, folder))

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
        anew = hash_sql(sql)[0] in "012"  # the schema of each twin gives the same verdict; some are asked, for speed
        for one in self.opened:
            own = one.judge(sql) if anew else verdict
            if not own.allowed:
                return Told(True, problems=(Problem("verdict", own.errors[0].message),))
            outcomes.append(one.run(sql, own))
        problems = self._problems(sql, outcomes)
        if problems and problems[0].kind == "rows" and LISTED.search(sql) and _same_letters(*outcomes[:2]):
            problems = [Problem(NATURAL, problems[0].detail)]
        if problems and problems[0].kind in ("order", "rows") and self._is_natural(sql, problems[0].kind):
            problems = [Problem(NATURAL, problems[0].detail)]
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

    def _is_natural(self, sql: str, kind: str) -> bool:
        """Whether rows come in another order even where nothing asks for one: engines group and scan by value."""
        if HINT.search(sql):
            return False
        if kind == "order" and (not SORTED.search(sql) or self._is_tied(sql)):
            return True
        plain = without_order(sql, self.case.engine)
        if plain is None:
            return False
        verdicts = [one.judge(plain) for one in self.opened[:2]]
        if not all(verdict.allowed for verdict in verdicts):
            return False
        first, second = (one.run(plain, own) for one, own in zip(self.opened, verdicts, strict=False))
        return first != second and first.in_no_order == second.in_no_order

    def _is_tied(self, sql: str) -> bool:
        """Whether the sort keys, looked at past the guard, are the same in both databases."""
        found = with_sort_keys(sql, self.case.engine)
        if found is None:
            return False
        keys = [one.last_columns(*found) for one in self.opened[:2]]
        return keys[0] is not None and keys[0] == keys[1]

    def _is_chance(self, sql: str, outcomes: list[Outcome]) -> bool:
        """Whether the same data tell something else each time: then outcomes say nothing."""
        verdict = self.opened[0].judge(sql)
        pairs = list(zip(self.opened, outcomes, strict=True)) * 2
        return any(one.run(sql, verdict) != before for one, before in pairs)


def _same_letters(first: Outcome, second: Outcome) -> bool:
    """Whether rows are the same but for their order and the order within lists."""
    kinds = [sorted(tuple("".join(sorted(str(cell))) for cell in row) for row in one.rows) for one in (first, second)]
    return kinds[0] == kinds[1]
