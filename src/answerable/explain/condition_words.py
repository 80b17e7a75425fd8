"""What can be true of a row: comparisons, patterns, membership, and their and, or and not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import is_told_whole
from answerable.explain.period_words import date_text, is_moment
from answerable.explain.query_scope import printable
from answerable.explain.range_words import RangeTold, between_dates, fold_ranges
from answerable.explain.type_family import Family, Tell
from answerable.explain.value_words import is_quoted_text

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS", "conjuncts"]

_COMPARISONS = {
    exp.GT: ("greater", "after"),
    exp.GTE: ("at_least", "on_or_after"),
    exp.LT: ("less", "before"),
    exp.LTE: ("at_most", "on_or_before"),
}
_MIRRORED = {exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE, exp.EQ: exp.EQ, exp.NEQ: exp.NEQ}


def conjuncts(teller: Explainer, node: exp.Expr) -> list[str]:
    """Each part of an AND as a predicate of its own, ranges of dates told as one."""
    node = node.unnest()
    if not isinstance(node, exp.And):
        return [teller.condition(node)]
    return [_part(teller, part) for part in fold_ranges(list(node.flatten()))]


def _part(teller: Explainer, part: exp.Expr | RangeTold) -> str:
    if isinstance(part, RangeTold):
        return part.describe(teller)
    bare = part.unnest()
    phrase = teller.condition(bare)
    return teller.say("either", phrase) if isinstance(bare, exp.Or) else phrase


def _and(teller: Explainer, node: exp.And) -> str:
    return teller.words.all_of(conjuncts(teller, node))


def _or(teller: Explainer, node: exp.Or) -> str:
    parts: list[exp.Expr] = [part.unnest() for part in node.flatten()]
    phrase = [teller.condition(part) for part in parts]
    grouped = [
        teller.say("either", text) if isinstance(p, exp.And) else text for p, text in zip(parts, phrase, strict=True)
    ]
    return teller.words.any_of(grouped)


def _comparison(teller: Explainer, node: exp.Binary) -> str:
    left, right, kind = node.left, node.right, type(node)
    if _is_constant(left) and not _is_constant(right) and kind in _MIRRORED:
        left, right, kind = right, left, _MIRRORED[kind]
    if kind in (exp.EQ, exp.NEQ):
        return _equality(teller, left, right, is_equal=kind is exp.EQ)
    plain, dated = _COMPARISONS[kind]
    is_dated = is_moment(right) or is_moment(left)
    return teller.say(dated if is_dated else plain, teller.side(left), date_text(right) or teller.side(right))


def _equality(teller: Explainer, left: exp.Expr, right: exp.Expr, *, is_equal: bool) -> str:
    phrase = date_text(right) or teller.side(right)
    if not is_equal:
        return teller.say("is_not", teller.side(left), phrase)
    is_constant = _is_constant(right) or is_quoted_text(teller, right)
    return teller.say("is" if is_constant else "equals", teller.side(left), phrase)


def _is_constant(node: exp.Expr) -> bool:
    if isinstance(node, exp.Neg):
        return isinstance(node.this, exp.Literal)
    return isinstance(node, exp.Literal | exp.Boolean) or date_text(node) is not None


def _is(teller: Explainer, node: exp.Is, *, is_negated: bool = False) -> str | None:
    is_negated = is_negated != bool(node.args.get("negate"))
    subject = teller.side(node.this)
    if isinstance(node.expression, exp.Null):
        return teller.say("is_not_null" if is_negated else "is_null", subject)
    if not isinstance(node.expression, exp.Boolean):
        return None
    phrase = teller.say("is_true" if node.expression.this else "is_false", subject)
    return teller.say("not", teller.say("either", phrase)) if is_negated else phrase


def _in(teller: Explainer, node: exp.In, many: str = "one_of", query: str = "among") -> str | None:
    subject = teller.side(node.this)
    if (inner := node.args.get("query")) is not None:
        return teller.say(query, subject, teller.query(inner.unnest()))
    return teller.say(many, subject, _choices(teller, node.expressions)) if node.expressions else None


def _choices(teller: Explainer, nodes: list[exp.Expr]) -> str:
    """Values are told as they are, separated by commas: a list of constants needs no other sign."""
    return teller.words.table["comma"].join(date_text(node) or teller.tell(node) for node in nodes)


def _between(teller: Explainer, node: exp.Between, key: str = "between") -> str | None:
    low, high = node.args["low"], node.args["high"]
    if key == "between" and date_text(low) and date_text(high):
        return between_dates(node).describe(teller)
    return teller.say(key, teller.side(node.this), *(date_text(end) or teller.side(end) for end in (low, high)))


def _exists(teller: Explainer, node: exp.Exists, key: str = "exists") -> str | None:
    return teller.say(key, teller.query(node.this)) if isinstance(node.this, exp.Query) else None


def _like(teller: Explainer, node: exp.Like | exp.ILike, prefix: str = "") -> str | None:
    prefix = "" if bool(prefix) == bool(node.args.get("negate")) else "not_"
    if not isinstance(node.expression, exp.Literal):
        phrase = teller.say(f"{prefix}matches", teller.side(node.this), teller.side(node.expression))
    else:
        key, text = _pattern(node.expression.name)
        teller.fold(node.expression)
        phrase = teller.say(f"{prefix}{key}", teller.side(node.this), f"'{printable(text)}'")
    return teller.say("ignoring_case", phrase) if isinstance(node, exp.ILike) else phrase


def _pattern(pattern: str) -> tuple[str, str]:
    """What a LIKE pattern asks for, and of which text."""
    inner = pattern.strip("%")
    if not inner or any(sign in inner for sign in "%_\\"):
        return "matches", pattern
    ends = pattern.startswith("%"), pattern.endswith("%")
    key = {(True, True): "contains", (False, True): "starts_with", (True, False): "ends_with"}.get(ends)
    return (key, inner) if key else ("matches", pattern)


def _escape(teller: Explainer, node: exp.Escape) -> str | None:
    like = node.this
    if not isinstance(like, exp.Like | exp.ILike):
        return None
    key = "not_matches" if like.args.get("negate") else "matches"
    phrase = teller.say(key, teller.side(like.this), teller.tell(like.expression))
    phrase = teller.say("ignoring_case", phrase) if isinstance(like, exp.ILike) else phrase
    return teller.say("escaped_by", phrase, teller.tell(node.expression))


def _regexp(teller: Explainer, node: exp.Expr, prefix: str = "") -> str | None:
    phrase = teller.say(f"{prefix}matches_regexp", teller.side(node.this), teller.side(node.expression))
    return teller.say("ignoring_case", phrase) if isinstance(node, exp.RegexpILike) else phrase


def _pair(key: str) -> Tell:
    return lambda teller, node: teller.say(key, teller.side(node.this), teller.side(node.args["expression"]))


def _not(teller: Explainer, node: exp.Not) -> str | None:
    inner = node.this.unnest()
    phrase = _negated(teller, inner)
    return phrase if phrase is not None else teller.say("not", teller.say("either", teller.condition(inner)))


def _negated(teller: Explainer, inner: exp.Expr) -> str | None:
    """The forms that have a negative of their own."""
    if not is_told_whole(inner):
        return None
    if isinstance(inner, exp.Is):
        return _is(teller, inner, is_negated=True)
    if isinstance(inner, exp.EQ):
        return _comparison(teller, exp.NEQ(this=inner.this.copy(), expression=inner.expression.copy()))
    if isinstance(inner, exp.In):
        return _in(teller, inner, "none_of", "not_among")
    if isinstance(inner, exp.Between):
        return _between(teller, inner, "not_between")
    if isinstance(inner, exp.Exists):
        return _exists(teller, inner, "not_exists")
    if isinstance(inner, exp.Like | exp.ILike):
        return _like(teller, inner, "not_")
    if isinstance(inner, exp.RegexpLike | exp.RegexpILike):
        return _regexp(teller, inner, "not_")
    return teller.say("is_false", teller.tell(inner)) if isinstance(inner, exp.Column) else None


TELLERS: Family = {
    exp.Boolean: lambda teller, node: teller.say("always" if node.this else "never"),
    exp.And: _and,
    exp.Or: _or,
    exp.Not: _not,
    **dict.fromkeys((exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE), _comparison),
    exp.Is: _is,
    exp.In: _in,
    exp.Between: _between,
    exp.Exists: _exists,
    exp.Like: _like,
    exp.ILike: _like,
    exp.Escape: _escape,
    exp.RegexpLike: _regexp,
    exp.RegexpILike: _regexp,
    exp.Glob: _pair("matches"),
    exp.SimilarTo: _pair("matches"),
    exp.NullSafeEQ: _pair("same_or_both_null"),
    exp.NullSafeNEQ: _pair("differs_null_too"),
    exp.StartsWith: _pair("starts_with"),
    exp.EndsWith: _pair("ends_with"),
    exp.Contains: _pair("contains"),
}
