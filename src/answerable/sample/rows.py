"""One row of each table, fields in the order of the columns."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

__all__ = ["Customer", "MonthlyTarget", "Order", "OrderLine", "Product", "Return", "WebEvent"]


class Customer(NamedTuple):
    id: int
    name: str
    email: str
    phone: str | None
    country: str
    city: str
    segment: str
    signed_up_on: date
    deleted_at: datetime | None


class Product(NamedTuple):
    id: int
    name: str
    category: str
    price_cents: int
    launched_on: date
    discontinued_on: date | None


class Order(NamedTuple):
    id: int
    customer_id: int
    order_date: date
    status: str
    channel: str
    revenue: Decimal | None


class OrderLine(NamedTuple):
    id: int
    order_id: int
    product_id: int
    quantity: int
    unit_price_cents: int
    discount_percent: int | None

    @property
    def paid_cents(self) -> int:
        """Exact: prices are whole tens of cents and discounts whole tens of a percent."""
        return self.quantity * self.unit_price_cents * (100 - (self.discount_percent or 0)) // 100


class Return(NamedTuple):
    id: int
    order_line_id: int
    returned_on: date
    reason: str | None
    refund_cents: int


class WebEvent(NamedTuple):
    id: int
    customer_id: int | None
    event_type: str
    page: str
    occurred_at_ms: int


class MonthlyTarget(NamedTuple):
    month: str
    target: Decimal
