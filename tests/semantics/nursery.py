"""A plant nursery's database as it grew: abbreviations, cents, codes, no declared foreign keys."""

from __future__ import annotations

from answerable.kernel.schema import DatabaseSchema, Table
from tests.semantics.schemas import schema_of, table_of

__all__ = ["NURSERY"]

_DAYS = [f"2025-{month:02d}-{day:02d}" for month in (1, 2, 3, 4, 5) for day in (3, 9, 14, 20)]


def _customers() -> Table:
    return table_of(
        "T_CUST",
        {
            "cust_no": list(range(7001, 7021)),
            "fst_nm": ["Ada", "Bo", "Cy", "Dee", "Test", "Eve", "Flo", "Gus", "Hal", "Ida"] * 2,
            "lst_nm": [f"Park{number}" for number in range(20)],
            "city": ["Rome", "Paris", "Oslo", "Bonn"] * 5,
            "ctry_cd": ["IT", "FR", "NO", "DE"] * 5,
            "ref_by": [None, 7001, 7002, None, 7001] * 4,
            "nl_yn": ["Y", "N"] * 10,
            "is_test": [0, 0, 0, 0, 1] * 4,
            "del_ts": [*([None] * 18), 1735689600, 1735689700],
        },
        key=("cust_no",),
    )


def _staff() -> Table:
    return table_of(
        "T_EMP",
        {
            "emp_no": list(range(1, 9)),
            "first_nm": list("ABCDEFGH"),
            "last_nm": [f"Stone{number}" for number in range(8)],
            "birth_dt": ["1980-01-01"] * 8,
            "hire_dt": _DAYS[:8],
            "left_dt": [*([None] * 6), *_DAYS[8:10]],
            "boss": [None, 1, 1, 1, 2, 2, 3, 3],
        },
        key=("emp_no",),
    )


def _orders() -> Table:
    return table_of(
        "T_ORD_HD",
        {
            "ord_no": list(range(90001, 90021)),
            "cust_no": [7001 + number % 15 for number in range(20)],
            "taken_by": [1 + number % 8 for number in range(20)],
            "ord_dt": _DAYS,
            "shipped_dt": [day if place % 4 else None for place, day in enumerate(_DAYS)],
            "stat_cd": ["O", "S", "X", "S"] * 5,
            "net_ct": [1000 + 37 * number for number in range(20)],
            "tax_ct": [190 + 7 * number for number in range(20)],
        },
        key=("ord_no",),
    )


def _lines() -> Table:
    return table_of(
        "T_ORD_POS",
        {
            "ord_no": [90001 + number // 2 for number in range(40)],
            "pos": [1, 2] * 20,
            "sku": [f"P{number % 6}" for number in range(40)],
            "qty": [1 + number % 5 for number in range(40)],
            "price_ct": [250 + 25 * (number % 6) for number in range(40)],
            "disc_pct": [0, 0, 5, 10] * 10,
        },
        key=("ord_no", "pos"),
    )


def _plants() -> Table:
    return table_of(
        "T_PLANT",
        {
            "sku": [f"P{number}" for number in range(6)],
            "descr": ["Rose", "Fern", "Oak", "Lily", "Moss", "Iris"],
            "list_price": ["€ 2.50", "€ 2.75", "€ 3.00", "€ 3.25", "€ 3.50", "€ 1,003.75"],
            "shelf": [1, 2, 3, 1, 2, 3],
            "planted_yr": [2019, 2020, 2021, 2022, 2023, 2024],
            "discontinued": ["N", "N", "N", "N", "N", "Y"],
        },
        key=("sku",),
    )


def _codes() -> Table:
    return table_of(
        "C_STAT", {"stat_cd": ["O", "S", "X"], "stat_txt": ["Open", "Shipped", "Cancelled"]}, key=("stat_cd",)
    )


def _view() -> Table:
    view = table_of("V_SHIPPED", {"ord_no": [], "cust_no": []}, is_view=True)
    return Table(
        view.name, view.columns, is_view=True, definition="SELECT ord_no, cust_no FROM T_ORD_HD WHERE stat_cd = 'S'"
    )


NURSERY: DatabaseSchema = schema_of(_customers(), _staff(), _orders(), _lines(), _plants(), _codes(), _view())
