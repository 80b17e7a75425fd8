"""Korean dates as the English phrases for them: `2024년 3월부터` is `since March 2024`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.word_files import word_file

__all__ = ["Moment", "moments"]

_WORDS = word_file("answerable.language.korean")
_MONTHS = _WORDS.words("months")
_YEARS = _WORDS.numbers("years")
_GRAINS = _WORDS.pairs("grains")
_COUNTED = _WORDS.pairs("counted")
_ENDINGS = _WORDS.pairs("date_endings")
_DATE = re.compile(
    r"""
    (?<![\d가-힣A-Za-z.,])
    (?: (?P<iso>\d{4}-\d{2}(?:-\d{2})?)
      | (?P<before>지난|저번|직전|이번|최근|전|금|당|이)\s?(?:(?P<fiscal>회계)\s?(?:연도|년도)
            |(?P<count>\d{1,4})\s?(?P<counted>일|주|개월|달|분기|년)(?:간|동안)?|(?P<grain>주|달|월|분기|해|년도|년))(?!별)
      | (?P<ago>\d{1,4})\s?(?P<agograin>일|주|개월|달|분기|년)\s?전(?=에|의|\s|$)
      | (?P<fiscalyear>(?:19|20|21)\d\d)\s?(?:년)?\s?회계\s?(?:연도|년도)
      | (?P<day>오늘|어제)
      | (?: (?P<year>(?:19|20|21)\d\d)\s?년(?:도)?(?!별) | (?P<named>올해|금년|작년|지난해|전년|재작년) )?
        (?(year)\s?|(?(named)\s?|))
        (?: (?P<quarter>[1-4])\s?분기(?!별) | (?P<half>상반기|하반기)
          | (?P<month>1[0-2]|0?[1-9])\s?월(?!별|간)(?:\s?(?P<mday>[12]\d|3[01]|0?[1-9])\s?일(?!별))? )?
    )
    (?P<ending>\s?(?:부터|까지|이후|이래|이전)(?:로|의|에|는)?|\s?전(?:에|의)?(?![가-힣])|에서(?=\s?\d)|[와과](?=\s)|\s?[~-](?=\s?\d))?
    (?:(?:에는|에서는|에서|에|의|은|는|동안|중에|중|간|도|이|가|엔)(?![가-힣]))?
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|'[^']*'|‘[^’]*’")


@dataclass(frozen=True, slots=True)
class Moment:
    start: int
    end: int
    english: str


@dataclass(frozen=True, slots=True)
class _Point:
    """One date before its ending is put into words."""

    start: int
    end: int
    words: str
    ending: str
    bare: bool
    """`last quarter` stands on its own; `March` and `2024` need a preposition."""
    year: int | None = None
    month: int | None = None


def moments(text: str, today: date) -> tuple[Moment, ...]:
    """Every date outside quotation marks, left to right; a pair that means a range as one."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    points = [point for match in _DATE.finditer(text) if (point := _point(match, today))]
    free = [p for p in points if not any(start < p.end and p.start < end for start, end in quoted)]
    return tuple(_told(free, text))


def _told(points: list[_Point], text: str) -> Iterator[Moment]:
    position = 0
    while position < len(points):
        first = points[position]
        second = points[position + 1] if position + 1 < len(points) else None
        if second and first.ending in ("since", "and") and not text[first.end : second.start].strip():
            yield _range(first, second, text)
            position += 2
        else:
            yield Moment(first.start, first.end, _with_preposition(first))
            position += 1


def _range(first: _Point, second: _Point, text: str) -> Moment:
    words = second.words
    if first.year and second.month and not second.year:
        year = first.year + (1 if first.month and second.month < first.month else 0)
        words = f"{second.words} {year}"
    between = re.compile(r"\s?사이(?:에|의)?").match(text, second.end)
    return Moment(first.start, between.end() if between else second.end, f"from {first.words} to {words}")


def _with_preposition(point: _Point) -> str:
    if point.ending in ("since", "until", "before"):
        return f"{point.ending} {point.words}"
    return point.words if point.bare else f"in {point.words}"


def _point(match: re.Match[str], today: date) -> _Point | None:
    words, bare, year = _words(match, today)
    if not words:
        return None
    ending = (match["ending"] or "").strip()
    role = next((role for text, role in _ENDINGS.items() if ending.startswith(text)), "")
    month = int(match["month"]) if match["month"] else None
    return _Point(match.start(), match.end(), words, role, bare, year, month)


def _words(match: re.Match[str], today: date) -> tuple[str, bool, int | None]:
    """The English words, whether they stand on their own, and the year where one is named."""
    if match["iso"] or match["day"]:
        return match["iso"] or {"오늘": "today", "어제": "yesterday"}[match["day"]], not match["iso"], None
    if match["fiscalyear"]:
        return f"fiscal year {match['fiscalyear']}", False, None
    if match["before"]:
        return _relative(match), True, None
    if match["ago"]:
        return f"{match['ago']} {_COUNTED[match['agograin']]} ago", True, None
    return _calendar(match, today)


def _relative(match: re.Match[str]) -> str:
    which = "this" if match["before"] in ("이번", "금", "당", "이") else "last"
    if match["fiscal"]:
        return f"{which} fiscal year"
    if match["count"]:
        return f"last {match['count']} {_COUNTED[match['counted']]}" if which == "last" else ""
    return f"{which} {_GRAINS[match['grain']]}" if match["before"] != "최근" else ""


def _calendar(match: re.Match[str], today: date) -> tuple[str, bool, int | None]:
    named = match["named"]
    year = int(match["year"]) if match["year"] else today.year + _YEARS[named] if named else None
    suffix = f" {year}" if year else ""
    if match["quarter"]:
        return f"Q{match['quarter']}{suffix}", False, year
    if match["half"]:
        return f"H{1 if match['half'] == '상반기' else 2} {year or today.year}", False, year or today.year
    if match["month"]:
        return _month(match, year, suffix, today), False, year
    if named:
        return {0: "this year", -1: "last year"}.get(_YEARS[named], str(year)), _YEARS[named] >= -1, year
    return match["year"] or "", False, year


def _month(match: re.Match[str], year: int | None, suffix: str, today: date) -> str:
    name = _MONTHS[int(match["month"]) - 1]
    if not match["mday"]:
        return f"{name}{suffix}"
    return f"{name} {int(match['mday'])} {year or _recent(int(match['month']), int(match['mday']), today)}"


def _recent(month: int, day: int, today: date) -> int:
    """The year of the most recent such day that has come."""
    return today.year if (month, day) <= (today.month, today.day) else today.year - 1
