"""The stage that sketches: pieces of the question → what is asked for, with names not yet resolved."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.mentions import Mention
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.question.window_phrases import WindowPhrase

__all__ = [
    "ComparisonFilter",
    "DateFilter",
    "Group",
    "Presence",
    "Ranking",
    "RawText",
    "Sketch",
    "ValueFilter",
    "in_fiscal_years",
    "with_window",
]


@dataclass(frozen=True, slots=True)
class Group:
    """`by X`: a mention, or a grain of time, or both when a column is named like one."""

    mention: Mention | None = None
    grain: str | None = None
    each: bool = False
    """Said with `per` or `each`, where `average … per …` may mean one average over all."""


@dataclass(frozen=True, slots=True)
class ValueFilter:
    mention: Mention
    negated: bool = False
    column: Mention | None = None
    """The column named beside the value, as in `status cancelled`."""


@dataclass(frozen=True, slots=True)
class RawText:
    """Text that is no known value: looked for in `column`, or in the subject's label."""

    text: str
    column: Mention | None = None
    negated: bool = False
    match: str = "same"
    """same, contains, starts or ends."""


@dataclass(frozen=True, slots=True)
class ComparisonFilter:
    op: str
    values: tuple[Decimal, ...]
    mention: Mention | None = None
    """The column compared, or the table whose rows are counted; None: the subject's main amount."""
    hint: str = ""
    function: str | None = None
    """The aggregate of a group that is compared: `countries with a total revenue over 100`."""
    whole: str | None = None
    """Compared with this aggregate over all rows instead of a number: `above average`."""
    other: Mention | None = None
    """Compared with the same column of this table: `more than their manager`."""
    pooled: bool = False
    """`more than 60 in fees`: of a thing that has many such amounts, their total."""
    each: Mention | None = None
    """Compared among groups of these: `more than the average customer`."""
    within: Mention | None = None
    """Compared with the aggregate over rows that share this: `the average of their own office`."""


@dataclass(frozen=True, slots=True)
class Presence:
    mention: Mention
    present: bool


@dataclass(frozen=True, slots=True)
class DateFilter:
    date: DateMention
    hint: Mention | None = None
    """The date column named beside it, as in `signed up in 2024`."""
    negated: bool = False
    """Nothing of the kind happened then: `ordered in 2024 but not in 2025`."""


@dataclass(frozen=True, slots=True)
class Ranking:
    descending: bool
    limit: int | None = None
    hint: str = ""
    by: Mention | None = None
    function: str | None = None
    skip: int = 0
    """How many better ones are passed over: 1 for the second best."""
    sorting: bool = False
    """`sorted by`: an order for all rows, not a pick of the best."""


@dataclass(frozen=True, slots=True)
class Sketch:
    function: str | None = None
    """The aggregate that was asked for in words; None when it must be told from the rest."""
    functions: tuple[str, ...] = ()
    """Further aggregates of the same measure: `minimum and maximum price`."""
    measure: tuple[Mention, ...] = ()
    """What is aggregated; two mentions are put together by `operator`."""
    operator: str = "times"
    """times, plus, minus, over (a ratio) or percent (a ratio in percent)."""
    more: tuple[tuple[str, Mention], ...] = ()
    """Further aggregates of other things: `average revenue and number of orders`."""
    also: tuple[Mention, ...] = ()
    """Further measures of the same aggregate: `average price and quantity`."""
    subject: Mention | None = None
    """The first table named: what the question is about."""
    others: tuple[Mention, ...] = ()
    """Further tables named."""
    outputs: tuple[Mention, ...] = ()
    """Columns named without any other role."""
    groups: tuple[Group, ...] = ()
    values: tuple[ValueFilter, ...] = ()
    texts: tuple[RawText, ...] = ()
    comparisons: tuple[ComparisonFilter, ...] = ()
    presences: tuple[Presence, ...] = ()
    dates: tuple[DateFilter, ...] = ()
    ranking: Ranking | None = None
    order: Mention | None = None
    share: bool = False
    distinct: bool = False
    listing: bool = False
    versus: bool = False
    """Values are set against each other: `France vs Germany`."""
    nested: bool = False
    """An aggregate of an aggregate: `average number of orders per customer`."""
    both: bool = False
    """Values of one column that must all be met, by different rows: `both Kitchen and Garden products`."""
    either: bool = False
    """Filters of which one is enough: `from France or through the app`."""
    ratio: bool = False
    """Two values whose figures are divided: `ratio of cancelled orders to delivered orders`."""
    change: bool = False
    """By how many percent the figure of the second date differs from that of the first."""
    window: WindowPhrase | None = None
    partition: Group | None = None
    """Within what rows are ranked: `the best product in each category`."""
    ranked: bool = False
    """Every row with its rank, not only the best ones."""
    limit: int | None = None
    metrics: tuple[str, ...] = ()
    """Names of metrics that must be computed as they are defined."""
    unplaced: tuple[str, ...] = ()
    """What was understood but cannot be asked for together with the rest."""
    used: frozenset[int] = frozenset()
    """Tokens that have a role."""

    @property
    def is_empty(self) -> bool:
        named = (self.measure, self.subject, self.outputs, self.groups, self.values, self.texts, self.presences)
        return not any(named) and not (self.ranking and self.ranking.by)


def with_window(sketch: Sketch, window: WindowPhrase) -> Sketch:
    """The plain question's sketch with the window around it, and the step of time that only the phrase names."""
    timed = window.kind == "moving" or window.grain is not None or (window.kind == "running" and not sketch.groups)
    stepped = any(group.grain for group in sketch.groups)
    groups = sketch.groups if stepped or not timed else (Group(None, window.grain or "month"), *sketch.groups)
    return replace(sketch, window=window, groups=groups, used=sketch.used | window.places)


def in_fiscal_years(sketch: Sketch, start: int) -> Sketch:
    """Groups by fiscal year with the month in which it begins; one that begins in January is a calendar year."""
    grain = "year" if start == 1 else f"fiscal_year_{start}"
    groups = tuple(replace(group, grain=grain) if group.grain == "fiscal_year" else group for group in sketch.groups)
    return replace(sketch, groups=groups)
