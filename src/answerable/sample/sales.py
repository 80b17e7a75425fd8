"""What is ordered day by day, and what of it comes back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from answerable.sample.accounts import customer_chooser
from answerable.sample.assortment import price_on, product_chooser
from answerable.sample.demand import LAST_DAY, busyness, days, elapsed_share
from answerable.sample.dice import Dice
from answerable.sample.rows import Customer, Order, OrderLine, Product, Return

__all__ = ["make_orders", "make_returns"]

_ORDERS_A_DAY = 3.18
_LINES = ((1, 32), (2, 30), (3, 20), (4, 12), (5, 6))
_QUANTITIES = {
    "consumer": ((1, 70), (2, 20), (3, 7), (4, 3)),
    "small_business": ((1, 40), (2, 25), (3, 15), (5, 15), (10, 5)),
    "enterprise": ((2, 30), (5, 40), (10, 20), (20, 10)),
}
_DISCOUNTS: tuple[tuple[int | None, int], ...] = ((None, 70), (0, 10), (10, 12), (20, 6), (30, 2))
_REASONS: tuple[tuple[str | None, int], ...] = (
    ("changed mind", 30),
    ("damaged", 20),
    ("not as described", 15),
    ("wrong item", 10),
    ("arrived late", 5),
    (None, 20),
)


def make_orders(
    customers: Sequence[Customer], products: Sequence[Product], dice: Dice
) -> tuple[list[Order], list[OrderLine]]:
    choose_customer = customer_chooser(customers, dice)
    choose_product = product_chooser(products, dice)
    orders: list[Order] = []
    lines: list[OrderLine] = []
    for day in days():
        for number in range(len(orders) + 1, len(orders) + 1 + dice.round(_ORDERS_A_DAY * busyness(day))):
            customer = choose_customer(day)
            bought = [choose_product(day) for _ in range(dice.pick_weighted(_LINES))]
            added = [
                _order_line(line, number, customer, product, day, dice)
                for line, product in enumerate(bought, start=len(lines) + 1)
            ]
            orders.append(_order(number, customer, day, added, dice))
            lines.extend(added)
    return orders, lines


def _order_line(number: int, order: int, customer: Customer, product: Product, day: date, dice: Dice) -> OrderLine:
    return OrderLine(
        id=number,
        order_id=order,
        product_id=product.id,
        quantity=dice.pick_weighted(_QUANTITIES[customer.segment]),
        unit_price_cents=price_on(product, day),
        discount_percent=dice.pick_weighted(_DISCOUNTS),
    )


def _order(number: int, customer: Customer, day: date, lines: Sequence[OrderLine], dice: Dice) -> Order:
    status = _status(day, dice)
    paid = Decimal(sum(line.paid_cents for line in lines)).scaleb(-2)
    return Order(
        id=number,
        customer_id=customer.id,
        order_date=day,
        status=status,
        channel=_channel(day, dice),
        revenue=None if status == "cancelled" else paid,
    )


def _status(day: date, dice: Dice) -> str:
    if dice.chance(0.05):
        return "cancelled"
    age = (LAST_DAY - day).days
    return "pending" if age < 2 else "shipped" if age < 7 else "delivered"


def _channel(day: date, dice: Dice) -> str:
    """The app grows at the web site's cost."""
    app = int(10 + 30 * elapsed_share(day))
    return dice.pick_weighted((("web", 70 - app), ("app", app), ("store", 22), ("phone", 8)))


def make_returns(orders: Sequence[Order], lines: Sequence[OrderLine], dice: Dice) -> list[Return]:
    """A part of the delivered lines, in the order they come back; none comes back after the last day."""
    sent_back = [(_return_day(orders[line.order_id - 1], dice), line) for line in lines if dice.chance(0.059)]
    in_time = sorted(
        (day, line) for day, line in sent_back if orders[line.order_id - 1].status == "delivered" and day <= LAST_DAY
    )
    return [_return(number, line, day, dice) for number, (day, line) in enumerate(in_time, start=1)]


def _return_day(order: Order, dice: Dice) -> date:
    return order.order_date + timedelta(days=dice.between(3, 35))


def _return(number: int, line: OrderLine, day: date, dice: Dice) -> Return:
    pieces = dice.between(1, line.quantity)
    return Return(number, line.id, day, dice.pick_weighted(_REASONS), line.paid_cents * pieces // line.quantity)
