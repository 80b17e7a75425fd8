"""Flags with their sense, statuses with folded spellings, codes decoded, rows usually left out."""

from __future__ import annotations

import pytest

from answerable.kernel.schema import Cell, Table
from answerable.semantics import FlagColumn, RowCondition, build_semantics
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

MODEL = build_semantics(NURSERY)
FLAGS = {(flag.table, flag.column): flag for flag in MODEL.flags}


def _flag(column: str, values: list[Cell]) -> FlagColumn | None:
    model = build_semantics(schema_of(table_of("t", {"id": list(range(len(values))), column: values}, key=("id",))))
    return next(iter(model.flags), None)


def test_flags_know_their_yes() -> None:
    assert FLAGS["T_CUST", "nl_yn"].yes == ("Y",) and FLAGS["T_CUST", "nl_yn"].label == "newsletter"
    assert FLAGS["T_CUST", "is_test"].sense == "test"
    assert FLAGS["T_PLANT", "discontinued"].sense == "ended"


@pytest.mark.parametrize(
    ("column", "values", "yes"),
    [
        ("active", ["t", "f", "t"], ("t",)),
        ("Aktiv", ["J", "N", "J"], ("J",)),
        ("is_closed", [0, 0, 0], ()),
        ("paid", ["yes", "No", "YES"], ("YES", "yes")),
        ("vip", ["true", "false"], ("true",)),
    ],
)
def test_many_ways_to_say_yes(column: str, values: list[Cell], yes: tuple[str, ...]) -> None:
    flag = _flag(column, values)
    assert flag is not None and flag.yes == yes


@pytest.mark.parametrize(("column", "values"), [("sex", ["m", "f"]), ("qty", [1, 2, 3]), ("level", ["a", "b"])])
def test_other_pairs_are_no_flags(column: str, values: list[Cell]) -> None:
    assert _flag(column, values) is None


def test_status_is_read_through_its_code_table() -> None:
    status = next(one for one in MODEL.statuses if one.table == "T_ORD_HD")
    assert dict(status.states)["cancelled"] == ("X",)


def test_spellings_of_a_status_are_folded() -> None:
    table = table_of("ticket", {"id": [1, 2, 3, 4], "status": ["Open", "open", "ON-HOLD", "on hold"]}, key=("id",))
    status = build_semantics(schema_of(table)).statuses[0]
    assert dict(status.spellings) == {"open": ("Open", "open"), "on hold": ("ON-HOLD", "on hold")}


def test_codes_are_decoded() -> None:
    decoding = next(one for one in MODEL.decodings if one.table == "T_ORD_HD")
    assert dict(decoding.meanings) == {"O": "Open", "S": "Shipped", "X": "Cancelled"}


def test_one_table_may_hold_all_codes() -> None:
    codes = table_of(
        "codes",
        {"kind": ["ORD", "ORD", "VEH"], "code": ["A", "B", "A"], "meaning": ["Active", "Blocked", "At the dealer"]},
        key=("kind", "code"),
    )
    orders = table_of("orders", {"id": [1, 2, 3], "ord_state": ["A", "B", "A"]}, key=("id",))
    model = build_semantics(schema_of(codes, orders))
    assert model.decodings[0].condition == (("kind", "ORD"),)
    assert dict(model.decodings[0].meanings) == {"A": "Active", "B": "Blocked"}
    assert model.relationships[-1].condition == (("kind", "ORD"),)


def test_deleted_test_and_cancelled_rows_are_known() -> None:
    found = {(one.table, one.kind): one for one in MODEL.exclusions}
    assert found["T_CUST", "test"].condition == RowCondition("is_test", "in", (1,))
    assert found["T_CUST", "deleted"].condition == RowCondition("del_ts", "is_not_null")
    assert found["T_ORD_HD", "cancelled"].condition == RowCondition("stat_cd", "in", ("X",))
    assert (found["T_ORD_HD", "cancelled"].applies_to, found["T_CUST", "test"].applies_to) == ("money", "all")
    assert found["T_CUST", "test"].share == 0.2


def test_rows_called_test_are_left_out_where_no_flag_says_it() -> None:
    names = [*"ABCDEFGHIJKLMNOPQRS", "Test"]
    table = table_of("customers", {"id": list(range(20)), "first_name": names, "last_name": names}, key=("id",))
    found = build_semantics(schema_of(table)).exclusions
    assert [one.condition for one in found] == [RowCondition("first_name", "starts_with", ("Test",))]


def _exclusions(table: Table) -> dict[str, tuple[str, RowCondition]]:
    return {one.kind: (one.applies_to, one.condition) for one in build_semantics(schema_of(table)).exclusions}


def test_letters_of_a_status_are_read_together() -> None:
    receipts = table_of(
        "receipts",
        {
            "id": list(range(20)),
            "sold_on": ["2025-01-01"] * 20,
            "rcpt_stat": ["C"] * 19 + ["V"],
            "train_fl": ["N"] * 18 + ["Y", "Y"],
        },
        key=("id",),
    )
    found = _exclusions(receipts)
    assert found["cancelled"] == ("all", RowCondition("rcpt_stat", "in", ("V",)))
    assert found["test"] == ("all", RowCondition("train_fl", "in", ("Y",)))


def test_letters_of_an_unknown_kind_stay_unread() -> None:
    table = table_of("jobs", {"id": [1, 2, 3], "status": ["Q", "Z", "K"]}, key=("id",))
    assert build_semantics(schema_of(table)).statuses[0].states == ()


def test_money_that_never_came_or_went_back_is_no_income() -> None:
    states = ["Paid"] * 7 + ["FAILED", "refunded", "pledged"]
    table = table_of("payments", {"id": list(range(10)), "paid_on": ["2025-01-01"] * 10, "state": states}, key=("id",))
    assert {kind: (applies, one.values) for kind, (applies, one) in _exclusions(table).items()} == {
        "failed": ("income", ("FAILED",)),
        "refunded": ("income", ("refunded",)),
        "promised": ("income", ("pledged",)),
    }


def test_sales_are_what_was_won() -> None:
    stages = ["Won", "Lost", "Offer", "Won"]
    table = table_of("deals", {"id": [1, 2, 3, 4], "stage": stages, "closed_on": ["2025-01-01"] * 4}, key=("id",))
    assert _exclusions(table)["not_won"] == ("sales", RowCondition("stage", "in", ("Lost", "Offer")))


def test_a_state_of_the_country_is_no_status() -> None:
    table = table_of("towns", {"id": [1, 2, 3], "state": ["IL", "WI", "IL"]}, key=("id",))
    assert build_semantics(schema_of(table)).statuses == ()


def test_rows_merged_into_another_are_left_out() -> None:
    donors = table_of(
        "donors",
        {"donor_id": list(range(1, 31)), "name": [f"N{n}" for n in range(30)], "merged_into": [None] * 28 + [3, 4]},
        key=("donor_id",),
    )
    assert _exclusions(donors)["deleted"] == ("all", RowCondition("merged_into", "is_not_null"))
