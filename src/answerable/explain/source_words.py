"""Where the rows come from: tables, sub-queries, and how they are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.condition_words import conjuncts
from answerable.explain.query_scope import readable
from answerable.sql.scope import table_name

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["source_words"]

_SIDES = {"LEFT": "join_left", "RIGHT": "join_right", "FULL": "join_full"}
_KINDS = {"SEMI": "join_semi", "ANTI": "join_anti"}


def source_words(teller: Explainer, select: exp.Select) -> str | None:
    """All that follows FROM, as one phrase; None when there is no FROM."""
    from_ = select.args.get("from_")
    if from_ is None:
        return None
    phrase = _with_own_joins(teller, from_.this)
    for lateral in select.args.get("laterals") or ():
        phrase = teller.say("join_verbatim", phrase, teller.verbatim(lateral))
    for join in select.args.get("joins") or ():
        phrase = _joined(teller, phrase, join)
    return phrase


def _with_own_joins(teller: Explainer, node: exp.Expr) -> str:
    phrase = _source(teller, node)
    for join in node.args.get("joins") or ():
        phrase = _joined(teller, phrase, join)
    return phrase


def _source(teller: Explainer, node: exp.Expr) -> str:
    phrase = _unnamed(teller, node)
    if phrase is None:
        return teller.verbatim(node)
    alias = teller.scope.alias_to_tell(node)
    return teller.say("called", phrase, alias) if alias else phrase


def _unnamed(teller: Explainer, node: exp.Expr) -> str | None:
    if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
        if holds_only(node, "this", "db", "catalog", "alias", "joins") and not _renames_columns(node):
            return readable(table_name(node))
        return None
    if isinstance(node, exp.Subquery) and holds_only(node, "this", "alias", "joins") and not _renames_columns(node):
        return _inner(teller, node)
    if isinstance(node, exp.Lateral) and isinstance(node.this, exp.Subquery) and not node.args.get("view"):
        return teller.say("for_each_row", teller.query(node.this.this))
    return None


def _inner(teller: Explainer, node: exp.Subquery) -> str:
    if isinstance(node.this, exp.Query) and not isinstance(node.this, exp.Table | exp.Values):
        return teller.query(node.this)
    return teller.say("group", _with_own_joins(teller, node.this))


def _renames_columns(node: exp.Expr) -> bool:
    alias = node.args.get("alias")
    return bool(isinstance(alias, exp.TableAlias) and alias.args.get("columns"))


def _joined(teller: Explainer, left: str, join: exp.Join) -> str:
    right = _with_own_joins(teller, join.this)
    side, kind, method = (join.text(name).upper() for name in ("side", "kind", "method"))
    if not holds_only(join, "this", "side", "kind", "method", "on", "using"):
        return teller.say("join_verbatim", left, teller.verbatim(join))
    if method == "NATURAL":
        return _natural(teller, left, right, side)
    condition = _condition(teller, join)
    if condition is None:
        return teller.say("join_cross" if kind in ("", "CROSS", "INNER") and not side else "join", left, right)
    key = "join_nearest" if method == "ASOF" else _KINDS.get(kind) or _SIDES.get(side) or "join_where"
    return teller.say(key, left, right, condition)


def _natural(teller: Explainer, left: str, right: str, side: str) -> str:
    if not side:
        return teller.say("join_natural", left, right)
    return teller.say("join_natural_outer", left, right, teller.say(f"side.{side.lower()}"))


def _condition(teller: Explainer, join: exp.Join) -> str | None:
    if using := join.args.get("using"):
        return teller.say("same_columns", teller.tell_all(using))
    on = join.args.get("on")
    return teller.words.all_of(conjuncts(teller, on)) if on is not None else None
