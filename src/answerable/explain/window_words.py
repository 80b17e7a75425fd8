"""Values computed beside each row from the rows around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.order_words import order_keys
from answerable.explain.type_family import Family

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS", "window_words"]

_FRAMES = {"ROWS": "frame", "RANGE": "frame_range", "GROUPS": "frame_groups"}


def _window(teller: Explainer, node: exp.Window) -> str | None:
    details = window_words(teller, node)
    return None if details is None else teller.say("over", teller.tell(node.this), details)


def window_words(teller: Explainer, node: exp.Window) -> str | None:
    """What follows OVER, or what a named window stands for."""
    parts = []
    if alias := node.args.get("alias"):
        parts.append(teller.say("over_named", alias.name))
    if partition := node.args.get("partition_by"):
        parts.append(teller.say("within_each", teller.each_of(partition)))
    if order := node.args.get("order"):
        parts.append(teller.say("ordered_by", teller.words.join_list(order_keys(teller, order))))
    if spec := node.args.get("spec"):
        frame = _frame(teller, spec)
        if frame is None:
            return None
        parts.append(frame)
    return "; ".join(parts) or teller.say("over_all")


def _frame(teller: Explainer, spec: exp.Expr) -> str | None:
    key = _FRAMES.get(str(spec.args.get("kind") or "ROWS").upper())
    if key is None or not holds_only(spec, "kind", "start", "start_side", "end", "end_side"):
        return None
    start = _edge(teller, spec.args.get("start"), spec.args.get("start_side"))
    end = _edge(teller, spec.args.get("end") or "CURRENT ROW", spec.args.get("end_side"))
    return teller.say(key, start, end) if start and end else None


def _edge(teller: Explainer, bound: object, side: object) -> str | None:
    is_before = str(side).upper() == "PRECEDING"
    if isinstance(bound, exp.Expr):
        return teller.say("frame_before" if is_before else "frame_after", teller.tell(bound))
    if str(bound).upper() == "UNBOUNDED":
        return teller.say("frame_start" if is_before else "frame_end")
    return teller.say("frame_current") if str(bound).upper() == "CURRENT ROW" else None


def _neighbour(key: str) -> Callable[[Explainer, exp.Expr], str | None]:
    def tell(teller: Explainer, node: exp.Expr) -> str | None:
        offset = node.args.get("offset")
        distance = teller.tell(offset) if offset else "1"
        if default := node.args.get("default"):
            return teller.say(f"{key}_default", teller.operand(node.this), distance, teller.tell(default))
        return teller.say(key, teller.operand(node.this), distance)

    return tell


TELLERS: Family = {
    exp.Window: _window,
    exp.Lag: _neighbour("lag"),
    exp.Lead: _neighbour("lead"),
    exp.IgnoreNulls: lambda teller, node: teller.say("ignoring_nulls", teller.tell(node.this)),
}
