"""The stage that finds dates: spans of tokens that mean a period, absolute or relative to today."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.dates.calendar_periods import GRAINS, Period, add_months, containing, shift_period
from answerable.language.question.dates.named_periods import (
    MONTH_DAY,
    MONTHS,
    MOST_UNITS,
    Calendar,
    PeriodMatch,
    lone_month,
    lone_year,
    past,
    word_at,
    year_in,
)
from answerable.language.question.dates.spoken_periods import any_period_at as period_at
from answerable.language.question.tokens import Token
from answerable.naming.word_files import word_file

__all__ = ["Calendar", "DateMention", "find_dates"]

_WORDS = word_file("answerable.language.question.dates")
_SINCE = _WORDS.words("since")
_UNTIL = _WORDS.words("until")
_PLAIN = _WORDS.words("plain")
_ARTICLES = _WORDS.words("articles")
_CONNECTORS = _WORDS.words("connectors")
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
_OR_LATER = (("or", "later"), ("or", "after"), ("and", "later"), ("and", "after"), ("or", "newer"))
_OR_EARLIER = (("or", "earlier"), ("or", "before"), ("and", "earlier"), ("and", "before"), ("or", "older"))
_SO_FAR = _WORDS.phrases("so_far")
_AMOUNT_WORDS = _WORDS.words("amount_words")


@dataclass(frozen=True, slots=True)
class DateMention:
    start: int
    end: int
    """Tokens `start` up to but without `end`."""
    period: Period
    text: str
    relative: bool
    """True when the period depends on today, so that the answer must say which days it took."""


def find_dates(tokens: Sequence[Token], calendar: Calendar) -> tuple[DateMention, ...]:
    """Every date of the question, left to right, the longest reading at each place."""
    words = [_spelling(token) for token in tokens]
    mentions: list[DateMention] = []
    position = 0
    while position < len(words):
        result = _bounded(words, position, calendar) or _one_before(words, position, mentions)
        if result is None:
            position += 1
            continue
        result = _with_what_follows(words, position, result)
        end = position + result.length
        text = " ".join(token.text for token in tokens[position:end])
        mentions.append(DateMention(position, end, result.period, text, result.relative))
        position = end
    return tuple(mentions)


def _with_what_follows(words: list[str], at: int, found: PeriodMatch) -> PeriodMatch:
    """`2024 or later`, `in 2019 or before`: open to one side."""
    end = at + found.length
    said = tuple(words[end : end + 2])
    if said[:1] in (("onwards",), ("onward",)) and found.period.end is not None:
        return PeriodMatch(Period(found.period.start, None), found.length + 1, found.relative)
    if following := next((one for one in _SO_FAR if words[end : end + len(one)] == [*one]), None):
        return PeriodMatch(found.period, found.length + len(following), found.relative)
    if said in _OR_LATER and found.period.end is not None:
        return PeriodMatch(Period(found.period.start, None), found.length + 2, found.relative)
    if said in _OR_EARLIER and found.period.start is not None:
        return PeriodMatch(Period(None, found.period.end), found.length + 2, found.relative)
    return found


def _one_before(words: list[str], at: int, mentions: Sequence[DateMention]) -> PeriodMatch | None:
    """`last month compared to the month before`: the one before the period named last."""
    before = mentions[-1].period if mentions else None
    grain = word_at(words, at + 1)
    if words[at] != "the" or grain not in GRAINS or word_at(words, at + 2) != "before":
        return None
    if before is None or before.start is None or containing(grain, before.start) != before:
        return None
    return PeriodMatch(shift_period(grain, before.start, -1), 3, relative=True)


def _spelling(token: Token) -> str:
    """Quoted text is never a date word, except a whole ISO date."""
    is_day = re.fullmatch(r"\d{4}-\d{2}-\d{2}", token.lemma) is not None
    if token.quoted or is_day:
        return token.lemma if is_day else ""
    if token.number is not None and token.number == token.number.to_integral_value() and abs(token.number) < MOST_UNITS:
        return str(int(token.number)) if "," not in token.text and token.text[:1].isalnum() else ""
    return "" if token.number is not None else token.text.casefold()


def _bounded(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
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
        inner := _inner(words, past(words, at + 1, "than", "to"), calendar)
    ):
        return _opened(inner, _inner_start(words, at) - at, Period(None, inner.period.start))
    if word in ("after", "later", "newer") and (inner := _inner(words, past(words, at + 1, "than"), calendar)):
        return _opened(inner, _inner_start(words, at) - at, Period(inner.period.end, None))
    if word in _PLAIN and (inner := _inner(words, at + 1, calendar)) and not _amount(words, at):
        return _opened(inner, 1, inner.period)
    return _bare(words, at, calendar)


def _inner_start(words: list[str], at: int) -> int:
    return past(words, at + 1, "than", "to")


def _opened(inner: PeriodMatch, before: int, period: Period) -> PeriodMatch:
    return PeriodMatch(period, inner.length + before, inner.relative)


def _inner(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """A period after a preposition, where `the year 2024` and a bare month name may stand."""
    skipped = 0
    while at + skipped < len(words) and words[at + skipped] in _ARTICLES and skipped < 3:
        if result := period_at(words, at + skipped, calendar):
            break
        skipped += 1
    result = period_at(words, at + skipped, calendar) or lone_month(words, at + skipped, calendar)
    result = result or lone_year(words, at + skipped)
    return PeriodMatch(result.period, result.length + skipped, result.relative) if result else None


def _span(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`between X and Y`, `from X to Y`: from X's first day to Y's last; a missing year is taken from Y."""
    if days := _days_of_one_year(words, at + 1, calendar):
        return PeriodMatch(days.period, days.length + 1, days.relative)
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
    if words[at + 1] in MONTHS and first.length == 1:
        start = _aligned(start, second.period.end)
    return PeriodMatch(
        Period(start, second.period.end), middle + 1 + second.length - at, first.relative and second.relative
    )


def _days_of_one_year(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """`1 January and 31 March 2026`, `24 to 30 November 2025`: what the first day lacks is taken from the last."""
    months = [MONTHS[word] for word in words[at : at + 2] if word in MONTHS]
    days = [int(found[1]) for word in words[at : at + 2] if (found := MONTH_DAY.match(word))]
    middle = at + len(months) + 1
    if len(days) != 1 or word_at(words, middle) not in _CONNECTORS:
        return None
    last = period_at(words, middle + 1, calendar)
    if last is None or last.period.start is None or containing("day", last.period.start) != last.period:
        return None
    start = _day_before(last.period.start, months[0] if months else last.period.start.month, days[0])
    length = middle + 1 + last.length - at
    return PeriodMatch(Period(start, last.period.end), length, last.relative) if start else None


def _months_of_one_year(words: list[str], at: int) -> PeriodMatch | None:
    """`Jan to March 2025`, `April-June 2025`: the hyphen leaves no token."""
    middle = at + 1 + (word_at(words, at + 1) in ("to", "until", "through", "till"))
    first, last = MONTHS.get(words[at]), MONTHS.get(word_at(words, middle))
    year = year_in(word_at(words, middle + 1))
    if not (first and last and year) or first == last:
        return None
    start = date(year if first < last else year - 1, first, 1)
    return PeriodMatch(Period(start, add_months(date(year, last, 1), 1)), middle + 2 - at)


def _day_before(last: date, month: int, day: int) -> date | None:
    try:
        start = last.replace(month=month, day=day)
        return start if start <= last else start.replace(year=last.year - 1)
    except ValueError:
        return None


def _aligned(start: date, end: date) -> date:
    """`between January and March 2023`: the January before that March."""
    aligned = start.replace(year=end.year)
    return aligned if aligned < end else add_months(aligned, -12)


def _bare(words: list[str], at: int, calendar: Calendar) -> PeriodMatch | None:
    """A period with nothing before it. A lone year or month name needs a preposition, or it may be something else."""
    if "and" not in words[at + 1 : at + 3] and (days := _days_of_one_year(words, at, calendar)):
        return days
    if months := _months_of_one_year(words, at):
        return months
    if result := period_at(words, at, calendar):
        return result
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if before in _FILLERS or at == 0 or (before not in _AMOUNT_WORDS and after in ("", "?", ",")):
        return lone_year(words, at)
    return None


def _amount(words: list[str], at: int) -> bool:
    """`over 2000` and `at 2000` speak of an amount; `over the last year` does not."""
    return words[at] in ("over", "at") and year_in(word_at(words, at + 1)) is not None
