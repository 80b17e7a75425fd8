"""A whole query as clauses: what it shows, from where, which rows it keeps, in what order, how many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.column_words import column_words, group_words
from answerable.explain.completeness import holds_only
from answerable.explain.condition_words import conjuncts
from answerable.explain.order_words import order_keys
from answerable.explain.source_words import source_words
from answerable.explain.window_words import window_words
from answerable.kernel.errors import one_line

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["note_filters", "query_clauses"]

_SET_OPERATIONS = {exp.Union: "union", exp.Intersect: "intersect", exp.Except: "except"}
_TOLD = frozenset(
    {
        "with_", "expressions", "distinct", "from_", "joins", "laterals", "where", "group", "having", "qualify",
        "windows", "order", "limit", "offset", "sample", "hint", "operation_modifiers", "this", "expression", "alias",
    }
)  # fmt: skip


def query_clauses(teller: Explainer, node: exp.Expr) -> list[str]:
    """Clauses without capital and full stop, in the order they are best read."""
    if isinstance(node, exp.Subquery):
        return _wrapped(teller, node)
    if isinstance(node, exp.Select):
        with teller.within(node):
            return [*_steps(teller, node), *_select(teller, node), *_ending(teller, node, node.expressions)]
    if isinstance(node, exp.SetOperation):
        return [*_steps(teller, node), *_set_operation(teller, node), *_ending(teller, node, node.selects)]
    return [teller.say("runs", teller.verbatim(node))]


def note_filters(teller: Explainer, node: exp.Expr) -> None:
    """As telling the whole query would; where it is one SELECT and no more, nothing but its filters need be told."""
    if isinstance(node, exp.Select) and not any(inner is not node for inner in node.find_all(exp.Query)):
        with teller.within(node):
            list(_filters(teller, node))
    else:
        query_clauses(teller, node)


def _wrapped(teller: Explainer, node: exp.Subquery) -> list[str]:
    """A query in parentheses may have steps, an order and a limit of its own."""
    inner = node.this
    if not isinstance(inner, exp.Query) or isinstance(inner, exp.Table):
        return [teller.say("runs", teller.verbatim(node))]
    return [*_steps(teller, node), *query_clauses(teller, inner), *_untold(teller, node), *_ending(teller, node, ())]


def _steps(teller: Explainer, node: exp.Expr) -> Iterator[str]:
    with_ = node.args.get("with_")
    if with_ is None:
        return
    for step in with_.expressions:
        key = "step_recursive" if with_.args.get("recursive") and _reads_itself(step) else "step"
        yield teller.say(key, _step_name(teller, step), "; ".join(query_clauses(teller, step.this)))


def _step_name(teller: Explainer, step: exp.CTE) -> str:
    names = step.args["alias"].args.get("columns") or ()
    name = one_line(step.alias)
    return f"{name} ({', '.join(one_line(column.name) for column in names)})" if names else name


def _reads_itself(step: exp.CTE) -> bool:
    return any(table.name.casefold() == step.alias.casefold() for table in step.this.find_all(exp.Table))


def _select(teller: Explainer, node: exp.Select) -> Iterator[str]:
    if hint := node.args.get("hint"):
        teller.fold(hint)  # advice to the engine, without meaning for the result
    source = source_words(teller, node)
    from_words = teller.say("from", source) if source else ""
    group, shown = group_words(teller, node)
    yield teller.say("select", column_words(teller, shown), from_words, _distinct(teller, node), group)
    yield from _filters(teller, node)
    yield from _windows(teller, node)
    yield from _untold(teller, node)


def _distinct(teller: Explainer, node: exp.Select) -> str:
    distinct = node.args.get("distinct")
    if distinct is None:
        return ""
    on = distinct.args.get("on")
    if on is None:
        return teller.say("different")
    return teller.say("one_row_per", teller.tell_all(on.expressions if isinstance(on, exp.Tuple) else [on]))


def _filters(teller: Explainer, node: exp.Select) -> Iterator[str]:
    for clause in ("where", "having", "qualify"):
        if (part := node.args.get(clause)) is not None:
            outer = len(teller.filters)
            parts = conjuncts(teller, part.this)
            teller.filters[outer:] = parts  # those of a sub-query inside are already in the words of its part
            yield teller.say(clause, teller.words.all_of(parts))


def _windows(teller: Explainer, node: exp.Select) -> Iterator[str]:
    for window in node.args.get("windows") or ():
        details = window_words(teller, window) or teller.verbatim(window)
        yield teller.say("named_window", one_line(window.name), details)


def _untold(teller: Explainer, node: exp.Expr) -> Iterator[str]:
    """Parts of a query that no clause speaks of, such as a lock or an engine's own extra."""
    for name, value in node.args.items():
        if name not in _TOLD and value:
            parts = value if isinstance(value, list) else [value]
            yield from (teller.say("also_sql", _as_sql(teller, name, part)) for part in parts)


def _as_sql(teller: Explainer, name: str, part: object) -> str:
    if isinstance(part, exp.Expr):
        return teller.verbatim(part)
    return teller.say("verbatim", one_line(name if part is True else f"{name} {part}").replace("_", " ").upper())


def _set_operation(teller: Explainer, node: exp.SetOperation) -> Iterator[str]:
    branches = _branches(node)
    key = _SET_OPERATIONS[type(node)]
    is_all = node.args.get("distinct") is False
    phrase = teller.say("union_all" if key == "union" and is_all else key, str(len(branches)))
    yield teller.say("repeats_count", phrase) if is_all and key != "union" else phrase
    for number, branch in enumerate(branches, start=1):
        yield teller.say("branch", str(number), "; ".join(query_clauses(teller, branch)))
    yield from _untold(teller, node)


def _branches(node: exp.SetOperation) -> list[exp.Expr]:
    """Queries side by side, a chain of the same operation told as one list."""
    branches: list[exp.Expr] = [node.expression]
    left: exp.Expr = node.this
    while type(left) is type(node) and left.args.get("distinct") == node.args.get("distinct") and _is_plain(left):
        branches.insert(0, left.args["expression"])
        left = left.this
    return [left, *branches]


def _is_plain(node: exp.Expr) -> bool:
    return holds_only(node, "this", "expression", "distinct")


def _ending(teller: Explainer, node: exp.Expr, columns: list[exp.Expr] | tuple[()]) -> Iterator[str]:
    if (order := node.args.get("order")) is not None:
        yield teller.say("order", teller.words.join_list(order_keys(teller, order, columns)))
    if (offset := node.args.get("offset")) is not None:
        yield teller.say("offset", teller.tell(offset.expression))
    if (limit := node.args.get("limit")) is not None:
        yield _limit(teller, limit)
    if (sample := node.args.get("sample")) is not None:
        yield teller.say("sample", teller.verbatim(sample))


def _limit(teller: Explainer, limit: exp.Expr) -> str:
    count = limit.args.get("count") or limit.args.get("expression")
    phrase = teller.tell(count) if isinstance(count, exp.Expr) else "1"
    options = limit.args.get("limit_options")
    if options is not None and options.args.get("with_ties"):
        return teller.say("limit_with_ties", phrase)
    if options is not None and options.args.get("percent"):
        return teller.say("limit_percent", phrase)
    return teller.say("limit_one" if phrase == "1" else "limit", phrase)
