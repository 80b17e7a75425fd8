"""The shop's customers: when they sign up, whether they leave, and which of them comes by on a day."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import accumulate, count

from answerable.sample.demand import FIRST_DAY, LAST_DAY, busyness, days
from answerable.sample.dice import Dice
from answerable.sample.people import COUNTRIES, EMAIL_DOMAINS, email_name, full_name, phone_number
from answerable.sample.rows import Customer

__all__ = ["customer_chooser", "make_customers", "moment_on"]

_CUSTOMERS = 900
_OPENING_CROWD = 100
_SEGMENTS = (("consumer", 78), ("small_business", 17), ("enterprise", 5))
_LOYALTY = ((1, 40), (2, 25), (4, 20), (8, 10), (16, 5))


def make_customers(dice: Dice) -> list[Customer]:
    taken: set[str] = set()
    return [_customer(number, day, taken, dice) for number, day in enumerate(_sign_up_days(dice), start=1)]


def _sign_up_days(dice: Dice) -> list[date]:
    """In order. A crowd comes in the opening weeks, the others as the shop grows."""
    open_days = list(days())
    totals = list(accumulate(int(1000 * busyness(day)) for day in open_days))
    opening = [open_days[dice.below(40)] for _ in range(_OPENING_CROWD - 1)]
    later = [open_days[dice.position(totals)] for _ in range(_CUSTOMERS - _OPENING_CROWD)]
    return sorted([FIRST_DAY, *opening, *later])


def _customer(number: int, day: date, taken: set[str], dice: Dice) -> Customer:
    country = dice.pick_weighted([(country, country.share) for country in COUNTRIES])
    name = full_name(country, dice)
    return Customer(
        id=number,
        name=name,
        email=_free_email(name, taken, dice),
        phone=phone_number(country, dice) if dice.chance(0.85) else None,
        country=country.name,
        city=dice.pick_weighted(country.cities),
        segment=dice.pick_weighted(_SEGMENTS),
        signed_up_on=day,
        deleted_at=_closing(day, dice) if dice.chance(0.09) and number > 1 else None,
    )


def _free_email(name: str, taken: set[str], dice: Dice) -> str:
    local, domain = email_name(name), dice.pick(EMAIL_DOMAINS)
    numbered = (f"{local}{number or ''}@{domain}" for number in count())
    email = next(address for address in numbered if address not in taken)
    taken.add(email)
    return email


def _closing(signed_up_on: date, dice: Dice) -> datetime | None:
    day = signed_up_on + timedelta(days=dice.between(30, 900))
    return moment_on(day, dice) if day <= LAST_DAY else None


def moment_on(day: date, dice: Dice) -> datetime:
    """A second of the day at which people are awake, UTC."""
    return datetime.combine(day, time(dice.between(6, 23), dice.below(60), dice.below(60)))


def customer_chooser(customers: Sequence[Customer], dice: Dice) -> Callable[[date], Customer]:
    """Loyal customers come more often; nobody comes before signing up or after leaving.

    `customers` are in the order of their signing up; the first one never leaves, so there is always one to choose."""
    totals = list(accumulate(dice.pick_weighted(_LOYALTY) for _ in customers))
    sign_ups = [customer.signed_up_on for customer in customers]

    def choose(day: date) -> Customer:
        while True:
            customer = customers[dice.position(totals, among=bisect_right(sign_ups, day))]
            if customer.deleted_at is None or customer.deleted_at.date() > day:
                return customer

    return choose
