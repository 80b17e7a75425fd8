"""The shop's rows: the same everywhere, consistent, and with the quirks other rooms rely on."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import cast

import pytest

from answerable.sample import LAYOUT, tables
from answerable.sample.demand import FIRST_DAY, LAST_DAY
from answerable.sample.rows import Customer, MonthlyTarget, Order, OrderLine, Product, Return, WebEvent
from answerable.sample.shop import EDITION

# Raise EDITION in the same change that alters this.
CONTENT = (1, "84d538911b84bb2544ba2746e1e3a7a83708249edd1bc00297d29490e26e78d3")


def customers() -> Sequence[Customer]:
    return cast(Sequence[Customer], tables()["customers"])


def products() -> Sequence[Product]:
    return cast(Sequence[Product], tables()["products"])


def orders() -> Sequence[Order]:
    return cast(Sequence[Order], tables()["orders"])


def lines() -> Sequence[OrderLine]:
    return cast(Sequence[OrderLine], tables()["order_lines"])


def returns() -> Sequence[Return]:
    return cast(Sequence[Return], tables()["returns"])


def events() -> Sequence[WebEvent]:
    return cast(Sequence[WebEvent], tables()["web_events"])


def targets() -> Sequence[MonthlyTarget]:
    return cast(Sequence[MonthlyTarget], tables()["monthly_targets"])


def test_content_is_the_same_on_every_machine() -> None:
    digest = hashlib.sha256()
    for name, rows in tables().items():
        for row in rows:
            digest.update(f"{name}{[str(value) for value in row]}\n".encode())
    assert (EDITION, digest.hexdigest()) == CONTENT


def test_tables_follow_the_layout() -> None:
    assert list(tables()) == [table.name for table in LAYOUT]
    for table in LAYOUT:
        row = tables()[table.name][0]
        assert getattr(row, "_fields", None) == table.column_names


@pytest.mark.parametrize(
    ("table", "least", "most"),
    [
        ("customers", 850, 950),
        ("products", 120, 120),
        ("orders", 9_000, 10_000),
        ("order_lines", 20_000, 24_000),
        ("returns", 1_000, 1_400),
        ("web_events", 14_000, 16_000),
        ("monthly_targets", 59, 59),
    ],
)
def test_size_is_small_enough_to_make_on_first_use(table: str, least: int, most: int) -> None:
    assert least <= len(tables()[table]) <= most


def test_ids_count_from_one() -> None:
    for table in (table for table in LAYOUT if table.has_id):
        assert [row[0] for row in tables()[table.name]] == list(range(1, len(tables()[table.name]) + 1))


def test_references_find_their_row() -> None:
    for table in LAYOUT:
        for index, column in enumerate(table.columns):
            if column.references:
                known = {row[0] for row in tables()[column.references]} | ({None} if column.nullable else set())
                assert {row[index] for row in tables()[table.name]} <= known, f"{table.name}.{column.name}"


def test_only_nullable_columns_hold_nulls_and_each_of_them_does() -> None:
    for table in LAYOUT:
        for index, column in enumerate(table.columns):
            has_null = any(row[index] is None for row in tables()[table.name])
            assert has_null == column.nullable, f"{table.name}.{column.name}"


def test_revenue_is_what_the_lines_add_up_to() -> None:
    totals: dict[int, Decimal] = {}
    for line in lines():
        share = 1 - Decimal(line.discount_percent or 0) / 100
        totals[line.order_id] = totals.get(line.order_id, Decimal(0)) + line.quantity * line.unit_price_cents * share
    for order in orders():
        expected = None if order.status == "cancelled" else (totals[order.id] / 100).quantize(Decimal("0.01"))
        assert order.revenue == expected


def test_every_order_has_a_line() -> None:
    assert {line.order_id for line in lines()} == {order.id for order in orders()}


def test_nobody_orders_before_signing_up_or_after_leaving() -> None:
    for order in orders():
        customer = customers()[order.customer_id - 1]
        assert customer.signed_up_on <= order.order_date
        assert customer.deleted_at is None or order.order_date < customer.deleted_at.date()


def test_products_are_sold_between_launch_and_end() -> None:
    for line in lines():
        product, day = products()[line.product_id - 1], orders()[line.order_id - 1].order_date
        assert product.launched_on <= day
        assert product.discontinued_on is None or day < product.discontinued_on


def test_returns_come_after_the_order_and_refund_no_more_than_was_paid() -> None:
    for item in returns():
        line = lines()[item.order_line_id - 1]
        order = orders()[line.order_id - 1]
        assert order.status == "delivered" and order.order_date < item.returned_on <= LAST_DAY
        assert 0 < item.refund_cents <= line.paid_cents


def test_the_days_are_all_within_the_shops_life() -> None:
    days = [value for rows in tables().values() for row in rows for value in row if type(value) is date]
    assert min(days) == FIRST_DAY == date(2022, 1, 1)
    assert max(days) == LAST_DAY == date(2026, 10, 31)


def test_events_are_in_epoch_milliseconds_and_in_order() -> None:
    moments = [datetime.fromtimestamp(event.occurred_at_ms // 1000, UTC) for event in events()]
    assert moments == sorted(moments)
    assert (moments[0].year, moments[-1].year) == (2022, 2026)


def test_one_month_of_the_targets_was_loaded_twice() -> None:
    twice = [target for target, times in Counter(targets()).items() if times == 2]
    assert [target.month for target in twice] == ["2025-03"]
    assert len({target.month for target in targets()}) == 58


def test_no_discount_offered_differs_from_offered_and_not_used() -> None:
    assert {line.discount_percent for line in lines()} == {None, 0, 10, 20, 30}


def test_the_shop_grows_and_the_year_ends_strong() -> None:
    by_year = Counter(order.order_date.year for order in orders())
    assert by_year[2022] < by_year[2023] < by_year[2024] < by_year[2025]
    by_month = Counter(order.order_date.month for order in orders() if order.order_date.year == 2025)
    assert {month for month, _ in by_month.most_common(2)} == {11, 12}


def test_addresses_reach_nobody() -> None:
    emails = [customer.email for customer in customers()]
    assert len(set(emails)) == len(emails)
    assert {email.partition("@")[2] for email in emails} == {"example.com", "example.org", "example.net"}
    assert all(email.isascii() for email in emails)


def test_product_names_are_all_different() -> None:
    assert len({product.name for product in products()}) == len(products())
    assert len({product.category for product in products()}) == 8
