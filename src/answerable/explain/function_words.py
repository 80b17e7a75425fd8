"""Functions whose words are one template: which arguments fill it, in order.

A function called with an argument that its template does not speak of is given as SQL instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.type_family import Family

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS"]

_TEMPLATES: dict[type[exp.Expr], tuple[tuple[str, tuple[str, ...]], ...]] = {
    exp.Upper: (("upper", ("this",)),),
    exp.Lower: (("lower", ("this",)),),
    exp.Length: (("length", ("this",)),),
    exp.Trim: (("trimmed", ("this",)),),
    exp.Abs: (("absolute", ("this",)),),
    exp.Round: (("rounded", ("this",)), ("rounded_to", ("this", "decimals"))),
    exp.Floor: (("rounded_down", ("this",)),),
    exp.Ceil: (("rounded_up", ("this",)),),
    exp.Sqrt: (("square_root", ("this",)),),
    exp.Substring: (("substring_from", ("this", "start")), ("substring", ("this", "start", "length"))),
    exp.Replace: (("replaced", ("this", "expression", "replacement")),),
    exp.Left: (("left_part", ("this", "expression")),),
    exp.Right: (("right_part", ("this", "expression")),),
    exp.Nullif: (("null_if", ("this", "expression")),),
    exp.StrPosition: (("position_in", ("this", "substr")),),
    exp.AtTimeZone: (("in_time_zone", ("this", "zone")),),
    exp.Rand: (("random", ()),),
    exp.Median: (("median", ("this",)),),
    exp.Stddev: (("deviation", ("this",)),),
    exp.StddevSamp: (("deviation", ("this",)),),
    exp.StddevPop: (("deviation_population", ("this",)),),
    exp.Variance: (("variance", ("this",)),),
    exp.VariancePop: (("variance_population", ("this",)),),
    exp.Corr: (("correlation", ("this", "expression")),),
    exp.AnyValue: (("any_value", ("this",)),),
    exp.First: (("first_value", ("this",)),),
    exp.Last: (("last_value", ("this",)),),
    exp.FirstValue: (("first_value", ("this",)),),
    exp.LastValue: (("last_value", ("this",)),),
    exp.NthValue: (("nth_value", ("this", "offset")),),
    exp.ArgMax: (("value_at_maximum", ("this", "expression")),),
    exp.ArgMin: (("value_at_minimum", ("this", "expression")),),
    exp.PercentileCont: (("percentile", ("this", "expression")),),
    exp.PercentileDisc: (("percentile_discrete", ("this", "expression")),),
    exp.Quantile: (("percentile", ("this", "quantile")),),
    exp.ApproxQuantile: (("percentile", ("this", "quantile")),),
    exp.RowNumber: (("row_number", ()),),
    exp.Rank: (("rank", ()),),
    exp.DenseRank: (("dense_rank", ()),),
    exp.PercentRank: (("percent_rank", ()),),
    exp.CumeDist: (("cumulative_share", ()),),
    exp.Ntile: (("tile", ("this",)),),
    exp.Any: (("any_of_values", ("this",)),),
    exp.All: (("all_of_values", ("this",)),),
    exp.LastDay: (("month_end", ("this",)),),
    exp.Dayname: (("part.weekday_name", ("this",)),),
    exp.Monthname: (("part.month_name", ("this",)),),
    exp.CurrentDate: (("today", ()),),
    exp.CurrentTimestamp: (("now", ()),),
    exp.CurrentDatetime: (("now", ()),),
}


def _by_template(teller: Explainer, node: exp.Expr) -> str | None:
    for key, names in _TEMPLATES[type(node)]:
        parts = [node.args.get(name) for name in names]
        if holds_only(node, *names) and all(isinstance(part, exp.Expr) for part in parts):
            return teller.say(key, *(teller.operand(part) for part in parts if part is not None))
    return None


def _extreme(key: str) -> Callable[[Explainer, exp.Expr], str | None]:
    def tell(teller: Explainer, node: exp.Expr) -> str | None:
        if not holds_only(node, "this", "expressions"):
            return None
        return teller.say(key, teller.tell_all([node.this, *node.expressions]))

    return tell


TELLERS: Family = {
    **dict.fromkeys(_TEMPLATES, _by_template),
    exp.Greatest: _extreme("greatest"),
    exp.Least: _extreme("least"),
}
