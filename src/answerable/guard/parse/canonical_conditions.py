"""Conditions in one spelling, so that two that say the same compare equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse, parse, tokenize

__all__ = ["Canonical", "canonical", "conjuncts", "predicate"]

Canonical = tuple[object, ...]
Naming = Callable[[exp.Column], str]

_BOTH_WAYS = (exp.EQ, exp.NEQ, exp.NullSafeEQ)
_TURNED: dict[type[exp.Expr], type[exp.Expr]] = {exp.GT: exp.LT, exp.GTE: exp.LTE}
_OPPOSITE: dict[type[exp.Expr], type[exp.Expr]] = {exp.EQ: exp.NEQ, exp.NEQ: exp.EQ}


@lru_cache(maxsize=256)
def predicate(sql: str, dialect: str) -> exp.Expr:
    """The tree of a condition. Raises DoesNotParse where it is none."""
    text = f"SELECT 1 FROM t WHERE {sql}\n"
    where = parse(text, tokenize(text, dialect), dialect).args.get("where")
    condition = where.this if isinstance(where, exp.Where) else None
    if not isinstance(condition, exp.Expr):
        raise DoesNotParse("it is not a condition")
    return condition


def conjuncts(condition: exp.Expr) -> Iterator[exp.Expr]:
    """What must all hold: the parts of AND, parentheses taken off, BETWEEN as two comparisons."""
    stack = [condition]
    while stack:
        node = stack.pop().unnest()
        if isinstance(node, exp.And):
            stack += [node.expression, node.this]
        elif isinstance(node, exp.Between) and not node.args.get("symmetric"):
            yield exp.GTE(this=node.this, expression=node.args["low"])
            yield exp.LTE(this=node.this, expression=node.args["high"])
        else:
            yield node


def canonical(node: exp.Expr, naming: Naming) -> Canonical:
    """The condition with columns named by `naming`, sides in a fixed order, one spelling for what means the same."""
    node = node.unnest()
    if isinstance(node, exp.Column):
        return ("column", naming(node))
    if isinstance(node, exp.Literal):
        return ("literal", node.is_string, node.name)
    if isinstance(node, exp.Not) and type(inner := node.this.unnest()) in _OPPOSITE:
        return canonical(_OPPOSITE[type(inner)](this=inner.this, expression=inner.expression), naming)
    if isinstance(node, exp.In) and len(node.expressions) == 1:
        return canonical(exp.EQ(this=node.this, expression=node.expressions[0]), naming)
    if type(node) in _TURNED:
        return canonical(_TURNED[type(node)](this=node.expression, expression=node.this), naming)
    parts = [(key, *_parts(value, naming)) for key, value in node.args.items() if value not in (None, [], False)]
    if isinstance(node, _BOTH_WAYS):
        parts = sorted(parts, key=lambda part: repr(part[1:]))
        parts = [("side", *part[1:]) for part in parts]
    return (type(node).__name__, *parts)


def _parts(value: object, naming: Naming) -> Iterator[object]:
    for part in value if isinstance(value, list) else [value]:
        yield canonical(part, naming) if isinstance(part, exp.Expr) else str(part)
