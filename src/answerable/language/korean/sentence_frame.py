"""What a Korean question asks for, gathered before it is put into English, where the order of words is another."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["FrameComparison", "FrameRanking", "SentenceFrame"]


@dataclass(frozen=True, slots=True)
class FrameComparison:
    operator: str
    """ge, le, gt or lt."""
    number: str
    what: str = ""
    """The amount, or the things counted; empty: the subject's main amount."""


@dataclass(frozen=True, slots=True)
class FrameRanking:
    descending: bool
    limit: int | None = None
    by: str = ""
    hint: str = ""
    """The concept the adjective speaks of besides: price, date, duration or sales."""
    sorting: bool = False
    """An order for all rows, not a pick of the best."""


@dataclass(frozen=True, slots=True)
class SentenceFrame:
    measures: tuple[str, ...] = ()
    """English phrases such as `total revenue`, `number of orders`."""
    rest: tuple[str, ...] = ()
    """Things and values without another role, in the order they were said."""
    head: str = ""
    """The thing that is ranked."""
    grain: str = ""
    """`month` when months themselves are ranked."""
    groups: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    """What `당` stands after: `per order`."""
    compared: tuple[FrameComparison, ...] = ()
    negated: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    ranked: FrameRanking | None = None
    share: bool = False
    distinct: bool = False
    listing: bool = False
    limit: int | None = None
    unknown: tuple[str, ...] = ()
