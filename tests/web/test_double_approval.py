"""An approval counts once, whoever hears it: two servers get it at the same moment, and the query runs once.

`python -m benchmarks.double_approval` has more rounds of the same.
"""

from __future__ import annotations

from pathlib import Path

from tests.web.double_approval import Outcome, race

ROUNDS = 25


def _check(outcome: Outcome) -> None:
    assert outcome.others == ()
    assert (outcome.answered, outcome.too_late) == (ROUNDS, ROUNDS)
    assert len(outcome.runs) == ROUNDS and set(outcome.runs.values()) == {1}


def test_two_servers_over_one_file_run_an_approved_query_once(tmp_path: Path) -> None:
    _check(race(tmp_path, ROUNDS))


def test_two_servers_over_postgresql_run_an_approved_query_once(tmp_path: Path, postgres_url: str) -> None:
    _check(race(tmp_path, ROUNDS, postgres_url))
