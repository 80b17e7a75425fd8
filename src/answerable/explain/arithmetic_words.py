"""Sums, products and texts put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.type_family import Family

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS"]

_CHAINED = {exp.Add: "plus", exp.Mul: "times", exp.Sub: "minus", exp.DPipe: "followed_by"}
"""Told without parentheses when the left side is the same operation: `a plus b plus c`."""


def _chain(key: str) -> Callable[[Explainer, exp.Binary], str]:
    def tell(teller: Explainer, node: exp.Binary) -> str:
        left = teller.tell(node.left) if type(node.left) is type(node) else teller.operand(node.left)
        return teller.say(key, left, teller.operand(node.right))

    return tell


def _binary(key: str) -> Callable[[Explainer, exp.Binary], str]:
    return lambda teller, node: teller.say(key, teller.operand(node.this), teller.operand(node.expression))


def _negative(teller: Explainer, node: exp.Neg) -> str:
    is_number = isinstance(node.this, exp.Literal) and not node.this.is_string
    return f"-{node.this.name}" if is_number else teller.say("negative", teller.operand(node.this))


def _concat(teller: Explainer, node: exp.Concat | exp.ConcatWs) -> str | None:
    if isinstance(node, exp.ConcatWs) or not node.expressions:
        return None
    phrase, *others = [teller.operand(part) for part in node.expressions]
    for other in others:
        phrase = teller.say("followed_by", phrase, other)
    return phrase


TELLERS: Family = {
    **{kind: _chain(key) for kind, key in _CHAINED.items()},
    exp.Div: _binary("divided_by"),
    exp.IntDiv: _binary("divided_whole"),
    exp.Mod: _binary("remainder"),
    exp.Pow: _binary("power"),
    exp.Neg: _negative,
    exp.Concat: _concat,
}
