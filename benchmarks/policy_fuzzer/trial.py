"""One case on a real engine: its twin databases, opened, and what a statement does on all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.optimizer.scope import traverse_scope

from answerable.guard import hash_sql
from benchmarks.policy_fuzzer.definitions import database_statements
from benchmarks.policy_fuzzer.engines import Engine, SchemaRefused
from benchmarks.policy_fuzzer.model import Case
from benchmarks.policy_fuzzer.policies import with_policy
from benchmarks.policy_fuzzer.product import Opened, Outcome, Unsteady
from benchmarks.policy_fuzzer.schemas import random_case
from benchmarks.policy_fuzzer.shrinking import without_limits
from benchmarks.policy_fuzzer.ties import with_sort_keys
from benchmarks.policy_fuzzer.twins import make_twins
from benchmarks.policy_fuzzer.verdicts import Judge, Problem

__all__ = ["LIMIT", "NATURAL", "TIES", "Told", "Trial"]

NATURAL = "natural order"
"""Rows in another order, or others under a LIMIT, of a statement that reads no table with restricted columns: nothing
promises an order there, and nothing hidden can decide it. MariaDB sorts equal rows by what its memory holds."""
LIMIT = "limit"
"""Which rows a LIMIT without an ORDER BY shows depends on hidden values."""
TIES = "order of ties"
"""Rows that are equal in what the statement sorts by come in an order that depends on hidden values."""
RE_JUDGED = "0"
"""First letter of the hashes of statements that each twin judges anew; the others share the first one's verdict."""


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
        try:
            for rows in (self.twins.first, self.twins.second, self.twins.third):
                if rows is not None:
                    self.specs.append(engine.make(database_statements(self.case, rows)))
                    self.opened.append(Opened(self.specs[-1], raw, folder))
        except Exception as error:  # each engine's driver has errors of its own
            self.close()
            raise SchemaRefused(f"seed {seed}: {type(error).__name__}: {error}"[:300]) from error

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for one in self.opened:
            one.close()
        for spec in self.specs:
            self.engine.drop(spec)

    def try_statement(self, sql: str) -> Told:
        """A limit of time is tried once more: a busy machine is no outcome."""
        try:
            try:
                return self._try(sql)
            except Unsteady:
                return self._try(sql)
        except Unsteady as stopped:
            return Told(True, is_unsteady=True, code=f"unsteady: {stopped}"[:60])
        except Exception as error:  # noqa: BLE001 - whatever is not one of the product's own errors is a failure
            return Told(True, problems=(Problem("crash", f"{type(error).__name__}: {error}"[:300]),))

    def _try(self, sql: str) -> Told:
        verdict = self.opened[0].judge(sql)
        if any(finding.code == "internal" for finding in verdict.findings):
            return Told(verdict.allowed, "internal", problems=(Problem("internal", verdict.findings[0].message),))
        if not verdict.allowed:
            return Told(False, verdict.errors[0].code)
        outcomes = []
        anew = hash_sql(sql)[0] == RE_JUDGED
        for one in self.opened:
            own = one.judge(sql) if anew else verdict
            if not own.allowed:
                return Told(True, problems=(Problem("verdict", own.errors[0].message),))
            outcomes.append(one.run(sql, own))
        problems = self._problems(sql, outcomes)
        if problems and self._is_chance(sql, outcomes):
            return Told(True, is_unsteady=True, code="unsteady: by chance")
        problems = [self._named(problem, sql) for problem in problems]
        return Told(True, "", bool(outcomes[0].error), False, tuple(problems), tuple(outcomes))

    def _problems(self, sql: str, outcomes: list[Outcome]) -> list[Problem]:
        first, second, *third = outcomes
        found = self.judge.of_one(first, sql) or self.judge.of_one(second, sql)
        found = found or self.judge.of_pair(first, second, sql)
        for one in third:
            found = found or self.judge.of_one(one, sql, which=1) or self.judge.of_figures(first, one, sql)
        return found

    def _named(self, problem: Problem, sql: str) -> Problem:
        """The same problem under the name of what it comes from, where it is one of those that are known."""
        if problem.kind not in ("order", "rows"):
            return problem
        if not self._reads_restricted(sql) and (problem.kind == "order" or self._is_by_limit(sql, in_order=False)):
            return Problem(NATURAL, problem.detail)
        if problem.kind == "order" and self._is_tied(sql):
            return Problem(TIES, problem.detail)
        return Problem(LIMIT, problem.detail) if self._is_by_limit(sql) else problem

    def _reads_restricted(self, sql: str) -> bool:
        """Whether a table with restricted columns is read; yes where the statement cannot be read."""
        try:
            read = _tables_read(sqlglot.parse_one(sql, dialect=self.case.engine))
        except sqlglot.errors.SqlglotError:
            return True
        return any(one.name.rpartition(".")[2].casefold() in read for one in self.case.restricted_relations)

    def _is_by_limit(self, sql: str, *, in_order: bool = True) -> bool:
        """Whether the twins agree once no LIMIT cuts anything. Where nothing hidden is read, their rows may still come
        in another order then."""
        plain = without_limits(sql, self.case.engine)
        if plain is None or plain == sql:
            return False
        verdict = self.opened[0].judge(plain)
        if not verdict.allowed:
            return False
        first, second = (one.run(plain, verdict) for one in self.opened[:2])
        return first == second if in_order else first.in_no_order == second.in_no_order

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


def _tables_read(tree: exp.Expr) -> set[str]:
    """In lower case. A step of WITH is no table, though it may be called like one."""
    sources = (source for scope in traverse_scope(tree) for source in scope.sources.values())
    return {source.name.casefold() for source in sources if isinstance(source, exp.Table)}
