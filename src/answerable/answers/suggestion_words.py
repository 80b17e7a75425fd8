"""How a suggested question is said, in each language: words around the schema's own names."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.inflection import plural

__all__ = ["Wording", "wording"]


@dataclass(frozen=True, slots=True)
class Wording:
    """Each a pattern: `what` is a figure, `group` a column, `name` a column or table."""

    total: str
    average: str
    count: str
    by_group: str
    by_month: str
    by_month_of: str
    by_year: str
    top: str
    time_words: frozenset[str]
    """A question that says one of these has been asked over time already."""

    def best(self, what: str, group: str) -> str:
        return self.top.format(what=what, group=group, groups=plural(group))


_WORDINGS = {
    "en": Wording(
        total="total {name}",
        average="average {name}",
        count="number of {name}",
        by_group="{what} by {group}",
        by_month="{what} by month",
        by_month_of="{what} by month in {year}",
        by_year="{what} by year",
        top="top 5 {groups} by {what}",
        time_words=frozenset(
            {"month", "monthly", "year", "yearly", "week", "weekly", "day", "daily", "quarter", "trend"}
        ),
    ),
    "ko": Wording(
        total="{name} 합계",
        average="{name} 평균",
        count="{name} 수",
        by_group="{group}별 {what}",
        by_month="월별 {what}",
        by_month_of="{year}년 월별 {what}",
        by_year="연도별 {what}",
        top="{what} 상위 5개 {group}",
        time_words=frozenset({"월별", "연도별", "주별", "일별", "분기별", "추이"}),
    ),
}


def wording(lang: str) -> Wording:
    return _WORDINGS.get(lang, _WORDINGS["en"])
