"""The schema fingerprint: stable for the same shape, changed by any table, column or type."""

from __future__ import annotations

from dataclasses import replace

from answerable.kernel.schema import Column, DatabaseSchema, Table

ORDERS = Table("orders", (Column("id", "INTEGER"), Column("total", "DECIMAL(12,2)")))
SHOP = DatabaseSchema("sqlite", (ORDERS, Table("customers", (Column("id", "INTEGER"),))))


def test_the_order_tables_are_read_in_does_not_matter() -> None:
    assert replace(SHOP, tables=SHOP.tables[::-1]).fingerprint == SHOP.fingerprint


def test_what_is_only_observed_does_not_matter() -> None:
    seen = replace(
        ORDERS,
        row_estimate=9,
        comment="c",
        columns=(replace(ORDERS.columns[0], common_values=("x",)), ORDERS.columns[1]),
    )
    assert replace(SHOP, tables=(seen, SHOP.tables[1])).fingerprint == SHOP.fingerprint


def test_any_change_of_shape_matters() -> None:
    renamed = replace(ORDERS, name="order")
    retyped = replace(ORDERS, columns=(ORDERS.columns[0], Column("total", "DECIMAL(12,3)")))
    moved = replace(ORDERS, columns=ORDERS.columns[::-1])
    shapes = [replace(SHOP, tables=(table, SHOP.tables[1])) for table in (renamed, retyped, moved)]
    shapes.append(replace(SHOP, tables=(ORDERS,)))
    assert len({shape.fingerprint for shape in [SHOP, *shapes]}) == 5


def test_names_are_found_whatever_their_case() -> None:
    spaced = DatabaseSchema("postgres", (replace(ORDERS, namespace="sales"),))
    assert spaced.table("SALES.Orders") is spaced.table("orders") is spaced.tables[0]
    assert ORDERS.column("TOTAL") is ORDERS.columns[1]
