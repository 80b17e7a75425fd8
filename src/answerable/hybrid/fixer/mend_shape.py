"""What no engine computes as it was meant: whole numbers divided, plain columns beside a sum, rows cut that nobody
asked to be cut."""

from __future__ import annotations

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import DraftQuery
from answerable.kernel.messages import msg
from answerable.language.business.links.question_cues import find_question_cues
from answerable.language.question.tokens import normalise

__all__ = ["mend_shape"]

_DIVIDES_WHOLE = frozenset({"sqlite", "postgres"})
_CUTS = (
    *("desc", "asc", "desc_count", "asc_count", "desc_money", "asc_money", "desc_date", "asc_date"),
    *("desc_duration", "asc_duration", "order_desc", "order_asc"),
)
_TOTALS = (exp.Sum, exp.Avg, exp.Count)


def mend_shape(draft: DraftQuery) -> None:
    if draft.dialect in _DIVIDES_WHOLE:
        for node in list(draft.tree.find_all(exp.Div)):
            _divide_exactly(node, draft)
    for select in draft.selects():
        _group(select, draft)
    _show_all(draft)


def _divide_exactly(node: exp.Div, draft: DraftQuery) -> None:
    if _is_whole(node.this, draft) and _is_whole(node.expression, draft) and node.find(exp.Count, exp.Sum):
        node.set("this", exp.Mul(this=node.this.copy(), expression=exp.Literal.number("1.0")))
        draft.note(msg("fixed.exact_share"))


def _is_whole(node: exp.Expr, draft: DraftQuery) -> bool:
    """Surely a whole number."""
    node = node.unnest()
    match node:
        case exp.Count():
            return True
        case exp.Literal():
            return not node.is_string and node.name.isdigit()
        case exp.Mul() | exp.Add() | exp.Sub():
            return _is_whole(node.this, draft) and _is_whole(node.expression, draft)
        case exp.Sum() | exp.Coalesce() | exp.Nullif():
            return _is_whole(node.this, draft)
        case exp.Case():
            values = [*(one.args["true"] for one in node.args["ifs"]), node.args.get("default")]
            return all(_is_whole(one, draft) for one in values if one is not None and not isinstance(one, exp.Null))
        case exp.Column():
            bound = draft.bound(node)
            return bound is not None and bound.column.kind.value == "integer"
        case exp.Subquery():
            query = node.this
            return (
                isinstance(query, exp.Select)
                and len(query.selects) == 1
                and _is_whole(query.selects[0].unalias(), draft)
            )
    return False


def _group(select: exp.Select, draft: DraftQuery) -> None:
    """Plain columns beside a sum are what it is added up by."""
    plain = [one.unalias() for one in select.selects if _is_plain(one.unalias())]
    has_total = any(_is_total(one.unalias()) for one in select.selects)
    if not plain or not has_total or (select.args.get("having") is not None and not select.args.get("group")):
        return
    group = select.args.get("group")
    if group is None:
        select.group_by(*(one.copy() for one in plain), copy=False)
        draft.note(msg("fixed.grouped"))
    elif draft.dialect != "sqlite":
        _group_more(select, group, plain, draft)


def _group_more(select: exp.Select, group: exp.Group, plain: list[exp.Expr], draft: DraftQuery) -> None:
    if group.args.get("all") or any(not isinstance(one, exp.Column) for one in group.expressions):
        return
    grouped = {one.name.casefold() for one in group.expressions}
    grouped |= {one.unalias().name.casefold() for one in select.selects if one.alias.casefold() in grouped}
    keys = {bound.key for one in group.expressions if (bound := draft.bound(one))}
    for one in plain:
        bound = draft.bound(one) if isinstance(one, exp.Column) else None
        is_of_key = bound is not None and {(bound.table.qualified, key) for key in bound.table.primary_key} <= keys
        depends = is_of_key and draft.dialect == "postgres" and bound is not None and bool(bound.table.primary_key)
        if one.name.casefold() not in grouped and bound is not None and not depends:
            select.group_by(one.copy(), copy=False)
            draft.note(msg("fixed.grouped"))


def _is_plain(node: exp.Expr) -> bool:
    return isinstance(node, exp.Column) and not isinstance(node.this, exp.Star)


def _is_total(node: exp.Expr) -> bool:
    return any(
        one.find_ancestor(exp.Window, exp.Subquery) is None for one in node.find_all(*_TOTALS)
    ) and not isinstance(node, exp.Subquery | exp.Window)


def _show_all(draft: DraftQuery) -> None:
    """A limit that the question does not speak of; models like to write one."""
    limit = draft.tree.args.get("limit")
    if not isinstance(limit, exp.Limit) or not draft.question:
        return
    count = limit.expression.name if limit.expression is not None else ""
    tokens = normalise(draft.question)
    is_said = count.isdigit() and float(count) in {token.number for token in tokens}
    if not count.isdigit() or int(count) < 2 or is_said or find_question_cues(tokens).has(*_CUTS):
        return
    draft.tree.set("limit", None)
    draft.note(msg("fixed.all_rows", count=count))
