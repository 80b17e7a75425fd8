"""Engines keep a view's definition in their own spelling; conditions are brought back to the plain one.

Only what cannot change the meaning of a comparison is undone: a type that is written after a constant, a text column
that is said to be text, `= ANY (ARRAY[…])` for IN.
"""

from __future__ import annotations

from sqlglot import exp

__all__ = ["plain_spelling"]

_TEXT = frozenset({"text", "varchar", "char", "bpchar"})
_OPEN_TYPES = frozenset({"userdefined", "user-defined", "timestamp", "timestamptz", "datetime", "uuid", "unknown"})
_WHOLE_NUMBERS = frozenset({"int", "bigint", "smallint", "tinyint"})
_WIDE_NUMBERS = frozenset({"decimal", "double", "numeric"})


def plain_spelling(condition: exp.Expr) -> exp.Expr:
    """The same node where there is nothing to undo: what is known of a node is known by its identity."""
    for node in list(condition.walk()):
        plain = _plain(node)
        if plain is not None:
            return _rebuilt(condition)
    return condition


def _rebuilt(node: exp.Expr) -> exp.Expr:
    """A new tree above what changes. Columns stay the very nodes they were, so that their origin is still known."""
    plain = _plain(node)
    if plain is not None:
        return _rebuilt(plain)
    if isinstance(node, exp.Column) or not any(isinstance(part, exp.Expr) for part in _parts(node)):
        return node
    made = type(node)()
    made.args = {key: _rebuilt_value(value) for key, value in node.args.items()}  # no `set`: parents stay as they are
    return made


def _rebuilt_value(value: object) -> object:
    if isinstance(value, list):
        return [_rebuilt(part) if isinstance(part, exp.Expr) else part for part in value]
    return _rebuilt(value) if isinstance(value, exp.Expr) else value


def _parts(node: exp.Expr) -> list[object]:
    return [part for value in node.args.values() for part in (value if isinstance(value, list) else [value])]


def _plain(node: exp.Expr) -> exp.Expr | None:
    if isinstance(node, exp.Paren):
        inner: exp.Expr = node.this
        return inner
    if isinstance(node, exp.Cast) and not isinstance(node, exp.TryCast):
        return _without_cast(node)
    if isinstance(node, exp.EQ) and isinstance(node.expression, exp.Any):
        return _in_list(node)
    return None


def _without_cast(node: exp.Cast) -> exp.Expr | None:
    inner, kind = node.this.unnest(), node.to.this.value.lower() if hasattr(node.to.this, "value") else ""
    if isinstance(inner, exp.Literal) and kind == "boolean" and inner.name in ("t", "f", "true", "false"):
        return exp.Boolean(this=inner.name.startswith("t"))
    if isinstance(inner, exp.Literal):
        return inner if _keeps_constant(inner, node.to, kind) else None
    return inner if isinstance(inner, exp.Column) and kind in _TEXT and not node.to.expressions else None


def _keeps_constant(constant: exp.Literal, to: exp.DataType, kind: str) -> bool:
    """Whether the type only says what the constant is anyway: it is neither cut nor rounded."""
    if to.expressions:
        return False
    if constant.is_string:
        return kind in _TEXT or kind in _OPEN_TYPES or (kind == "date" and len(constant.name) == 10)
    return kind in _WIDE_NUMBERS or (kind in _WHOLE_NUMBERS and constant.name.isdigit())


def _in_list(node: exp.EQ) -> exp.Expr | None:
    array = node.expression.this.unnest()
    if isinstance(array, exp.Cast):
        array = array.this.unnest()
    return exp.In(this=node.this, expressions=list(array.expressions)) if isinstance(array, exp.Array) else None
