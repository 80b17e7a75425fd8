"""What a constant expression comes to, so that a huge number cannot hide behind a little arithmetic."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

__all__ = ["number"]

_HUGE = 1e18
_OPERATORS: dict[type[exp.Expr], Callable[[float, float], float]] = {
    exp.Add: lambda a, b: a + b,
    exp.Sub: lambda a, b: a - b,
    exp.Mul: lambda a, b: a * b,
    exp.Pow: lambda a, b: _HUGE if abs(a) > 1 and abs(b) > 60 else a**b,
    exp.BitwiseLeftShift: lambda a, b: a * 2.0 ** min(b, 60),
    exp.BitwiseXor: lambda a, b: max(a, b),
}
_WRAPPERS = (exp.Paren, exp.Cast, exp.TryCast)


def number(node: object, depth: int = 0) -> float | None:
    """The value of a constant numeric expression, cut at ±10¹⁸; None for anything else."""
    if depth > 20 or not isinstance(node, exp.Expr):
        return None
    if isinstance(node, exp.Literal):
        return _literal(node)
    if isinstance(node, _WRAPPERS):
        return number(node.this, depth + 1)
    if isinstance(node, exp.Neg):
        inner = number(node.this, depth + 1)
        return None if inner is None else -inner
    return _computed(node, depth)


def _literal(node: exp.Literal) -> float | None:
    try:
        value = float(node.name)
    except ValueError:
        return None
    return max(-_HUGE, min(_HUGE, value)) if value == value else None


def _computed(node: exp.Expr, depth: int) -> float | None:
    operator = _OPERATORS.get(type(node))
    if operator is None:
        return None
    left, right = number(node.this, depth + 1), number(node.args.get("expression"), depth + 1)
    if left is None or right is None:
        return None
    try:
        return max(-_HUGE, min(_HUGE, operator(left, right)))
    except (OverflowError, ZeroDivisionError, TypeError):
        return _HUGE
