"""Figures in the unit that a question asks for: seconds as hours, kilograms as tonnes."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.language.question.tokens import Token

__all__ = ["UNIT_WORDS", "unit_factor"]

_SIZES: tuple[dict[str, float], ...] = (
    {"milliseconds": 0.001, "seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400},
    {"g": 1, "kg": 1000, "t": 1_000_000},
    {"mm": 1, "cm": 10, "m": 1000, "km": 1_000_000},
    {"ml": 1, "l": 1000},
    {"kWh": 1, "MWh": 1000},
    {"MB": 1, "GB": 1000, "TB": 1_000_000},
)
"""Units of one kind, each with its size."""
UNIT_WORDS = {
    "second": "seconds",
    "minute": "minutes",
    "hour": "hours",
    "tonne": "t",
    "tonnage": "t",
    "ton": "t",
    "kilo": "kg",
    "kilogram": "kg",
    "kilometre": "km",
    "kilometer": "km",
    "litre": "l",
    "liter": "l",
    "gb": "GB",
    "gigabyte": "GB",
    "mwh": "MWh",
}


def unit_factor(unit: str, tokens: Sequence[Token]) -> float:
    """What a figure in this unit is multiplied by; 1 where the question names no other unit of its kind."""
    sizes = next((one for one in _SIZES if unit in one), {})
    asked = [UNIT_WORDS[token.lemma] for token in tokens if UNIT_WORDS.get(token.lemma) in sizes]
    return sizes[unit] / sizes[asked[0]] if asked and unit not in asked else 1.0
