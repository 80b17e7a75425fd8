"""What readings say about each other by what they give."""

from __future__ import annotations

import math
from dataclasses import replace

from answerable.language.ranking import PooledReading
from answerable.language.ranking.agreement import signs_of_agreement
from answerable.language.sample_runs import RunOutcome

EMPTY = RunOutcome(0, 1, "", (), 0.0, 1.0, is_telling=False)


def reading(share: float | None, by_rule: float = 0.0) -> PooledReading:
    return PooledReading("", None, (), None if share is None else math.log(share), 0, by_rule)


def gave(result: str, rows: int = 3, *columns: str) -> RunOutcome:
    return RunOutcome(rows, len(columns) or 1, result, columns or (result,), 0.0, 1.0, is_telling=True)


def test_readings_of_one_result_share_their_probability_and_the_rules_word() -> None:
    pool = (reading(0.4), reading(0.1), reading(0.3), reading(None, by_rule=0.6))
    (first, second, third, rule), none = signs_of_agreement(pool, (gave("a"), gave("b"), gave("b"), gave("b")))
    assert math.isclose(first["result_mass"], 0.5) and math.isclose(second["result_mass"], 0.5)
    assert first["result_mass_other"] == 0 and math.isclose(rule["result_mass_other"], 0.5)
    assert (first["result_count"], second["result_count"]) == (1, 3)
    assert (first["result_rule"], second["result_rule"], third["result_rule_other"]) == (0, 0.6, 0.6)
    assert rule["result_rule_other"] == 0
    assert (none["results"], first["results"]) == (2, 2)


def test_parts_of_a_result_agree_too() -> None:
    pool = (reading(0.6), reading(0.2), reading(0.2))
    found, _ = signs_of_agreement(pool, (gave("a", 3, "x", "y"), gave("b", 3, "x"), gave("c", 1, "z")))
    assert [round(one["result_row_mass"], 6) for one in found] == [0.8, 0.8, 0.2]
    assert [round(one["result_column_mass"], 6) for one in found] == [0.7, 0.8, 0.2]


def test_empty_results_agree_with_nothing_and_look_like_a_reading_alone() -> None:
    pool = (reading(0.5), reading(0.25), reading(0.25))
    (_, empty, also), _ = signs_of_agreement(pool, (gave("a"), EMPTY, EMPTY))
    (_, alone, other), _ = signs_of_agreement(pool, (gave("a"), gave("b", 2), gave("c", 1)))
    assert (empty, also) == (alone, other)


def test_an_empty_result_speaks_only_where_all_rows_were_there() -> None:
    pool = (reading(0.75), reading(0.25))
    for is_whole in (True, False):
        (one, other), none = signs_of_agreement(pool, (gave("a"), replace(EMPTY, is_whole=is_whole)))
        assert (one["result_empty"], other["result_empty"]) == (0, is_whole)
        assert one["results_empty"] == none["results_empty"] == 0.25 * is_whole


def test_what_could_not_be_tried_says_nothing() -> None:
    pool = (reading(0.5), reading(0.5))
    assert signs_of_agreement(pool, (None, None)) == ([{}, {}], {})
    assert signs_of_agreement((), ()) == ([], {})
