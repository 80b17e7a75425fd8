"""Why two receipts do not say the same: each cause is named, and only those that are there."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from answerable.kernel.messages import verbatim
from answerable.receipts import Difference, diff
from answerable.receipts.differences import CAUSES
from tests.receipts.made import SALES, described, draft

OTHER = described(SALES.set_column(1, "total", pa.array([12.0, 7.25, 3.0])))
METRIC = {"kind": "metric", "name": "Revenue", "version": "1"}


def kinds(found: Difference) -> list[str]:
    return [cause.kind for cause in found.causes]


def changed(**changes: Any) -> Difference:
    return diff(draft(), draft(**changes))


def test_the_same_has_no_causes() -> None:
    found = changed()
    assert (found.causes, found.same_result, found.figures, found.remarks) == ((), True, (), ())


SINGLE: dict[str, dict[str, Any]] = {
    "source": {"source": {"name": "b.db", "kind": "sqlite", "dialect": "sqlite", "spec": ["b.db"]}},
    "sql": {"sql": "SELECT 1"},
    "schema": {"tables": {"sales": "b" * 16}},
    "knowledge": {"knowledge": [METRIC]},
    "policy": {"policy": {"fingerprint": "p", "role": "", "decisions": []}},
    "model": {"model": "other:model"},
    "limits": {"limits": {"rows": 10, "seconds": 30.0, "memory_mb": 2_048}},
    "data": {"result": OTHER},
}


def test_every_cause_is_tried() -> None:
    assert list(SINGLE) == list(CAUSES)


@pytest.mark.parametrize("kind", SINGLE)
def test_each_cause_is_named_alone(kind: str) -> None:
    assert kinds(changed(**SINGLE[kind])) == [kind]


def test_causes_are_told_in_order() -> None:
    both = {**SINGLE["model"], **SINGLE["schema"], **SINGLE["data"]}
    assert kinds(changed(**both)) == ["schema", "model", "data"]


def test_figures_are_told_as_was_and_is() -> None:
    answer = {"text": "x", "figures": [{"text": "12", "row": 0, "column": "total", "value": 12.0, "label": "Germany"}]}
    lines = [str(figure.message()) for figure in changed(result=OTHER, answer=answer).figures]
    assert lines == ["total of Germany: 10.5 → 12", "sum of total: 20.75 → 22.25", "max of total: 10.5 → 12"]


def test_of_figures_that_are_called_the_same_nobody_can_tell_which_is_which() -> None:
    figure = {"text": "x", "row": 0, "column": "total", "value": 10.5, "label": "Germany"}
    twice = {"text": "x", "figures": [figure, {**figure, "row": 1, "value": 3.0}]}
    lines = [str(figure.message()) for figure in diff(draft(answer=twice), draft(answer=twice, result=OTHER)).figures]
    assert not any("Germany" in line for line in lines)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (["shop.db"], ["./shop.db"], True),
        (["shop.db"], ["/data/shop.db"], True),
        (["../data/shop.db"], ["/data/shop.db"], True),
        (["shop.db"], ["sqlite:///shop.db"], True),
        (["a.csv", "b.csv"], ["/d/b.csv", "/d/a.csv"], True),
        (["postgresql://me:***@host/db"], ["postgresql://me:${PW}@host/db"], True),
        (["postgresql://me:***@host/db"], ["postgresql://host/db"], False),
        (["postgresql://me:***@host/db"], ["postgresql://me:***@host/other"], False),
        (["shop.db"], ["/data/my-shop.db"], False),
        (["a/shop.db"], ["b/shop.db"], False),
        (["/a/shop.db"], ["/b/shop.db"], False),
        (["a.csv"], ["a.csv", "b.csv"], False),
    ],
)
def test_a_source_spelled_otherwise_is_no_other(first: list[str], second: list[str], same: bool) -> None:
    was, now = (draft(source={**draft().source, "spec": spec}) for spec in (first, second))
    assert [kinds(diff(was, now)), kinds(diff(now, was))] == [[] if same else ["source"]] * 2


def test_a_metric_defined_otherwise_is_told() -> None:
    first, second = draft(knowledge=[METRIC]), draft(knowledge=[METRIC | {"version": "2"}])
    assert [str(cause.message) for cause in diff(first, second).causes] == [
        "The metric 'Revenue' is defined differently."
    ]


def test_of_other_queries_nobody_can_tell_whether_the_data_changed() -> None:
    found = changed(sql="SELECT 1", result=OTHER)
    assert kinds(found) == ["sql"]
    assert any("cannot be told" in str(remark) for remark in found.remarks)


def test_last_digits_are_no_difference() -> None:
    one = described(pa.table({"total": [1.0]}))
    found = diff(draft(result=one), draft(result=described(pa.table({"total": [1.0 + 3e-10]})) | {"hash": "another"}))
    assert (found.causes, found.same_result, found.remarks) == ((), True, ())


def test_figures_of_other_names_are_not_compared() -> None:
    one, other = (described(pa.table({name: [value]})) for name, value in (("a", 1), ("b", 2)))
    found = diff(draft(result=one), draft(result=other, sql="SELECT 2 AS b"))
    assert (kinds(found), found.same_result) == (["sql"], False)


def test_a_column_more_is_not_blamed_on_the_data() -> None:
    wider = described(SALES.append_column("note", pa.array(["x"] * 3)))
    found = changed(tables={"sales": "b" * 16}, result=wider)
    assert kinds(found) == ["schema"]
    assert "cannot be told" in str(found.remarks[0])


def test_ties_are_not_called_data() -> None:
    was, now = (described(table, is_ordered=True) for table in (SALES, SALES.take([0, 2, 1])))
    found = diff(draft(result=was), draft(result=now))
    assert [str(cause.message) for cause in found.causes] == [
        "The data has changed, or rows that tie came in another order."
    ]


def test_tampering_comes_first() -> None:
    found = diff(draft(), draft(sql="SELECT 1"), (verbatim("The second receipt was changed."),))
    assert kinds(found) == ["tampered", "sql"]


def test_a_number_beyond_all_floats_is_another_figure() -> None:
    large = {**OTHER, "summaries": [{"nulls": 0}, {"nulls": 0, "sum": 10**400}, {"nulls": 0}]}
    assert any(figure.now == 10**400 for figure in changed(result=large).figures)


def test_what_a_limit_or_a_mask_does_is_not_blamed_on_the_data() -> None:
    cut = {**described(SALES.slice(0, 2)), "is_truncated": True}
    limited = changed(result=cut, limits={"rows": 2, "seconds": 30.0, "memory_mb": 2_048})
    masked = changed(
        result=described(SALES.set_column(0, "country", pa.array(["•••"] * 3)), masked=(0,)),
        policy={"fingerprint": "p", "role": "", "decisions": []},
    )
    assert (kinds(limited), kinds(masked)) == (["limits"], ["policy"])
    assert all("cannot be told" in str(found.remarks[0]) for found in (limited, masked))
