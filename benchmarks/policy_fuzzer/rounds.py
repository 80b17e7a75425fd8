"""Rounds: one case each, some hundred statements, every failure kept."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.policy_fuzzer.definitions import database_statements
from benchmarks.policy_fuzzer.engines import Engine
from benchmarks.policy_fuzzer.failures import Failure, shape_of
from benchmarks.policy_fuzzer.model import MASKED
from benchmarks.policy_fuzzer.mutations import Mutations
from benchmarks.policy_fuzzer.queries import Queries
from benchmarks.policy_fuzzer.shrinking import shrink
from benchmarks.policy_fuzzer.trial import NATURAL, Told, Trial

__all__ = ["Tally", "fuzz", "play_round"]

PER_ROUND = 500
MEASURED = 0.05
"""Share of the statements that are run past the guard, to see whether the grammar speaks the engine's language."""
SHRUNK = 12
"""Failures of a round that are made short."""


@dataclass
class Tally:
    statements: int = 0
    passed: int = 0
    errors: int = 0
    unsteady: int = 0
    natural: int = 0
    """Statements whose rows came in another order that nobody asked for."""
    measured: int = 0
    runnable: int = 0
    seconds: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in ("statements", "passed", "errors", "unsteady", "natural", "measured", "runnable", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refusals += other.refusals
        self.failures += other.failures


def fuzz(
    engine: Engine,
    seed: int,
    statements: int,
    folder: Path,
    heard: Callable[[Tally, Tally], None] | None = None,
    *,
    per_round: int = PER_ROUND,
) -> Tally:
    """Rounds with seeds from `seed` on until that many statements were tried. `heard` gets each round and the whole."""
    whole = Tally()
    while whole.statements < statements:
        tally = play_round(engine, seed, min(per_round, statements - whole.statements), folder)
        whole.add(tally)
        seed += 1
        if heard:
            heard(tally, whole)
    return whole


def play_round(engine: Engine, seed: int, statements: int, folder: Path) -> Tally:
    started, tally = time.perf_counter(), Tally()
    with Trial(engine, seed, folder) as trial:
        chance = random.Random(f"statements {engine.name} {seed}")
        queries = Queries(trial.case, chance, _hidden_texts(trial))
        mutations = Mutations(trial.case, queries, chance)
        for _ in range(statements):
            sql = _next_statement(queries, mutations, chance, trial)
            told = trial.try_statement(sql)
            _count(tally, told, sql, trial, measured=chance.random() < MEASURED)
            if told.problems and told.problems[0].kind == NATURAL:
                tally.natural += 1
            elif told.problems:
                tally.failures.append(_failure(trial, seed, sql, told, may_shrink=len(tally.failures) < SHRUNK))
            elif told.is_allowed and not told.is_error:
                mutations.keep(sql)
    tally.seconds = time.perf_counter() - started
    return tally


def _hidden_texts(trial: Trial) -> list[str]:
    """Values of masked columns: what somebody might guess."""
    texts = []
    for (table, column), mode in sorted(trial.case.policy.modes.items()):
        if mode == MASKED:
            texts += [row[column] for row in trial.twins.first.get(table, []) if isinstance(row.get(column), str)]
    return texts


def _next_statement(queries: Queries, mutations: Mutations, chance: random.Random, trial: Trial) -> str:
    sql = mutations.statement() if chance.random() < 0.5 else None
    sql = sql or queries.statement()
    return trial.opened[0].view.with_minimum_groups(sql) if chance.random() < 0.2 else sql


def _count(tally: Tally, told: Told, sql: str, trial: Trial, measured: bool) -> None:
    tally.statements += 1
    tally.passed += told.is_allowed
    tally.errors += told.is_error
    tally.unsteady += told.is_unsteady
    if told.code:
        tally.refusals[told.code] += 1
    if measured:
        tally.measured += 1
        tally.runnable += not trial.opened[0].run_past_the_guard(sql)


def _failure(trial: Trial, seed: int, sql: str, told: Told, may_shrink: bool) -> Failure:
    kind = told.problems[0].kind

    def fails(shorter: str) -> bool:
        return any(problem.kind == kind for problem in trial.try_statement(shorter).problems)

    short = shrink(sql, trial.case.engine, fails) if may_shrink else sql
    schema = [one for one in database_statements(trial.case, trial.twins.first) if not one.startswith("INSERT")]
    outcomes = [repr(one)[:2_000] for one in told.outcomes]
    shape = shape_of(short, trial.case)
    return Failure(
        trial.case.engine,
        seed,
        sql,
        short,
        kind,
        told.problems[0].detail,
        trial.case.policy.raw,
        schema,
        outcomes,
        shape,
    )
