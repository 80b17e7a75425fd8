"""The shop's products: when they are launched and dropped, what they cost, and which is bought on a day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import accumulate

from answerable.sample.catalogue import CATEGORIES, ProductCategory
from answerable.sample.demand import FIRST_DAY, LAST_DAY
from answerable.sample.dice import Dice
from answerable.sample.rows import Product

__all__ = ["make_products", "price_on", "product_chooser"]


def make_products(dice: Dice) -> list[Product]:
    places = [(category, place) for category in CATEGORIES for place in range(len(category.goods))]
    return [_product(number, category, place, dice) for number, (category, place) in enumerate(places, start=1)]


def _product(number: int, category: ProductCategory, place: int, dice: Dice) -> Product:
    launched = FIRST_DAY if dice.chance(0.6) else FIRST_DAY + timedelta(days=dice.between(60, 1600))
    dropped = launched + timedelta(days=dice.between(400, 1500))
    return Product(
        id=number,
        name=f"{dice.pick(category.brands)} {category.goods[place]}",
        category=category.name,
        price_cents=_whole_price(category, place, dice) * 100 + dice.pick((0, 50, 90)),
        launched_on=launched,
        discontinued_on=dropped if dice.chance(0.15) and dropped <= LAST_DAY else None,
    )


def _whole_price(category: ProductCategory, place: int, dice: Dice) -> int:
    """Few goods are dear and many are cheap; neighbours in the list differ a little at random."""
    above_the_cheapest = len(category.goods) - 1 - place
    span = (category.dearest - category.cheapest) * above_the_cheapest**2 // (len(category.goods) - 1) ** 2
    return category.cheapest + span * dice.between(90, 110) // 100 + dice.below(4)


def price_on(product: Product, day: date) -> int:
    """In cents. Prices rose by 4 % of today's a year; kept to whole tens of cents."""
    return product.price_cents * (100 - 4 * (LAST_DAY.year - day.year)) // 1000 * 10


def product_chooser(products: Sequence[Product], dice: Dice) -> Callable[[date], Product]:
    """Some products sell better than others, and each category has its season."""
    totals = list(accumulate(dice.between(1, 12) for _ in products))
    best_months = {category.name: category.best_months for category in CATEGORIES}

    def choose(day: date) -> Product:
        while True:
            product = products[dice.position(totals)]
            in_season = day.month in best_months[product.category]
            if _is_sold(product, day) and (in_season or dice.chance(0.6)):
                return product

    return choose


def _is_sold(product: Product, day: date) -> bool:
    return product.launched_on <= day and (product.discontinued_on is None or day < product.discontinued_on)
