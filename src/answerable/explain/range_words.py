"""Two limits on the same date told as one range: `in 2024` instead of two comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.period_words import date_text, period_between
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Kind

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["RangeTold", "between_dates", "fold_ranges"]


@dataclass(frozen=True)
class RangeTold:
    subject: exp.Expr
    first: str
    end: str
    end_included: bool
    limits: tuple[exp.Expr, ...] = ()
    """As they are written."""

    def describe(self, teller: Explainer) -> str:
        form = "closed" if self.end_included else "half_open"
        subject = teller.side(self.subject)
        period = period_between(self.first, self.end, end_included=self.end_included)
        if period is None or (self.end_included and not self._is_of_days(teller)):
            return teller.say(f"range_{form}", subject, self.first, self.end)
        named = teller.say(f"period.{period.unit}", *period.numbers)
        if teller.is_brief:
            teller.fold(*self.limits)
            return teller.say("in_period", subject, named)
        return teller.say(f"in_period_{form}", subject, named, self.first, self.end)

    def _is_of_days(self, teller: Explainer) -> bool:
        """Up to a day included is the whole of that day only for a column of dates."""
        column = teller.column_of(self.subject)
        return bool(column and column.kind is Kind.DATE) or isinstance(self.subject, exp.Date)


def between_dates(node: exp.Between) -> RangeTold:
    low, high = node.args["low"], node.args["high"]
    return RangeTold(node.this, date_text(low) or "", date_text(high) or "", True, (low, high))


def fold_ranges(parts: Sequence[exp.Expr]) -> list[exp.Expr | RangeTold]:
    """The parts of an AND, each lower limit and its upper limit replaced by their range."""
    limits = [part for part in parts if _is_limit(part)]
    folded: list[exp.Expr | RangeTold] = []
    used: set[int] = set()
    for part in parts:
        if id(part) in used:
            continue
        partner = _partner(part, [limit for limit in limits if id(limit) not in used]) if _is_limit(part) else None
        if partner is None:
            folded.append(part)
        else:
            used.add(id(partner))
            folded.append(_range(part, partner))
    return folded


def _is_limit(node: exp.Expr) -> bool:
    return isinstance(node, exp.GTE | exp.LT | exp.LTE) and date_text(node.expression) is not None


def _partner(part: exp.Expr, limits: Sequence[exp.Expr]) -> exp.Expr | None:
    """The limit on the same value from the other side."""
    for limit in limits:
        if isinstance(part, exp.GTE) != isinstance(limit, exp.GTE) and part.this == limit.this:
            return limit
    return None


def _range(one: exp.Expr, other: exp.Expr) -> RangeTold:
    low, high = (one, other) if isinstance(one, exp.GTE) else (other, one)
    first, end = date_text(low.expression) or "", date_text(high.expression) or ""
    return RangeTold(low.this, first, end, isinstance(high, exp.LTE), (low.expression, high.expression))
