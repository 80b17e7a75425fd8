"""What a SELECT shows, and for each of what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.order_words import at_position

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["column_words", "group_keys", "group_words"]


def column_words(teller: Explainer, shown: Sequence[exp.Expr]) -> str:
    return teller.words.join_list([teller.tell(column) for column in shown])


def group_words(teller: Explainer, select: exp.Select) -> tuple[str, list[exp.Expr]]:
    """The words for GROUP BY, and the columns still to be told.

    A column shown for each of its own values is told once, with the grouping."""
    group = select.args.get("group")
    columns = list(select.expressions)
    if group is None:
        return "", columns
    if group.args.get("all"):
        return teller.say("per_group_implied"), columns
    keys = group_keys(teller, select)
    labels = [_label(key, columns) for key in keys]
    shown = [label for label in labels if label is not None]
    rest = [column for column in columns if not any(column is label for label in shown)]
    phrase = [teller.words.bare(teller.tell(label or key)) for key, label in zip(keys, labels, strict=True)]
    words = teller.say("per_group", _with_subtotals(teller, group, phrase))
    return words, rest if rest and len(shown) == len(keys) else columns


def group_keys(teller: Explainer, select: exp.Select) -> list[exp.Expr]:
    """Grouping expressions; positions and aliases replaced by the columns they stand for."""
    group = select.args.get("group")
    if group is None:
        return []
    named = {column.alias.casefold(): column.this for column in select.expressions if isinstance(column, exp.Alias)}
    result = [at_position(teller, key, select.expressions) for key in group.expressions]
    return [
        named.get(key.name.casefold(), key) if isinstance(key, exp.Column) and not key.table else key for key in result
    ]


def _label(key: exp.Expr, columns: Sequence[exp.Expr]) -> exp.Expr | None:
    """The shown column that is this grouping key."""
    return next((column for column in columns if column.unalias() == key), None)


def _with_subtotals(teller: Explainer, group: exp.Expr, phrase: list[str]) -> str:
    text = teller.words.join_list(phrase) if phrase else ""
    for name in ("rollup", "cube"):
        if parts := group.args.get(name):
            inner = [item for part in parts for item in getattr(part, "expressions", ())]
            text = teller.say(name, teller.tell_all(inner) if inner else text)
    return text if holds_only(group, "expressions", "rollup", "cube", "all") else teller.verbatim(group)
