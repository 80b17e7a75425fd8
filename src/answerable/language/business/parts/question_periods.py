"""The periods of a business question: dates as people shorten them, each side of a comparison, ranges in two parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from answerable.language.question.dates.calendar_periods import Period, add_days, add_months, containing
from answerable.language.question.dates.date_spans import Calendar, DateMention, find_dates
from answerable.language.question.tokens import Token, normalise

__all__ = ["find_question_periods", "joined_period", "years_of_periods"]

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october")
_ALL_MONTHS = (*_MONTHS, "november", "december")
_SHORT = {name[:3]: at for at, name in enumerate(_ALL_MONTHS, 1)} | {"sept": 9}
_MONTH_NUMBERS = {name: at for at, name in enumerate(_ALL_MONTHS, 1)} | _SHORT
_RANGE = frozenset({"to", "-", "–", "until", "till", "through"})
_JOIN = frozenset({"and", "or", ",", "&"}) | _RANGE
_LATER, _EARLIER = (
    frozenset({"later", "after", "onwards", "newer", "onward"}),
    frozenset({"earlier", "before", "older"}),
)
_AMOUNTS = frozenset({"over", "under", "above", "below", "than", "least", "most", "top", "exceeding", "exactly"})
_AGAINST = frozenset({"against", "v", "vs", "versus", "compare", "compared", "with", "to", "than", "and"})
_REACH, _HALF_YEAR = 5, 184


def find_question_periods(tokens: Sequence[Token], calendar: Calendar) -> tuple[DateMention, ...]:
    """Left to right. A date without a year has the year of the one that it is joined to."""
    found = [mention for mention in find_dates(tokens, calendar) if not _is_season(tokens, mention)]
    found += _lone_years(tokens, found)
    found = _with_borrowed_years(tokens, sorted(found, key=lambda one: one.start))
    found = _with_borrowed_parts(tokens, found)
    return tuple(_opened(tokens, one, calendar) for one in _ranges(tokens, found))


def years_of_periods(question: str, calendar: Calendar) -> tuple[tuple[str, ...], ...]:
    """Of each period that is named: the years in which it begins and ends."""
    found = [one.period for one in find_question_periods(normalise(question), calendar)]
    last = [add_days(one.end, -1) if one.end else None for one in found]
    ends = ((one.start, day) for one, day in zip(found, last, strict=True))
    return tuple(tuple(str(day.year) for day in both if day is not None) for both in ends)


def joined_period(mentions: Sequence[DateMention]) -> Period | None:
    """One period where the mentions follow each other without a gap."""
    periods = sorted((one.period for one in mentions), key=lambda one: str(one.start))
    whole = periods[0]
    for one in periods[1:]:
        if whole.end is None or one.start is None or one.start > whole.end:
            return None
        whole = Period(whole.start, one.end)
    return whole


def _is_season(tokens: Sequence[Token], mention: DateMention) -> bool:
    """`2024/25` names a season, not a year."""
    after = [token.text for token in tokens[mention.end : mention.end + 2]]
    return len(after) == 2 and after[0] == "/" and after[1].isdigit()


def _lone_years(tokens: Sequence[Token], mentions: Sequence[DateMention]) -> Iterator[DateMention]:
    """`2024 vs 2025`, `sales per month 2025`."""
    taken = {index for one in mentions for index in range(one.start, one.end)}
    for at, token in enumerate(tokens):
        if at in taken or token.quoted or not _is_year(token.text):
            continue
        before = tokens[at - 1].lemma if at else ""
        period = containing("year", date(int(token.text), 1, 1))
        mention = DateMention(at, at + 1, period, token.text, False)
        if before not in _AMOUNTS and not before.isdigit() and before != "/" and not _is_season(tokens, mention):
            yield mention


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and 1980 <= int(text) <= 2079


def _with_borrowed_years(tokens: Sequence[Token], mentions: list[DateMention]) -> list[DateMention]:
    """`1 Jan and 31 Mar 2026`, `July and August 2026`: the year stands once."""
    found = list(mentions)
    for at, token in enumerate(tokens):
        month = _MONTH_NUMBERS.get(token.text.casefold().rstrip("."))
        later = _joined_mention(tokens, at + 1, mentions) if month else None
        if month and later and later.period.start and not any(_has_year(tokens, one, at) for one in mentions):
            borrowed = _borrowed(tokens, at, month, later.period.start)
            found = [one for one in found if not one.start <= at < one.end] + [borrowed]
    return sorted(found, key=lambda one: one.start)


def _has_year(tokens: Sequence[Token], mention: DateMention, at: int) -> bool:
    return mention.start <= at < mention.end and any(_is_year(one.text) for one in tokens[mention.start : mention.end])


def _joined_mention(tokens: Sequence[Token], after: int, mentions: Sequence[DateMention]) -> DateMention | None:
    for one in mentions:
        between = [token.lemma for token in tokens[after : one.start]]
        has_year = any(_is_year(token.text) for token in tokens[one.start : one.end])
        if has_year and 0 < len(between) <= _REACH and _joins(between):
            return one
    return None


def _joins(words: Sequence[str]) -> bool:
    """Only months, days and words that join stand between."""
    known = all(word in _JOIN or word in _MONTH_NUMBERS or word.isdigit() or word == "the" for word in words)
    return known and any(word in _JOIN for word in words)


def _borrowed(tokens: Sequence[Token], at: int, month: int, later: date) -> DateMention:
    first = date(later.year, month, 1)
    first = first if first <= later else add_months(first, -12)
    day = tokens[at - 1].number if at else None
    if day is not None and 0 < day <= 31 and day == int(day):
        start = add_days(first, int(day) - 1)
        return DateMention(at - 1, at + 1, Period(start, add_days(start, 1)), tokens[at].text, False)
    return DateMention(at, at + 1, containing("month", first), tokens[at].text, False)


def _ranges(tokens: Sequence[Token], mentions: list[DateMention]) -> list[DateMention]:
    """`Dec 2024 to Feb 2025`, `between 1 Jan and 31 Mar 2026`: one period each."""
    found: list[DateMention] = []
    for one in mentions:
        last = found[-1] if found else None
        if last and _is_range(tokens, last, one):
            period = Period(last.period.start, one.period.end)
            found[-1] = replace(last, end=one.end, period=period)
        else:
            found.append(one)
    return found


def _is_range(tokens: Sequence[Token], first: DateMention, second: DateMention) -> bool:
    between = [token.lemma for token in tokens[first.end : second.start]]
    before = {token.lemma for token in tokens[max(0, first.start - 1) : first.start + 1]}
    if len(between) != 1 or first.period.end is None or second.period.start is None:
        return False
    return between[0] in _RANGE or (between[0] == "and" and "between" in before)


def _opened(tokens: Sequence[Token], mention: DateMention, calendar: Calendar) -> DateMention:
    """`2024 or later` has no end; `leads from 2024` has: those of that year."""
    after = [token.lemma for token in tokens[mention.end : mention.end + 2]]
    said = after[1] if len(after) == 2 and after[0] in ("or", "and") else after[0] if after else ""
    skipped = 2 if len(after) == 2 and after[0] in ("or", "and") else 1
    if said in _LATER:
        return replace(mention, end=mention.end + skipped, period=replace(mention.period, end=None))
    if said in _EARLIER and skipped == 2:
        return replace(mention, end=mention.end + skipped, period=replace(mention.period, start=None))
    return _closed(tokens, mention, calendar)


def _closed(tokens: Sequence[Token], mention: DateMention, calendar: Calendar) -> DateMention:
    """`from 2024`, `from last month`; `from 3 May` is open."""
    if mention.period.end is not None or tokens[mention.start].lemma != "from":
        return mention
    inner = find_dates(tokens[mention.start + 1 : mention.end], calendar)
    if len(inner) == 1 and inner[0].period.start and inner[0].period != containing("day", inner[0].period.start):
        return replace(mention, period=inner[0].period)
    return mention


def _with_borrowed_parts(tokens: Sequence[Token], mentions: list[DateMention]) -> list[DateMention]:
    """`the third quarter: this year against last year`: the third quarter of both."""
    found = list(mentions)
    for at in range(1, len(found)):
        first, second = found[at - 1], found[at]
        between = {token.lemma for token in tokens[first.end : second.start]}
        if between & _AGAINST and _is_whole_year(second) and tokens[second.end - 1].lemma == "year":
            found[at] = replace(second, period=_same_part(first.period, second.period))
        elif first.period == second.period and tokens[first.start].lemma == "this":
            found[at] = replace(second, period=_year_before(second.period))
    return found


def _year_before(period: Period) -> Period:
    """`this October against last October`."""
    ends = (period.start, period.end)
    return Period(*(add_months(one, -12) if one else None for one in ends))


def _is_whole_year(mention: DateMention) -> bool:
    start = mention.period.start
    return mention.relative and start is not None and mention.period == containing("year", start)


def _same_part(part: Period, year: Period) -> Period:
    if part.start is None or part.end is None or year.start is None or (part.end - part.start).days > _HALF_YEAR:
        return year
    months = 12 * (year.start.year - part.start.year)
    return Period(add_months(part.start, months), add_months(part.end, months))
