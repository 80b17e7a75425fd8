"""How values are written: dates, numbers and money in text, seconds since 1970 in integers.

A format is taken where nearly all values fit it; a few wrong ones are usual in hand-kept columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from answerable.kernel.light_dataclass import dataclass

__all__ = ["ValueFormat", "format_of_numbers", "format_of_texts"]

_FITS = 0.9
"""Share of the values that must be written in the format."""
_FEWEST = 1
_CURRENCY = r"[€$£¥₩₹]|EUR|USD|GBP|CHF|KRW|JPY|Fr\.|kr|원|Euro"
_CODES = {
    "€": "EUR",
    "$": "USD",
    "£": "GBP",
    "¥": "JPY",
    "₩": "KRW",
    "₹": "INR",
    "원": "KRW",
    "Fr.": "CHF",
    "kr": "SEK",
}
_SIGN = re.compile(_CURRENCY)
_POINT = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?|[-+]?\d+(\.\d+)?")
_COMMA = re.compile(r"[-+]?\d{1,3}([. ]\d{3})+(,\d+)?|[-+]?\d+(,\d+)?")
_SECONDS = (315_532_800, 4_102_444_800)
"""1980 to 2100."""


@dataclass(frozen=True, slots=True)
class ValueFormat:
    kind: str
    name: str
    currency: str = ""
    fits: int = 0
    seen: int = 0


_DATES: tuple[tuple[str, str, re.Pattern[str], str], ...] = (
    ("date", "yyyy-mm-dd", re.compile(r"(\d{4})-(\d\d)-(\d\d)"), "ymd"),
    (
        "timestamp",
        "yyyy-mm-dd hh:mm",
        re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?"),
        "ymd",
    ),
    ("date", "dd.mm.yyyy", re.compile(r"(\d\d)\.(\d\d)\.(\d{4})"), "dmy"),
    ("timestamp", "dd.mm.yyyy hh:mm", re.compile(r"(\d\d)\.(\d\d)\.(\d{4}) \d\d:\d\d(:\d\d)?"), "dmy"),
    ("date", "yyyy/mm/dd", re.compile(r"(\d{4})/(\d\d)/(\d\d)"), "ymd"),
    ("date", "yyyy.mm.dd", re.compile(r"(\d{4})\.(\d\d)\.(\d\d)"), "ymd"),
    ("date", "dd/mm/yyyy", re.compile(r"(\d\d)/(\d\d)/(\d{4})"), "dmy"),
    ("date", "mm/dd/yyyy", re.compile(r"(\d\d)/(\d\d)/(\d{4})"), "mdy"),
    ("date", "dd-mm-yyyy", re.compile(r"(\d\d)-(\d\d)-(\d{4})"), "dmy"),
    ("date", "yyyymmdd", re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)"), "ymd"),
    ("month", "yyyy-mm", re.compile(r"(\d{4})-(\d\d)"), "ym"),
    ("month", "mm/yyyy", re.compile(r"(\d\d)/(\d{4})"), "my"),
    ("month", "mm.yyyy", re.compile(r"(\d\d)\.(\d{4})"), "my"),
)
_TIME = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?")


def format_of_texts(texts: Sequence[str]) -> ValueFormat | None:
    """The format of a column's texts, None where they are just text."""
    values = [text.strip() for text in texts if text.strip()]
    if len(values) < _FEWEST or not any(character.isdigit() for value in values[:20] for character in value):
        return None
    return _date_format(values) or _epoch_text(values) or _number_format(values)


def _date_format(values: Sequence[str]) -> ValueFormat | None:
    best: ValueFormat | None = None
    for kind, name, pattern, order in _DATES:
        if not _fits_nearly_all(partial(_is_like_date, pattern, order), values):
            continue
        fits = sum(_is_date(pattern, order, value) for value in values)
        if 2 * fits >= len(values) and (best is None or fits > best.fits):
            best = ValueFormat(kind, name, fits=fits, seen=len(values))
    times = sum(_TIME.fullmatch(value) is not None for value in values)
    if best is None and times >= _FITS * len(values):
        return ValueFormat("time", "hh:mm", fits=times, seen=len(values))
    return best


def _fits_nearly_all(fits: Callable[[str], bool], values: Sequence[str]) -> bool:
    """Most columns are no dates at all: it is enough to see that too many values are none."""
    misses, allowed = 0, len(values) - _FITS * len(values)
    for value in values:
        misses += not fits(value)
        if misses > allowed:
            return False
    return True


def _is_like_date(pattern: re.Pattern[str], order: str, value: str) -> bool:
    """A day that never was, such as the 30th of February, is a mistake in a date."""
    found = pattern.fullmatch(value)
    if not found:
        return False
    parts = dict(zip(order, map(int, found.groups()[: len(order)]), strict=True))
    return 1 <= parts["m"] <= 12 and 1 <= parts.get("d", 1) <= 31


def _is_date(pattern: re.Pattern[str], order: str, value: str) -> bool:
    found = pattern.fullmatch(value)
    if not found:
        return False
    parts = dict(zip(order, map(int, found.groups()[: len(order)]), strict=True))
    try:
        return 1800 <= date(parts["y"], parts["m"], parts.get("d", 1)).year <= 2200
    except ValueError:
        return False


def _epoch_text(values: Sequence[str]) -> ValueFormat | None:
    if not all(value.isdigit() and len(value) in (10, 13) for value in values):
        return None
    found = format_of_numbers([int(value) for value in values])
    return found if found and found.name.startswith("epoch") else None


def _number_format(values: Sequence[str]) -> ValueFormat | None:
    """Text with leading zeros is a code; a comma before three digits is read as the other values have it."""
    if any(len(value) > 1 and value[0] == "0" and value.isdigit() for value in values):
        return None
    bare = [_SIGN.sub("", value).replace("\xa0", " ").strip() for value in values]
    percents = sum(text.endswith("%") for text in bare)
    bare = [text.removesuffix("%").strip() for text in bare]
    points, commas = (sum(shape.fullmatch(text) is not None for text in bare) for shape in (_POINT, _COMMA))
    if max(points, commas) < _FITS * len(values):
        return None
    is_comma = commas > points or (commas == points and _tells_comma(bare))
    name = "1.234,56" if is_comma else "1,234.56"
    signs = [sign[0] for value in values if (sign := _SIGN.search(value))]
    fits = max(points, commas)
    if percents > len(values) / 2:
        return ValueFormat("percent", name, fits=fits, seen=len(values))
    if len(signs) > len(values) / 2:
        usual = max(sorted(set(signs)), key=signs.count)
        return ValueFormat("money", name, _CODES.get(usual, usual), fits, len(values))
    return ValueFormat("number", name, fits=fits, seen=len(values))


def _tells_comma(bare: Sequence[str]) -> bool:
    return any(re.search(r",\d{1,2}$", text) for text in bare)


def format_of_numbers(numbers: Sequence[int | float]) -> ValueFormat | None:
    """Integers that may be dates; whether they are, the column's name must say too."""
    tests: tuple[tuple[str, str, Callable[[int | float], bool]], ...] = (
        ("date", "yyyymmdd", lambda number: _is_date(_DATES[9][2], "ymd", str(number))),
        ("timestamp", "epoch_s", lambda number: _SECONDS[0] <= number <= _SECONDS[1]),
        ("timestamp", "epoch_ms", lambda number: _SECONDS[0] <= number / 1000 <= _SECONDS[1]),
    )
    for kind, name, fits in tests:
        count = sum(isinstance(number, int) and fits(number) for number in numbers)
        if numbers and count >= _FITS * len(numbers):
            return ValueFormat(kind, name, fits=count, seen=len(numbers))
    return None
