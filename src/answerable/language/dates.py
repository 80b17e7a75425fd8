"""The stage that finds dates: spans of tokens that mean a period, absolute or relative to today."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from answerable.language.normalise import Token
from answerable.language.periods import (
    GRAINS,
    Period,
    add_days,
    add_months,
    containing,
    rolling,
    shifted,
    start_of,
    step,
    year_of,
)

__all__ = ["Calendar", "DateMention", "find_dates"]

_NAMES = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTHS = {name: i + 1 for i, name in enumerate(_NAMES)} | {name[:3]: i + 1 for i, name in enumerate(_NAMES)}
_MONTHS["sept"] = 9
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_LAST = ("last", "previous", "prior", "past", "preceding")
_THIS = ("this", "current")
_TO_DATE = {"ytd": "year", "qtd": "quarter", "mtd": "month", "wtd": "week"}
_SINCE = ("since", "starting", "beginning", "from", "onwards")
_UNTIL = ("until", "till", "through", "upto")
_PLAIN = ("in", "during", "on", "within", "for", "of", "at", "over")
_ARTICLES = ("the", "year", "month", "of")
_CONNECTORS = ("and", "to", "until", "through", "till")
_FILLERS = (
    *_SINCE,
    *_UNTIL,
    "in",
    "during",
    "for",
    "of",
    "before",
    "after",
    "the",
    "and",
    "to",
    "or",
    "by",
    "both",
    ",",
)
_AMOUNT_WORDS = ("over", "above", "than", "least", "most", "under", "below", "is", "at", "=", "<", ">", "<=", ">=")
_MONTH_DAY = re.compile(r"^(\d{1,2})(?:st|nd|rd|th)?$")
_QUARTER = re.compile(r"^q([1-4])$")
_HALF = re.compile(r"^h([12])$")
_FISCAL = re.compile(r"^fy(\d{2}|\d{4})$")
_MOST_UNITS = 100_000


@dataclass(frozen=True, slots=True)
class Calendar:
    """Against what relative dates are resolved."""

    today: date
    fiscal_year_start: int = 1


@dataclass(frozen=True, slots=True)
class DateMention:
    start: int
    end: int
    """Tokens `start` up to but without `end`."""
    period: Period
    text: str
    relative: bool
    """True when the period depends on today, so that the answer must say which days it took."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A period that begins at some token: how many tokens it takes and whether it leans on today."""

    period: Period
    length: int
    relative: bool = False


def find_dates(tokens: Sequence[Token], calendar: Calendar) -> tuple[DateMention, ...]:
    """Every date of the question, left to right, the longest reading at each place."""
    words = [_spelling(token) for token in tokens]
    mentions: list[DateMention] = []
    position = 0
    while position < len(words):
        found = _bounded(words, position, calendar) or _one_before(words, position, mentions)
        if found is None:
            position += 1
            continue
        end = position + found.length
        text = " ".join(token.text for token in tokens[position:end])
        mentions.append(DateMention(position, end, found.period, text, found.relative))
        position = end
    return tuple(mentions)


def _one_before(words: list[str], at: int, mentions: Sequence[DateMention]) -> _Found | None:
    """`last month compared to the month before`: the one before the period named last."""
    before = mentions[-1].period if mentions else None
    grain = _word(words, at + 1)
    if words[at] != "the" or grain not in GRAINS or _word(words, at + 2) != "before":
        return None
    if before is None or before.start is None or containing(grain, before.start) != before:
        return None
    return _Found(shifted(grain, before.start, -1), 3, relative=True)


def _spelling(token: Token) -> str:
    """Quoted text is never a date word, except a whole ISO date."""
    if token.quoted:
        return token.lemma if re.fullmatch(r"\d{4}-\d{2}-\d{2}", token.lemma) else ""
    if (
        token.number is not None
        and token.number == token.number.to_integral_value()
        and abs(token.number) < _MOST_UNITS
    ):
        return str(int(token.number)) if "," not in token.text and token.text[:1].isalnum() else ""
    return "" if token.number is not None else token.text.casefold()


def _bounded(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """A period with what stands before it: `since`, `before`, `between … and …`, `in`."""
    word = words[at]
    if word in ("between", "from") and (span := _span(words, at, calendar)):
        return span
    if word in _SINCE and (inner := _inner(words, at + 1, calendar)):
        return _opened(inner, 1, Period(inner.period.start, None))
    if word in _UNTIL and (inner := _inner(words, at + 1, calendar)):
        return _opened(inner, 1, Period(None, inner.period.end))
    if word == "up" and words[at + 1 : at + 2] == ["to"] and (inner := _inner(words, at + 2, calendar)):
        return _opened(inner, 2, Period(None, inner.period.end))
    if word in ("before", "earlier", "prior", "older") and (
        inner := _inner(words, _past(words, at + 1, "than", "to"), calendar)
    ):
        return _opened(inner, _inner_start(words, at) - at, Period(None, inner.period.start))
    if word in ("after", "later", "newer") and (inner := _inner(words, _past(words, at + 1, "than"), calendar)):
        return _opened(inner, _inner_start(words, at) - at, Period(inner.period.end, None))
    if word in _PLAIN and (inner := _inner(words, at + 1, calendar)) and not _amount(words, at):
        return _opened(inner, 1, inner.period)
    return _bare(words, at, calendar)


def _inner_start(words: list[str], at: int) -> int:
    return _past(words, at + 1, "than", "to")


def _past(words: list[str], at: int, *skipped: str) -> int:
    return at + 1 if at < len(words) and words[at] in skipped else at


def _opened(inner: _Found, before: int, period: Period) -> _Found:
    return _Found(period, inner.length + before, inner.relative)


def _inner(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """A period after a preposition, where `the year 2024` and a bare month name may stand."""
    skipped = 0
    while at + skipped < len(words) and words[at + skipped] in _ARTICLES and skipped < 3:
        if found := _period(words, at + skipped, calendar):
            break
        skipped += 1
    found = _period(words, at + skipped, calendar) or _lone_month(words, at + skipped, calendar)
    found = found or _lone_year(words, at + skipped)
    return _Found(found.period, found.length + skipped, found.relative) if found else None


def _span(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`between X and Y`, `from X to Y`: from X's first day to Y's last; a missing year is taken from Y."""
    first = _inner(words, at + 1, calendar)
    if first is None:
        return None
    middle = at + 1 + first.length
    if middle >= len(words) or words[middle] not in _CONNECTORS:
        return None
    second = _inner(words, middle + 1, calendar)
    if second is None or first.period.start is None or second.period.end is None:
        return None
    start = first.period.start
    if words[at + 1] in _MONTHS and first.length == 1:
        start = _aligned(start, second.period.end)
    return _Found(Period(start, second.period.end), middle + 1 + second.length - at, first.relative and second.relative)


def _aligned(start: date, end: date) -> date:
    """`between January and March 2023`: the January before that March."""
    aligned = start.replace(year=end.year)
    return aligned if aligned < end else add_months(aligned, -12)


def _bare(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """A period with nothing before it. A lone year or month name needs a preposition, or it may be something else."""
    if found := _period(words, at, calendar):
        return found
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if before in _FILLERS or at == 0 or (before not in _AMOUNT_WORDS and after in ("", "?", ",")):
        return _lone_year(words, at)
    return None


def _amount(words: list[str], at: int) -> bool:
    """`over 2000` and `at 2000` speak of an amount; `over the last year` does not."""
    return words[at] in ("over", "at") and _year(_word(words, at + 1)) is not None


def _period(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    for reader in _READERS:
        if at < len(words) and (found := reader(words, at, calendar)):
            return found
    return None


def _word(words: list[str], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""


def _year(word: str) -> int | None:
    return int(word) if len(word) == 4 and word.isascii() and word.isdigit() and 1900 <= int(word) <= 2199 else None


def _lone_year(words: list[str], at: int) -> _Found | None:
    year = _year(_word(words, at))
    return _Found(year_of(year), 1) if year else None


def _lone_month(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """The most recent such month that has begun."""
    number = _MONTHS.get(_word(words, at))
    if number is None:
        return None
    first = date(calendar.today.year, number, 1)
    first = first if first <= calendar.today else add_months(first, -12)
    return _Found(containing("month", first), 1, relative=True)


def _iso(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", words[at]):
            return _Found(containing("day", date.fromisoformat(words[at])), 1)
        if re.fullmatch(r"\d{4}-\d{2}", words[at]):
            return _Found(containing("month", date.fromisoformat(words[at] + "-01")), 1)
    except ValueError:
        return None
    if match := re.fullmatch(r"(\d{4})-q([1-4])", words[at]):
        return _Found(_quarter(int(match[1]), int(match[2])), 1) if _year(match[1]) else None
    return None


def _quarter(year: int, number: int) -> Period:
    return containing("quarter", date(year, 3 * number - 2, 1))


def _month_name(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`March 2024`, `March of 2024`, `March 5, 2024`, `5 March 2024`."""
    if words[at] in _MONTHS:
        month = _MONTHS[words[at]]
        after = _past(words, at + 1, "of", ",")
        if year := _year(_word(words, after)):
            return _Found(containing("month", date(year, month, 1)), after + 1 - at)
        day, year_at = _MONTH_DAY.match(_word(words, at + 1)), _past(words, at + 2, ",", "of")
    else:
        day, month = _MONTH_DAY.match(words[at]), _MONTHS.get(_word(words, _past(words, at + 1, "of")), 0)
        year_at = _past(words, _past(words, at + 1, "of") + 1, ",", "of")
    year = _year(_word(words, year_at))
    if not day or not month or not year:
        return None
    try:
        return _Found(containing("day", date(year, month, int(day[1]))), year_at + 1 - at)
    except ValueError:
        return None


def _quarter_name(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`Q1 2024`, `2024 Q1`, `first quarter of 2024`, `H1 2024`; without a year, the most recent that has begun."""
    if _year(words[at]) and (match := _QUARTER.match(_word(words, at + 1))):
        return _Found(_quarter(int(words[at]), int(match[1])), 2)
    if (number := _ORDINALS.get(words[at])) and _word(words, at + 1) == "quarter":
        return _dated_quarter(words, at + 2, number, calendar, 2)
    if match := _QUARTER.match(words[at]):
        return _dated_quarter(words, at + 1, int(match[1]), calendar, 1)
    if (number := _ORDINALS.get(words[at], 3)) < 3 and _word(words, at + 1) == "half":
        return _dated_half(words, at + 2, number, calendar)
    if (match := _HALF.match(words[at])) and (year := _year(_word(words, at + 1))):
        start = date(year, 6 * int(match[1]) - 5, 1)
        return _Found(Period(start, add_months(start, 6)), 2)
    return None


def _dated_half(words: list[str], at: int, number: int, calendar: Calendar) -> _Found:
    year_at = _past(words, at, "of", ",", "in")
    year = _year(_word(words, year_at))
    start = date(year or calendar.today.year, 6 * number - 5, 1)
    return _Found(Period(start, add_months(start, 6)), 3 + year_at - at if year else 2, relative=not year)


def _dated_quarter(words: list[str], at: int, number: int, calendar: Calendar, taken: int) -> _Found:
    year_at = _past(words, at, "of", ",", "in")
    if year := _year(_word(words, year_at)):
        return _Found(_quarter(year, number), year_at + 1 - at + taken)
    period = _quarter(calendar.today.year, number)
    if period.start and period.start > calendar.today:
        period = _quarter(calendar.today.year - 1, number)
    return _Found(period, taken, relative=True)


def _fiscal(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`FY2024`, `fiscal year 2024`, `last fiscal year`: named for the calendar year in which it ends."""
    start = calendar.fiscal_year_start
    if match := _FISCAL.match(words[at]):
        year = int(match[1]) + (2000 if len(match[1]) == 2 else 0)
        return _Found(year_of(year, start), 1, relative=start != 1) if year else None
    offset = -1 if words[at] in _LAST else 0 if words[at] in _THIS else None
    if offset is not None and words[at + 1 : at + 3] in (["fiscal", "year"], ["financial", "year"]):
        return _Found(shifted("year", calendar.today, offset, start), 3, relative=True)
    if offset is not None and words[at + 1 : at + 3] == ["fiscal", "quarter"]:
        return _Found(shifted("quarter", calendar.today, offset, start), 3, relative=True)
    if words[at] in ("fiscal", "financial"):
        year_at = _past(words, at + 1, "year")
        if year_found := _year(_word(words, year_at)):
            return _Found(year_of(year_found, start), year_at + 1 - at, relative=start != 1)
    return None


def _singular(word: str) -> str:
    return word.removesuffix("s")


def _relative(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`today`, `last quarter`, `this year`, `last 30 days`, `3 months ago`, `last March`."""
    word, following = words[at], _word(words, at + 1)
    today = calendar.today
    if word in ("today", "yesterday"):
        return _Found(containing("day", add_days(today, -1 if word == "yesterday" else 0)), 1, relative=True)
    if word in (*_LAST, *_THIS) and following in GRAINS:
        if words[at + 2 : at + 4] == ["to", "date"]:
            return _Found(Period(start_of(following, today), add_days(today, 1)), 4, relative=True)
        return _Found(shifted(following, today, -1 if word in _LAST else 0), 2, relative=True)
    if word in _LAST and following in _MONTHS:
        return _lone_month_found(words, at, calendar)
    return _counted(words, at, calendar)


def _lone_month_found(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    found = _lone_month(words, at + 1, calendar)
    if found and found.period.start == start_of("month", calendar.today):
        found = _Found(shifted("month", add_months(calendar.today, -12), 0), 1, relative=True)
    return _Found(found.period, 2, relative=True) if found else None


def _counted(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`last 30 days`, `past 2 quarters`, `3 months ago`."""
    count_at = at + 1 if words[at] in _LAST else at
    count, grain = _word(words, count_at), _singular(_word(words, count_at + 1))
    if not (count.isascii() and count.isdigit() and grain in GRAINS and 0 < int(count) < _MOST_UNITS):
        return None
    if count_at > at:
        return _Found(rolling(grain, calendar.today, int(count)), 3, relative=True)
    if _word(words, count_at + 2) == "ago":
        return _Found(containing(grain, step(grain, calendar.today, -int(count))), 3, relative=True)
    return None


def _to_date(words: list[str], at: int, calendar: Calendar) -> _Found | None:
    """`year to date`, `YTD`."""
    grain, length = _TO_DATE.get(words[at]), 1
    if grain is None and words[at] in GRAINS and words[at + 1 : at + 3] == ["to", "date"]:
        grain, length = words[at], 3
    if grain is None:
        return None
    return _Found(Period(start_of(grain, calendar.today), add_days(calendar.today, 1)), length, relative=True)


_Reader = Callable[[list[str], int, Calendar], _Found | None]
_READERS: tuple[_Reader, ...] = (_iso, _fiscal, _to_date, _relative, _month_name, _quarter_name)
