"""What people look at on the shop's pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime

from answerable.sample.accounts import customer_chooser, moment_on
from answerable.sample.demand import busyness, days
from answerable.sample.dice import Dice
from answerable.sample.rows import Customer, Product, WebEvent

__all__ = ["make_web_events"]

_EVENTS_A_DAY = 5.0
_EVENT_TYPES = (("page_view", 60), ("search", 14), ("add_to_cart", 12), ("sign_in", 7), ("checkout", 7))
_FIXED_PAGES = {"search": "/search", "sign_in": "/account", "checkout": "/checkout"}
_FRONT_PAGES = ("/", "/offers", "/new")


def make_web_events(customers: Sequence[Customer], products: Sequence[Product], dice: Dice) -> list[WebEvent]:
    choose_customer = customer_chooser(customers, dice)
    moments = [moment_on(day, dice) for day in days() for _ in range(dice.round(_EVENTS_A_DAY * busyness(day)))]
    return [
        _web_event(number, moment, choose_customer, products, dice)
        for number, moment in enumerate(sorted(moments), start=1)
    ]


def _web_event(
    number: int, moment: datetime, choose_customer: Callable[[date], Customer], products: Sequence[Product], dice: Dice
) -> WebEvent:
    event_type = dice.pick_weighted(_EVENT_TYPES)
    is_known = event_type in ("sign_in", "checkout") or dice.chance(0.5)
    return WebEvent(
        id=number,
        customer_id=choose_customer(moment.date()).id if is_known else None,
        event_type=event_type,
        page=_page(event_type, products, dice),
        occurred_at_ms=int(moment.replace(tzinfo=UTC).timestamp()) * 1000 + dice.below(1000),
    )


def _page(event_type: str, products: Sequence[Product], dice: Dice) -> str:
    if event_type in _FIXED_PAGES:
        return _FIXED_PAGES[event_type]
    if event_type == "add_to_cart" or dice.chance(0.7):
        return f"/products/{dice.pick(products).id}"
    return dice.pick(_FRONT_PAGES)
