"""Rounds: one case each, some hundred statements, every failure kept."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.policy_fuzzer.definitions import database_statements
from benchmarks.policy_fuzzer.engines import Engine, SchemaRefused
from benchmarks.policy_fuzzer.failures import Failure, shape_of
from benchmarks.policy_fuzzer.figures import KnownFigures
from benchmarks.policy_fuzzer.model import MASKED
from benchmarks.policy_fuzzer.mutations import Mutations
from benchmarks.policy_fuzzer.queries import Queries
from benchmarks.policy_fuzzer.shrinking import shrink
from benchmarks.policy_fuzzer.trial import NATURAL, Told, Trial
from benchmarks.policy_fuzzer.verdicts import FIGURE, large_figures

__all__ = ["Tally", "fuzz", "play_round", "shortened"]

PER_ROUND = 400
MEASURED = 0.03
"""Share of the statements that are run past the guard, to see whether the grammar speaks the engine's language."""
MOST_SKIPPED = 50
PER_KIND = 3
"""Failures of a kind in one schema that are made short."""
COUNTED = ("statements", "passed", "errors", "unsteady", "natural", "measured", "runnable", "seconds", "skipped")


@dataclass
class Tally:
    statements: int = 0
    passed: int = 0
    errors: int = 0
    unsteady: int = 0
    natural: int = 0
    """Statements that read no table with restricted columns, whose rows came in another order."""
    measured: int = 0
    runnable: int = 0
    seconds: float = 0.0
    skipped: int = 0
    """Schemas that the engine refused."""
    refusals: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """Rounds that an error of the fuzzer's own ended: what they would have tried was not tried."""
    pairs: list[tuple[str, str]] = field(default_factory=list)
    """Of statements whose figures differ by the sum of fewer values than the policy demands; see `KnownFigures`."""

    def add(self, other: Tally) -> None:
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refusals += other.refusals
        self.failures += other.failures
        self.pairs += other.pairs
        self.broken += other.broken


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
    while whole.statements < statements and whole.skipped + len(whole.broken) < MOST_SKIPPED:
        tally = play_round(engine, seed, min(per_round, statements - whole.statements), folder)
        whole.add(tally)
        seed += 1
        if heard:
            heard(tally, whole)
    return whole


def play_round(engine: Engine, seed: int, statements: int, folder: Path) -> Tally:
    started, tally = time.perf_counter(), Tally()
    try:
        with Trial(engine, seed, folder) as trial:
            _play(trial, statements, tally)
    except SchemaRefused as refused:
        tally.skipped += 1
        tally.refusals[f"schema: {refused}"[:200]] += 1
    except Exception as error:  # noqa: BLE001 - the rounds after it shall still be played; `report` tells of it
        tally.broken.append(f"{engine.name}, seed {seed}: {type(error).__name__}: {error}"[:300])
    tally.seconds = time.perf_counter() - started
    return tally


def _play(trial: Trial, statements: int, tally: Tally) -> None:
    chance = random.Random(f"statements {trial.case.engine} {trial.case.seed}")
    queries = Queries(trial.case, chance, _hidden_texts(trial))
    mutations = Mutations(trial.case, queries, chance)
    figures = KnownFigures([first for first, _ in trial.twins.figures], trial.case.policy.minimum_group)
    for _ in range(statements):
        sql = _next_statement(queries, mutations, chance, trial)
        told = trial.try_statement(sql)
        _count(tally, told, sql, trial, measured=chance.random() < MEASURED)
        if told.problems and told.problems[0].kind == NATURAL:
            tally.natural += 1
        elif told.problems:
            tally.failures.append(_failure(trial, sql, told))
        elif told.is_allowed and told.outcomes and not told.is_error:
            mutations.keep(sql)
            figures.note(large_figures(told.outcomes[0], sql), sql)
    tally.pairs = figures.pairs()


def shortened(engine: Engine, failures: list[Failure], folder: Path, most: int = 25) -> list[Failure]:
    """The failures with the statements of the first ones of each kind made short."""
    seen: Counter[tuple[int, str]] = Counter()
    made = []
    for failure in sorted(failures, key=lambda one: (one.seed, len(one.statement))):
        seen[failure.seed, failure.kind] += 1
        is_wanted = seen[failure.seed, failure.kind] <= PER_KIND and most > 0
        made.append(_shorten(engine, failure, folder) if is_wanted else failure)
        most -= is_wanted
    return made


def _shorten(engine: Engine, failure: Failure, folder: Path) -> Failure:
    with Trial(engine, failure.seed, folder) as trial:

        def fails(shorter: str) -> bool:
            return any(problem.kind == failure.kind for problem in trial.try_statement(shorter).problems)

        short = shrink(failure.statement, failure.engine, fails)
        return replace(failure, shortened=short, shape=shape_of(short, trial.case))


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
    has_figure = bool(trial.twins.figures) and FIGURE.search(sql)
    return trial.opened[0].view.complete(sql)[0] if has_figure and chance.random() < 0.5 else sql


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


def _failure(trial: Trial, sql: str, told: Told) -> Failure:
    case = trial.case
    schema = [one for one in database_statements(case, trial.twins.first) if not one.startswith("INSERT")]
    outcomes = [repr(one)[:2_000] for one in told.outcomes]
    problem = told.problems[0]
    shape = shape_of(sql, case)
    return Failure(
        case.engine, case.seed, sql, sql, problem.kind, problem.detail, case.policy.raw, schema, outcomes, shape
    )
