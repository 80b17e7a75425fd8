"""The stage that sketches: pieces of the question → what is asked for, with names not yet resolved."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from answerable.language.dates import DateMention
from answerable.language.link import Mention

__all__ = ["Comparison", "DateFilter", "Group", "Presence", "Ranking", "RawText", "Sketch", "ValueFilter"]


@dataclass(frozen=True, slots=True)
class Group:
    """`by X`: a mention, or a grain of time, or both when a column is named like one."""

    mention: Mention | None = None
    grain: str | None = None


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
class Comparison:
    op: str
    values: tuple[Decimal, ...]
    mention: Mention | None = None
    """The column compared, or the table whose rows are counted; None: the subject's main amount."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    mention: Mention
    present: bool


@dataclass(frozen=True, slots=True)
class DateFilter:
    date: DateMention
    hint: Mention | None = None
    """The date column named beside it, as in `signed up in 2024`."""


@dataclass(frozen=True, slots=True)
class Ranking:
    descending: bool
    limit: int | None = None
    hint: str = ""
    by: Mention | None = None
    function: str | None = None
    sorting: bool = False
    """`sorted by`: an order for all rows, not a pick of the best."""


@dataclass(frozen=True, slots=True)
class Sketch:
    function: str | None = None
    """The aggregate that was asked for in words; None when it must be told from the rest."""
    functions: tuple[str, ...] = ()
    """Further aggregates of the same measure: `minimum and maximum price`."""
    measure: tuple[Mention, ...] = ()
    """What is aggregated; two mentions mean their product."""
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
    comparisons: tuple[Comparison, ...] = ()
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
    limit: int | None = None
    unplaced: tuple[str, ...] = ()
    """What was understood but cannot be asked for together with the rest."""
    used: frozenset[int] = frozenset()
    """Tokens that have a role."""

    @property
    def is_empty(self) -> bool:
        named = (self.measure, self.subject, self.outputs, self.groups, self.values, self.texts, self.presences)
        return not any(named) and not (self.ranking and self.ranking.by)
