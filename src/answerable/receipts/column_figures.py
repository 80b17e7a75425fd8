"""Two values of one figure: whether they are the same, and how that is said."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg, verbatim
from answerable.receipts.floats import TOLERANCE

__all__ = ["FigureChange", "changed_summaries", "figure_name", "is_close", "shown_value"]

_LONGEST = 60
_MOST_SAID = 8
_MEASURES = ("sum", "min", "max", "nulls")


@dataclass(frozen=True, slots=True)
class FigureChange:
    what: CodedMessage
    """The column, and the row or the measure."""
    was: Any
    now: Any

    def message(self) -> CodedMessage:
        return msg("receipt.figure_change", what=self.what, was=shown_value(self.was), now=shown_value(self.now))

    def as_dict(self) -> dict[str, Any]:
        return {"what": str(self.what), "was": self.was, "now": self.now}


def figure_name(column: str, label: Any) -> CodedMessage:
    """`label` is what its row is called, or None."""
    return verbatim(column) if label is None else msg("receipt.figure_of", column=column, label=str(label))


def _summary_name(measure: str, column: str) -> CodedMessage:
    return {
        "sum": msg("receipt.figure_sum", column=column),
        "min": msg("receipt.figure_min", column=column),
        "max": msg("receipt.figure_max", column=column),
        "nulls": msg("receipt.figure_nulls", column=column),
    }[measure]


def is_close(was: Any, now: Any) -> bool:
    """Floats within the tolerance; everything else exactly. A number may have become one of another type."""
    if isinstance(was, str) is not isinstance(now, str):
        was, now = _number(was), _number(now)
    if isinstance(was, float) or isinstance(now, float):
        numbers = (int, float, Decimal)
        if isinstance(was, numbers) and isinstance(now, numbers):
            return _are_close(was, now)
    return isinstance(was, bool) is isinstance(now, bool) and bool(was == now)


def _number(value: Any) -> Any:
    """Decimals are kept as text, as is what is not finite."""
    try:
        number = Decimal(value) if isinstance(value, str) else None
    except InvalidOperation:
        return value
    return number if number is not None and number.is_finite() else value


def _are_close(was: float | Decimal, now: float | Decimal) -> bool:
    try:
        return math.isclose(was, now, rel_tol=TOLERANCE)
    except OverflowError:  # a whole number beyond all floats
        return False


def shown_value(value: Any) -> str | CodedMessage:
    if value is None:
        return msg("receipt.nothing")
    if isinstance(value, float):
        return f"{value:,.12g}"
    if isinstance(value, int):
        return str(value) if isinstance(value, bool) else f"{value:,}"
    return _shown_text(str(value))


def _shown_text(text: str) -> str:
    """Decimals are kept as text, to the last digit."""
    try:
        number = Decimal(text) if len(text) <= _LONGEST else None
    except InvalidOperation:
        number = None
    if number is not None and number.is_finite():
        return f"{number:,f}"
    return f"'{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}'"


def changed_summaries(was: dict[str, Any], now: dict[str, Any]) -> tuple[FigureChange, ...]:
    """Of the columns of two results that have the same columns; the first few."""
    if [one["name"] for one in was["columns"]] != [one["name"] for one in now["columns"]]:
        return ()
    found = [
        change
        for place, column in enumerate(was["columns"])
        for change in _changes(column["name"], _at(was["summaries"], place), _at(now["summaries"], place))
    ]
    return tuple(found[:_MOST_SAID])


def _at(summaries: Sequence[dict[str, Any]], place: int) -> dict[str, Any]:
    return summaries[place] if place < len(summaries) else {}


def _changes(column: str, was: dict[str, Any], now: dict[str, Any]) -> Iterator[FigureChange]:
    """A single value is its own sum, least and greatest: said once. Of nothing there is no sum, and nothing at all is
    known of what is masked."""
    told = set()
    for measure in _MEASURES if was and now else ():
        before, after = was.get(measure), now.get(measure)
        if not is_close(_number(before), _number(after)):
            if (str(before), str(after)) not in told:
                yield FigureChange(_summary_name(measure, column), before, after)
            told.add((str(before), str(after)))
