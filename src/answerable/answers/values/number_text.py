"""How the numbers of one column are shown to people: grouped or not, and with how many decimals.

Ids and years are names made of digits: `2024`, never `2,024`. Measures are grouped, and the decimals of a column are
as many as its values need, within what a person reads.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import Any

from answerable.answers.column_titles import is_label, is_money
from answerable.kernel.light_dataclass import dataclass

__all__ = ["NumberStyle", "number_style"]

_LARGE, _SMALL = Decimal("1e15"), Decimal("1e-4")
_EXACT = Context(prec=100, rounding=ROUND_HALF_EVEN)


@dataclass(frozen=True, slots=True)
class NumberStyle:
    grouped: bool = True
    decimals: int | None = None
    """Digits after the point; None: as many as the value needs, at most four."""

    def text(self, value: int | float | Decimal) -> str:
        number = _exact(value)
        if number is None:
            return _not_finite(value)
        if isinstance(value, int):
            return f"{value:,}" if self.grouped else str(value)
        decimals = _needed(number) if self.decimals is None else self.decimals
        return _scientific(number) if _is_extreme(number, decimals) else self._fixed(number, decimals)

    def _fixed(self, number: Decimal, decimals: int) -> str:
        with localcontext(_EXACT):
            rounded = round(number, decimals)
        text = f"{rounded:,f}" if self.grouped else f"{rounded:f}"
        return text.lstrip("-") if not rounded else text


def number_style(name: str, values: Iterable[Any]) -> NumberStyle:
    """The style of a column, from its name and its values; what is not a number is passed over."""
    numbers = [number for value in values if (number := _exact(value)) is not None]
    if is_label(name) and all(number == number.to_integral_value() for number in numbers):
        return NumberStyle(grouped=False, decimals=0)
    if not numbers:
        return NumberStyle()
    decimals = max(map(_needed, numbers))
    limit = 2 if max(map(abs, numbers)) >= 10 else 4
    if decimals > 4:
        decimals = limit
    if decimals == 1 and is_money(name):
        decimals = 2
    return NumberStyle(decimals=decimals)


def _exact(value: Any) -> Decimal | None:
    """The number as a decimal, a float by its shortest digits; None for what is not a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    if isinstance(value, float):
        return Decimal(_without_noise(value)) if math.isfinite(value) else None
    return Decimal(value) if not isinstance(value, Decimal) or value.is_finite() else None


def _without_noise(value: float) -> str:
    """0.1 + 0.2 is 0.3: the last digits of a double are the machine's, not the data's."""
    return f"{value:.15g}" if abs(value) < 1e15 else repr(value)


def _needed(number: Decimal) -> int:
    """Decimals that hold the number. Declared cents (1.50) stay, a computed tail of zeros goes."""
    declared = max(0, -int(number.as_tuple().exponent))
    if declared <= 2:
        return declared
    digits = f"{number:f}".partition(".")[2].rstrip("0")
    return len(digits)


def _is_extreme(number: Decimal, decimals: int) -> bool:
    size = abs(number)
    if size >= _LARGE:
        return number.as_tuple().exponent > 0  # type: ignore[operator]
    return 0 < size < _SMALL and round(number, decimals) == 0


def _scientific(number: Decimal) -> str:
    mantissa, _, exponent = f"{number:.4e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"


def _not_finite(value: Any) -> str:
    if isinstance(value, Decimal):
        return "NaN" if value.is_nan() else ("Infinity" if value > 0 else "-Infinity")
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
