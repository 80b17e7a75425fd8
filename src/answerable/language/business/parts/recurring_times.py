"""Times that come again, which no single period holds: `November and December of each year`, `on Mondays`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.business.parts.clock_times import clock_hours
from answerable.language.question.dates.named_periods import MONTHS, year_in
from answerable.language.question.tokens import Token
from answerable.naming.word_files import word_file

__all__ = ["RecurringTime", "find_recurring_times", "month_values"]

_DATE_WORDS = word_file("answerable.language.question.dates")
_WEEKDAYS = _DATE_WORDS.words("weekdays")
_WEEKEND = ("Saturday", "Sunday")
_DAY_PARTS = {
    "morning": range(6, 12),
    "afternoon": range(12, 18),
    "evening": range(18, 22),
    "night": (22, 23, *range(6)),
}
_QUARTERS = {f"q{number}": range(3 * number - 2, 3 * number + 1) for number in (1, 2, 3, 4)}
_EACH = frozenset({"each", "every", "per", "by", "all", "any"})
_TO = frozenset({"to", "until", "through", "till"})
_JOIN = frozenset({"and", "&", "/", ",", "or", "plus"})
_KNOWN_TO_SOURCE = 0.6


@dataclass(frozen=True, slots=True)
class RecurringTime:
    start: int
    end: int
    grain: str
    """month_of_year, weekday or hour."""
    values: tuple[str, ...]
    """As `time_grains.date_bucket` gives them."""


def find_recurring_times(tokens: Sequence[Token], lexicon: SourceLexicon) -> tuple[RecurringTime, ...]:
    """Left to right. A word that names a value of the source is that value."""
    words = [token.text.casefold() if not token.quoted else "" for token in tokens]
    clock = next((hours for at in range(len(tokens)) if (hours := clock_hours(tokens, at))), None)
    if clock:
        return (RecurringTime(clock[0], clock[1], "hour", clock[2]),)
    found = [*_months(words), *_last_months(words)] if _is_each_year(words) else []
    return tuple(found or [one for one in _days_and_hours(words) if not _is_known(tokens, one, lexicon)])


def _is_known(tokens: Sequence[Token], one: RecurringTime, lexicon: SourceLexicon) -> bool:
    said = (tokens[one.end - 1].lemma,)
    return any(score >= _KNOWN_TO_SOURCE for _, score in lexicon.targets(said)[:1])


def _is_each_year(words: Sequence[str]) -> bool:
    pairs = pairwise(words)
    return "yearly" in words or "annually" in words or any(a in _EACH and b in ("year", "years") for a, b in pairs)


def _months(words: list[str]) -> Iterator[RecurringTime]:
    """All months and quarters that are named, as one."""
    places = [at for at in range(len(words)) if _months_at(words, at)]
    if places and not any(year_in(word) for word in words[places[0] : places[-1] + 2]):
        is_range = len(places) == 2 and bool(_TO & {*words[places[0] : places[1]]})
        months = [month for at in places for month in _months_at(words, at)]
        months = [*_from_to(months[0], months[-1])] if is_range else months
        start = places[0] - 1 if places[0] and words[places[0] - 1] in ("in", "during", "for", "of") else places[0]
        yield RecurringTime(start, places[-1] + 1, "month_of_year", month_values(months))


def _months_at(words: list[str], at: int) -> Sequence[int]:
    if words[at] == "may" and not (at and words[at - 1] in ("in", "during", *_JOIN, *_TO)):
        return ()
    return (MONTHS[words[at]],) if words[at] in MONTHS else _QUARTERS.get(words[at], ())


def _from_to(first: int, last: int) -> Iterator[int]:
    yield from range(first, last + 1) if first <= last else (*range(first, 13), *range(1, last + 1))


def month_values(months: Sequence[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"{month:02}" for month in months))


def _last_months(words: list[str]) -> Iterator[RecurringTime]:
    """`the last two months of every year`."""
    for at, word in enumerate(words[:-3]):
        count_word = {"two": "2", "three": "3"}.get(words[at + 1], words[at + 1])
        count, grain_at = (int(count_word), at + 2) if count_word.isdigit() and len(count_word) < 3 else (1, at + 1)
        size = {"month": 1, "quarter": 3}.get(words[grain_at].removesuffix("s"), 0)
        is_of = words[grain_at + 1 : grain_at + 2] in (["of"], ["in"])
        if word in ("first", "last", "final") and size and is_of and 0 < count * size < 12:
            months = range(1, count * size + 1) if word == "first" else range(13 - count * size, 13)
            yield RecurringTime(at, grain_at + 1, "month_of_year", month_values(months))


def _days_and_hours(words: list[str]) -> Iterator[RecurringTime]:
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if values := _weekdays(word, before):
            yield RecurringTime(at - (before in ("on", "at")), at + 1, "weekday", values)
        elif hours := _hours(word, before, words[at - 2] if at > 1 else ""):
            yield RecurringTime(at, at + 1, "hour", hours)


def _weekdays(word: str, before: str) -> tuple[str, ...]:
    single = word.removesuffix("s")
    if single == "weekend" and (word != single or before in ("the", "at", "a")):
        return _WEEKEND
    is_recurring = single in _WEEKDAYS and (word != single or before in ("on", "a", "every", "each"))
    return (single.capitalize(),) if is_recurring else ()


def _hours(word: str, before: str, second_before: str) -> tuple[str, ...]:
    """`in the evening`, `mornings`, `at night`."""
    single = word.removesuffix("s")
    is_said = word != single or (before == "the" and second_before in ("in", "during")) or before == "at"
    return tuple(f"{hour:02}" for hour in _DAY_PARTS.get(single, ())) if is_said else ()
