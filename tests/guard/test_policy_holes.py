"""No statement of the case table tells a restricted value, on the real engines and through the product's executor.

What passes must give the same rows, in the same order, on two databases that differ in restricted values only. Figures
over aggregate-only columns differ by right, so those that single somebody out may give no figure at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.guard.attacked_sources import Attacked, Seen, attacked
from tests.guard.policy_holes import ENGINES, Case, cases, restricted_texts

HOLES = range(1, 8)
SUBTRACTION = 7
MOST_REFUSED = 0.01
"""Share of the harmless statements."""


@dataclass(frozen=True)
class Pair:
    """Two databases that differ in restricted values only."""

    engine: str
    first: Attacked
    second: Attacked

    def leak(self, case: Case) -> str:
        """What somebody could tell by this statement; empty when nothing."""
        seen = self.first.seen(case)
        if seen.refusal:
            return ""
        if told := [text for text in restricted_texts() if text in repr(seen)]:
            return f"shows {told[0]}"
        if case.hole == SUBTRACTION:
            return f"gives {seen.rows[0]}" if seen.has_rows else ""
        other = self.second.seen(case)
        return "" if other == seen else f"tells apart {_short(seen)} and {_short(other)}"


def _short(seen: Seen) -> str:
    return repr(seen.error or seen.refusal or seen.rows)[:80]


@pytest.fixture(scope="module", params=ENGINES)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    engine, folder = request.param, tmp_path_factory.mktemp("policy_holes")
    with (
        attacked(engine, "first", request, folder / "first") as first,
        attacked(engine, "second", request, folder / "second") as second,
    ):
        yield Pair(engine, first, second)


def test_the_table_covers_every_class_on_every_engine() -> None:
    found = [case for engine in ENGINES for case in cases(engine, attacks=True)]
    harmless = {case.sql for engine in ENGINES for case in cases(engine, attacks=False)}
    statements = Counter(hole for hole, _sql in {(case.hole, case.sql) for case in found})
    assert statements.total() >= 240 and len(harmless) >= 130
    assert set(statements) == set(HOLES) and min(statements.values()) >= 20
    assert {(case.hole, case.engine) for case in found} == {(hole, engine) for hole in HOLES for engine in ENGINES}


def test_every_attack_works_on_the_bare_engine(pair: Pair) -> None:
    idle = [
        str(case) for case in cases(pair.engine, attacks=True) if pair.first.raw(case.sql) == pair.second.raw(case.sql)
    ]
    assert idle == []


def test_every_harmless_statement_runs_on_the_bare_engine(pair: Pair) -> None:
    found = {str(case): pair.first.raw(case.sql) for case in cases(pair.engine, attacks=False)}
    assert [case for case, rows in found.items() if not rows or rows[0][0] == "error"] == []


@pytest.mark.parametrize("hole", HOLES)
def test_no_attack_tells_a_restricted_value(pair: Pair, hole: int) -> None:
    tried = [case for case in cases(pair.engine, attacks=True) if case.hole == hole]
    leaks = [f"{case} -- {leak}" for case in tried if (leak := pair.leak(case))]
    assert leaks == [], "\n".join([f"{len(leaks)} of {len(tried)} tell something:", *leaks])


def test_harmless_statements_are_answered(pair: Pair) -> None:
    tried = cases(pair.engine, attacks=False)
    seen = {str(case): pair.first.seen(case) for case in tried}
    refused = [f"{case} -- {_short(found)}" for case, found in seen.items() if not found.rows]
    assert len(refused) <= MOST_REFUSED * len(tried), "\n".join(refused)


def test_harmless_answers_show_no_restricted_text(pair: Pair) -> None:
    tried = [case for case in cases(pair.engine, attacks=False) if case.policy != "tables"]
    answers = {str(case): repr(pair.first.seen(case)) for case in tried}
    texts = list(restricted_texts())
    assert [case for case, answer in answers.items() if any(text in answer for text in texts)] == []
