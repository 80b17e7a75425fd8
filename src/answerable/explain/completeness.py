"""The last look: nothing a query names may be missing from its explanation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from sqlglot import exp

from answerable.explain.query_scope import printable
from answerable.sql.scope import table_name

__all__ = ["holds_only", "is_told_whole", "left_out"]

_ABOUT_THE_PARSE = frozenset(
    {
        "big_int", "typed", "safe", "nulls_first", "date_part_boundary", "value_constructor", "only_json_types",
        "requires_json", "scalar_only", "json_subtype", "nulls_excluded", "bracket_notation", "is_end_exclusive",
        "ansi", "coalesce", "ignore_nulls", "is_nvl", "is_null",
    }
)  # fmt: skip
"""Arguments by which the parser remembers the dialect; they say nothing of the query."""


def holds_only(node: exp.Expr, *names: str) -> bool:
    """True when a node has no argument beyond those named, so that telling these tells all of it."""
    return all(name in names or name in _ABOUT_THE_PARSE or not value for name, value in node.args.items())


_USUAL = ("this", "expression", "expressions")
_NEIGHBOUR = ("this", "offset", "default")
_CUT = ("this", "unit", "format")
_SHIFT = ("this", "expression", "unit")

_SPOKEN_OF: dict[type[exp.Expr], tuple[str, ...]] = {
    exp.Column: ("this", "table", "db", "catalog"),
    exp.Identifier: ("this", "quoted"),
    exp.Literal: ("this", "is_string"),
    exp.Star: ("except_",),
    exp.Cast: ("this", "to"),
    exp.TryCast: ("this", "to"),
    exp.Alias: ("this", "alias"),
    exp.Case: ("this", "ifs", "default"),
    exp.If: ("this", "true", "false"),
    exp.In: ("this", "expressions", "query"),
    exp.Between: ("this", "low", "high"),
    exp.Is: ("this", "expression", "negate"),
    exp.Like: ("this", "expression", "negate"),
    exp.ILike: ("this", "expression", "negate"),
    exp.GroupConcat: ("this", "separator"),
    exp.Window: ("this", "partition_by", "order", "spec", "alias", "over"),
    exp.Lag: _NEIGHBOUR,
    exp.Lead: _NEIGHBOUR,
    exp.Substring: ("this", "start", "length"),
    exp.Interval: ("this", "unit"),
    exp.UnixToTime: ("this", "scale"),
    **dict.fromkeys((exp.TimeToStr, exp.DateTrunc, exp.TimestampTrunc, exp.DatetimeTrunc), _CUT),
    **dict.fromkeys((exp.DateAdd, exp.DateSub, exp.DateDiff, exp.TsOrDsAdd, exp.TsOrDsDiff), _SHIFT),
    **dict.fromkeys((exp.TimestampAdd, exp.TimestampSub, exp.TimestampDiff), _SHIFT),
    **dict.fromkeys((exp.DatetimeAdd, exp.DatetimeSub, exp.DatetimeDiff), _SHIFT),
}
"""The arguments that the words for a node speak of, where these are not the usual ones."""


def is_told_whole(node: exp.Expr) -> bool:
    """False when the node carries something that the words for its class do not speak of."""
    return holds_only(node, *_SPOKEN_OF.get(type(node), _USUAL))


def left_out(tree: exp.Expr, folded: Set[int], text: str) -> list[str]:
    """Names and values of the query that the text does not have, each as it is written."""
    phrase = folded | _repeated_groups(tree)
    missing = dict.fromkeys(name for name in _named(tree, phrase) if not _appears(name, text))
    return list(missing)


def _repeated_groups(tree: exp.Expr) -> set[int]:
    """Nodes of groups that are also shown: telling what is shown tells them."""
    result: set[int] = set()
    for select in tree.find_all(exp.Select):
        shown = [item.unalias() for item in select.expressions]
        group = select.args.get("group")
        for part in group.expressions if group else ():
            if part in shown:
                result.update(id(node) for node in part.walk())
    return result


def _named(tree: exp.Expr, folded: Set[int]) -> Iterator[str]:
    for node in tree.walk():
        if id(node) in folded:
            continue
        if isinstance(node, exp.Table) and node.name:
            yield table_name(node)
        elif isinstance(node, exp.Column | exp.Literal) and not node.is_star:
            yield printable(node.name)


def _appears(name: str, text: str) -> bool:
    return not name or re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text, re.ASCII) is not None
