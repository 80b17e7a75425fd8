"""A receipt beside what there is today: what changed is said, and what is left open is never called a change."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from answerable.receipts import Comparison, FigureChange, Fresh, Receipt, RecheckVerdict, Traits, compare
from answerable.receipts.column_figures import figure_name
from tests.receipts.made import SALES, described, draft

TURNED = SALES.take([2, 1, 0])


def fresh(**changes: Any) -> Fresh:
    plain: dict[str, Any] = {
        "schema_fingerprint": "f" * 64,
        "tables": {"sales": "a" * 16},
        "policy_fingerprint": "",
        "result": described(SALES),
    }
    return Fresh(**{**plain, **changes})


@dataclass(frozen=True)
class Worded:
    """A comparison as a person reads it."""

    comparison: Comparison

    @property
    def verdict(self) -> RecheckVerdict:
        return self.comparison.verdict

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(map(str, self.comparison.reasons))

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(map(str, self.comparison.remarks))

    @property
    def figures(self) -> tuple[FigureChange, ...]:
        return self.comparison.figures


def found(receipt: Receipt | None = None, **changes: Any) -> Worded:
    return Worded(compare(receipt or draft(), fresh(**changes)))


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    return table.set_column(table.column_names.index(name), name, pa.array(values))


def test_the_same_is_the_same() -> None:
    comparison = found()
    assert comparison.verdict is RecheckVerdict.SAME
    assert comparison.reasons == ("The query gives the same result: 3 rows, the same values.",)
    assert comparison.remarks == ()


def test_rows_without_an_order_may_come_in_any() -> None:
    assert found(result=described(TURNED)).verdict is RecheckVerdict.SAME


def test_changed_values_are_told_row_by_row_and_as_was_and_is() -> None:
    changed = with_column(SALES, "total", [11.5, 7.25, 3.0])
    cells, labels = (FigureChange(figure_name("total", "Germany"), 10.5, 11.5),), ("Germany", "France", "Korea")
    comparison = found(result=described(changed), cells=cells, labels=labels)
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert comparison.reasons[:2] == ("1 of 3 rows changed.", "New or changed: 'Germany'.")
    assert "total of Germany: 10.5 → 11.5" in comparison.reasons
    assert "sum of total: 20.75 → 21.75" in comparison.reasons


def test_rows_that_came_are_counted() -> None:
    more = pa.concat_tables([SALES, SALES.slice(0, 1)])
    reasons = found(result=described(more)).reasons
    assert reasons[0] == "There are 4 rows; there were 3."
    assert "1 of the rows now are new or changed" in reasons[1]


def test_last_digits_are_no_change() -> None:
    """Also where the hash falls on the other side of a cut."""
    one = pa.table({"total": [1.0]})
    receipt = draft(result=described(one) | {"hash": "of another cut"})
    near = described(pa.table({"total": [1.0 + 3e-10]}))
    assert found(receipt, result=near).verdict is RecheckVerdict.SAME
    far = described(pa.table({"total": [1.0 + 3e-8]}))
    assert found(receipt, result=far).verdict is RecheckVerdict.DATA_CHANGED


@pytest.mark.parametrize("now", [[], [0, 0], [0, 0, 0]])
def test_one_figure_is_not_the_same_as_none_or_several(now: list[int]) -> None:
    """Though their sums, least and greatest are."""
    receipt = draft(result=described(pa.table({"total": [0]})))
    comparison = found(receipt, result=described(pa.table({"total": pa.array(now, pa.int64())})))
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert comparison.reasons[0] == f"There are {len(now)} rows; there were 1."


def test_a_figure_that_was_nothing_is_told() -> None:
    receipt = draft(result=described(pa.table({"total": pa.array([None], pa.int64())})))
    assert found(receipt, result=described(pa.table({"total": [7]}))).reasons == (
        "The row changed.",
        "sum of total: nothing → 7",
        "nulls of total: 1 → 0",
    )


def test_a_number_of_another_type_is_no_other_figure() -> None:
    receipt = draft(result=described(pa.table({"total": [7, 8]})))
    for retyped in ([Decimal("7.00"), Decimal("8.00")], [7.0, 8.0]):
        comparison = found(receipt, tables={"sales": "b" * 16}, result=described(pa.table({"total": retyped})))
        assert comparison.verdict is RecheckVerdict.SCHEMA_CHANGED
        assert comparison.figures == ()


def test_ties_that_came_in_another_order_are_the_same() -> None:
    receipt = draft(result=described(SALES, is_ordered=True))
    comparison = found(receipt, result=described(TURNED, is_ordered=True))
    assert comparison.verdict is RecheckVerdict.SAME
    assert "another order" in comparison.remarks[0]


def test_columns_of_another_name_or_type_are_no_other_order() -> None:
    receipt = draft(result=described(SALES, is_ordered=True))
    renamed = SALES.rename_columns(["Country", "total", "orders"])
    retyped = SALES.set_column(2, "orders", SALES["orders"].cast(pa.int32()))
    for table, words in ((renamed, "Country (string)"), (retyped, "orders (int32)")):
        comparison = found(receipt, result=described(table, is_ordered=True))
        assert comparison.verdict is RecheckVerdict.DATA_CHANGED
        assert comparison.reasons == (f"The result has different columns or types: {words}.",)


def test_another_order_by_what_is_not_shown_may_be_a_change_and_says_ties_may_be_why() -> None:
    receipt = draft(result=described(SALES, is_ordered=True))
    comparison = found(receipt, result=described(TURNED, is_ordered=True), traits=Traits(shows_order=False))
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert "Ties may be why" in comparison.remarks[0]


def test_other_rows_within_a_limit_say_that_ties_may_be_why() -> None:
    receipt = draft(result=described(SALES.slice(0, 2), is_ordered=True))
    other = described(SALES.take([0, 2]), is_ordered=True)
    comparison = found(receipt, result=other, traits=Traits(has_limit=True))
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert "ties may be why" in comparison.remarks[0]


def test_values_taken_as_rows_are_read_say_that_this_may_be_why() -> None:
    comparison = found(result=described(SALES.slice(1)), traits=Traits(takes_as_read=True))
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert "order in which rows are read" in comparison.remarks[0]
    assert found(traits=Traits(takes_as_read=True)).remarks == ()


def test_a_cut_result_without_an_order_is_told_to_be_any() -> None:
    receipt = draft(result=described(SALES.slice(0, 2)) | {"is_truncated": True})
    assert "may differ each time" in found(receipt, result=described(SALES.slice(1, 2))).remarks[0]


@pytest.mark.parametrize(("tables", "words"), [({}, "no longer exists"), ({"sales": "b" * 16}, "columns or types of")])
def test_the_tables_that_were_read_decide_whether_the_schema_changed(tables: dict[str, str], words: str) -> None:
    comparison = found(schema_fingerprint="e" * 64, tables=tables)
    assert comparison.verdict is RecheckVerdict.SCHEMA_CHANGED
    assert words in comparison.reasons[0]
    assert "The result is still the same." in comparison.remarks


def test_a_column_more_is_not_blamed_on_the_policy() -> None:
    wider = described(SALES.append_column("note", pa.array(["x"] * 3)))
    comparison = found(tables={"sales": "b" * 16}, result=wider)
    assert comparison.verdict is RecheckVerdict.SCHEMA_CHANGED
    assert "The result has different columns or types: note (string)." in comparison.reasons
    assert comparison.remarks == ()


def test_of_a_view_it_is_said_that_it_may_be_what_it_reads() -> None:
    reasons = found(tables={"sales": "b" * 16}, views=frozenset({"sales"})).reasons
    assert reasons == ("The definition of the view sales, or of what it reads, has changed.",)


def test_of_several_changes_the_last_of_the_table_is_the_verdict() -> None:
    receipt = draft(knowledge=[{"kind": "metric", "name": "Revenue", "version": "1"}])
    comparison = found(receipt, knowledge={}, tables={}, result=described(TURNED.slice(1)))
    assert comparison.verdict is RecheckVerdict.KNOWLEDGE_CHANGED
    assert any("The table sales" in reason for reason in comparison.reasons)
    assert any("There are 2 rows" in reason for reason in comparison.reasons)


def test_what_was_masked_is_said_not_to_be_compared() -> None:
    masked = described(with_column(SALES, "country", ["•••"] * 3), masked=(0,))
    comparison = found(draft(result=masked), result=masked)
    assert comparison.verdict is RecheckVerdict.SAME
    assert "values were not compared" in comparison.remarks[0]


def test_a_schema_that_changed_elsewhere_is_a_remark() -> None:
    comparison = found(schema_fingerprint="e" * 64)
    assert comparison.verdict is RecheckVerdict.SAME
    assert comparison.remarks == ("The schema has changed elsewhere: not in the tables this query reads.",)


@pytest.mark.parametrize("versions", [{("metric", "Revenue"): "2"}, {}])
def test_a_metric_that_is_defined_otherwise_is_told(versions: dict[tuple[str, str], str]) -> None:
    receipt = draft(knowledge=[{"kind": "metric", "name": "Revenue", "version": "1"}])
    comparison = found(receipt, knowledge=versions)
    assert comparison.verdict is RecheckVerdict.KNOWLEDGE_CHANGED
    assert "The metric 'Revenue'" in comparison.reasons[0]
    assert found(receipt, knowledge={("metric", "Revenue"): "1"}).verdict is RecheckVerdict.SAME


def test_knowledge_that_is_not_at_hand_is_said() -> None:
    receipt = draft(knowledge=[{"kind": "metric", "name": "Revenue", "version": "1"}])
    comparison = found(receipt)
    assert comparison.verdict is RecheckVerdict.SAME
    assert "could not be checked" in comparison.remarks[0]


def test_what_varies_by_itself_is_said() -> None:
    comparison = found(result=described(TURNED.slice(1)), traits=Traits(varies=("RAND",)))
    assert any("RAND" in remark for remark in comparison.remarks)


def test_of_other_masks_only_what_is_open_is_compared() -> None:
    masked = with_column(SALES, "country", ["•••"] * 3)
    comparison = found(result=described(masked, masked=(0,)), policy_fingerprint="p")
    assert comparison.verdict is RecheckVerdict.SAME
    assert "masks different columns" in comparison.remarks[0]
    changed = with_column(masked, "orders", [5, 2, 1])
    assert found(result=described(changed, masked=(0,))).reasons == ("sum of orders: 7 → 8", "max of orders: 4 → 5")


def test_no_value_of_a_masked_column_is_described() -> None:
    masked = described(with_column(SALES, "country", ["•••"] * 3), masked=(0, 2))
    assert masked["summaries"][0] == masked["summaries"][2] == {}
    assert masked["summaries"][1] == {"nulls": 0, "min": 3.0, "max": 10.5, "sum": 20.75}


def test_large_results_are_compared_by_hash_and_sums() -> None:
    before = pa.table({"n": range(2_000), "t": ["x"] * 2_000})
    after = with_column(before, "n", [*range(1_999), 5_000])
    assert described(before)["row_hashes"] == []
    comparison = found(draft(result=described(before)), result=described(after))
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert any(str(figure.what) == "max of n" for figure in comparison.figures)


def test_that_there_are_more_rows_than_those_kept_is_part_of_what_was_given() -> None:
    cut = {**described(SALES), "is_truncated": True}
    grown, shrunk = found(result=cut), found(draft(result=cut))
    assert (grown.verdict, shrunk.verdict) == (RecheckVerdict.DATA_CHANGED, RecheckVerdict.DATA_CHANGED)
    assert grown.reasons == ("There are more than these 3 rows; there were no more.",)
    assert shrunk.reasons == ("There are no more than these 3 rows; there were more.",)
    assert found(draft(result=cut), result=cut).verdict is RecheckVerdict.SAME
