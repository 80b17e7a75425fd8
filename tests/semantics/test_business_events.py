"""Tables whose rows happen, with their date, who takes part, and the verbs people use."""

from __future__ import annotations

from answerable.semantics import DateRole, build_semantics
from tests.semantics.nursery import NURSERY
from tests.semantics.schemas import schema_of, table_of

MODEL = build_semantics(NURSERY)
EVENTS = {event.table: event for event in MODEL.events}
DATES: dict[tuple[str, str], DateRole] = {(date.table, date.column): date for date in MODEL.dates}


def test_orders_happen_on_their_order_date() -> None:
    assert EVENTS["T_ORD_HD"].main_date == "ord_dt"
    assert {"buy", "order"} <= set(EVENTS["T_ORD_HD"].verbs)


def test_lines_happen_with_their_order() -> None:
    assert (EVENTS["T_ORD_POS"].main_date, EVENTS["T_ORD_POS"].date_from) == (None, "T_ORD_HD")


def test_people_and_code_tables_do_not_happen() -> None:
    assert not {"T_CUST", "T_EMP", "C_STAT", "V_SHIPPED"} & EVENTS.keys()


def test_participants_have_roles() -> None:
    roles = {(one.role, one.table, one.is_person) for one in EVENTS["T_ORD_HD"].participants}
    assert roles == {("customer", "T_CUST", True), ("taken by", "T_EMP", True)}


def test_each_date_has_its_role() -> None:
    roles = {column: DATES["T_EMP", column].role for column in ("birth_dt", "hire_dt", "left_dt")}
    assert roles == {"birth_dt": "born", "hire_dt": "joined", "left_dt": "ended"}
    assert DATES["T_EMP", "hire_dt"].is_main


def test_missing_end_means_still_there() -> None:
    assert DATES["T_EMP", "left_dt"].null_means_open and not DATES["T_EMP", "hire_dt"].null_means_open
    assert DATES["T_ORD_HD", "shipped_dt"].null_means_open


def test_unknown_date_that_never_comes_first_ends_something() -> None:
    days = [f"2025-01-{day:02d}" for day in range(1, 9)]
    table = table_of("membership", {"id": list(range(8)), "start_date": days, "zorp": [None, *days[1:]]}, key=("id",))
    dates = {date.column: date for date in build_semantics(schema_of(table)).dates}
    assert (dates["zorp"].role, dates["zorp"].null_means_open) == ("ended", True)
