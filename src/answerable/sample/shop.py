"""The whole shop: every row of every table.

Each table has its own dice, so that changing one leaves the chance in the others alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from answerable.sample.accounts import make_customers
from answerable.sample.assortment import make_products
from answerable.sample.dice import Dice
from answerable.sample.rows import MonthlyTarget, Order
from answerable.sample.sales import make_orders, make_returns
from answerable.sample.visits import make_web_events

__all__ = ["EDITION", "Rows", "tables"]

EDITION = 1
"""Raised whenever the data changes, so that a copy written earlier is known to be old."""

Rows = Sequence[tuple[object, ...]]

_SEED = 20_220_101
_MONTH_LOADED_TWICE = "2025-03"


@cache
def tables() -> dict[str, Rows]:
    """Rows by table, referenced tables first, values as Python's date, datetime, Decimal, int, str or None."""
    customers = make_customers(Dice(_SEED + 1))
    products = make_products(Dice(_SEED + 2))
    orders, lines = make_orders(customers, products, Dice(_SEED + 3))
    return {
        "customers": customers,
        "products": products,
        "orders": orders,
        "order_lines": lines,
        "returns": make_returns(orders, lines, Dice(_SEED + 4)),
        "web_events": make_web_events(customers, products, Dice(_SEED + 5)),
        "monthly_targets": _monthly_targets(orders, Dice(_SEED + 6)),
    }


def _monthly_targets(orders: Sequence[Order], dice: Dice) -> list[MonthlyTarget]:
    revenue: dict[str, Decimal] = {}
    for order in orders:
        month = order.order_date.isoformat()[:7]
        revenue[month] = revenue.get(month, Decimal(0)) + (order.revenue or 0)
    targets = [MonthlyTarget(month, _target(total, dice)) for month, total in revenue.items()]
    return [target for target in targets for _ in range(2 if target.month == _MONTH_LOADED_TWICE else 1)]


def _target(revenue: Decimal, dice: Dice) -> Decimal:
    """Planned in whole five hundreds, a little too shy or too bold."""
    return Decimal(int(revenue) * dice.between(85, 115) // 50_000 * 500).quantize(Decimal("0.01"))
