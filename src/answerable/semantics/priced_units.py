"""What has a price for each of its units: months × monthly fee, nights × rate, kilograms × price per kilogram."""

from __future__ import annotations

from answerable.semantics.semantic_model import BusinessMeasure

__all__ = ["counted_and_priced"]

_UNITS = {
    "nights": ("nightly", "night", "room"),
    "days": ("daily", "day"),
    "weeks": ("weekly", "week"),
    "months": ("monthly", "month"),
    "years": ("annual", "yearly", "year"),
    "hours": ("hourly", "hour"),
}
"""Unit → words by which a price says that it is for one."""
_OF_ONE = frozenset(("unit", "each", "per", "price", "rate"))
_PRICES = ("price", "amount", "rate")


def counted_and_priced(own: list[BusinessMeasure]) -> tuple[BusinessMeasure, BusinessMeasure] | None:
    """A measure and the price of one of its units, where the table has just one such pair."""
    pairs = [(one, price) for price in own for one in own if one is not price and _is_priced(one, price)]
    if not pairs:
        spans = [one for one in own if one.unit in _UNITS and one.kind in ("duration", "quantity")]
        bare = [one for one in own if one.kind == "price" and {*one.label.split()} <= _OF_ONE]
        pairs = [(spans[0], bare[0])] if len(spans) == 1 and len(bare) == 1 else []
    return pairs[0] if len(pairs) == 1 else None


def _is_priced(one: BusinessMeasure, price: BusinessMeasure) -> bool:
    if price.unit == f"money per {one.unit}" and one.kind not in ("price", "rate"):
        return True
    says_unit = bool({*price.label.split()} & {*_UNITS.get(one.unit, ())})
    is_price = price.kind in _PRICES and price.unit not in ("percent", "fraction") and price.unit not in _UNITS
    return says_unit and is_price and one.kind in ("duration", "quantity")
