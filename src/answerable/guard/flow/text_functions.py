"""The few functions that may be laid over a masked value, each with the arguments it may have.

None of them can fail, warn or give NULL on account of what the value holds, and none makes it much longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp

from answerable.guard.flow.restricted_values import OPEN, Value
from answerable.guard.policy.restriction_modes import Mode

__all__ = ["HEAVIEST", "LONGEST_LITERAL", "only_makes_text"]

LONGEST_LITERAL = 64
HEAVIEST = 4
"""Masked values that may be strung together: more, and some limit would tell how long they are."""
_MOST_DIGITS = 4
_TEXT_TYPES = frozenset({"char", "nchar", "varchar", "nvarchar", "text", "bpchar"})

Values = dict[int, Value]


def only_makes_text(node: exp.Expr, values: Values) -> bool:
    """Whether the call is on the list, with arguments that it may have. `values` tells what each node carries."""
    fits = _SIGNATURES.get(type(node))
    return fits is not None and values.get(id(node), OPEN).weight <= HEAVIEST and fits(node, values)


def _alone(node: exp.Expr, values: Values) -> bool:
    """f(value), and nothing else."""
    return _only(node, "this")


def _length(node: exp.Expr, values: Values) -> bool:
    return _only(node, "this", "binary")


def _trim(node: exp.Expr, values: Values) -> bool:
    """Blanks only: a set of characters could be tried out."""
    return _only(node, "this", "position")


def _counted(node: exp.Expr, values: Values) -> bool:
    return _is_count(node.expression) and _only(node, "this", "expression")


def _part(node: exp.Expr, values: Values) -> bool:
    """By numbers: a pattern in the same place is a question."""
    start, length = node.args.get("start"), node.args.get("length")
    start = start.this if isinstance(start, exp.Neg) and length is None else start
    return _is_count(start) and (length is None or _is_count(length)) and _only(node, "this", "start", "length")


def _strung(node: exp.Expr, values: Values) -> bool:
    return all(_is_argument(part, values) for part in _arguments(node))


def _to_text(node: exp.Expr, values: Values) -> bool:
    return node.args["to"].this.value.lower() in _TEXT_TYPES and _only(node, "this", "to", "_type")


def _chosen(node: exp.Expr, values: Values) -> bool:
    """CASE and IF; what decides is judged as a condition."""
    branches = [node.args.get(key) for key in ("true", "false", "default")]
    return all(_is_argument(branch, values) for branch in branches if branch is not None)


def _only(node: exp.Expr, *keys: str) -> bool:
    return all(key in keys or not argument for key, argument in node.args.items())


def _arguments(node: exp.Expr) -> Iterator[exp.Expr]:
    for value in node.args.values():
        yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, exp.Expr))


def _is_argument(node: exp.Expr, values: Values) -> bool:
    """A masked value, a short constant, a column as it stands, or text made of these."""
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.Literal):
        return len(node.name) <= LONGEST_LITERAL
    value = values.get(id(node), OPEN)
    if value.of(Mode.MASKED) or isinstance(node, exp.Null | exp.Boolean):
        return True
    fits = _SIGNATURES.get(type(node))
    return (isinstance(node, exp.Column) and value.is_copy) or (fits is not None and fits(node, values))


def _is_count(node: exp.Expr | None) -> bool:
    return (
        isinstance(node, exp.Literal) and not node.is_string and node.name.isdigit() and len(node.name) <= _MOST_DIGITS
    )


_SIGNATURES: dict[type[exp.Expr], Callable[[exp.Expr, Values], bool]] = {
    exp.Case: _chosen,
    exp.Cast: _to_text,
    exp.Coalesce: _strung,
    exp.Concat: _strung,
    exp.ConcatWs: _strung,
    exp.DPipe: _strung,
    exp.If: _chosen,
    exp.Left: _counted,
    exp.Length: _length,
    exp.Lower: _alone,
    exp.Right: _counted,
    exp.Substring: _part,
    exp.Trim: _trim,
    exp.Upper: _alone,
}
