"""What a question demands in plain words and a query does not do: a superlative without an order, `never` without a
negation, a year that is nowhere in it. Each is a feature of its own; trained trees weigh them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.links.question_cues import QuestionCues, find_question_cues
from answerable.language.question.tokens import normalise
from answerable.sql.parse import parse_sql

if TYPE_CHECKING:
    from answerable.language.reranking.column_uses import ColumnKinds

__all__ = ["contradicts_question", "unmet_demands"]

_HIGHEST = ("desc", "desc_count", "desc_money", "desc_duration", "order_desc")
_LOWEST = ("asc", "asc_count", "asc_money", "asc_duration", "order_asc")
_BY_DATE = ("desc_date", "asc_date")
_GRAINS = ("day", "week", "month", "quarter", "year", "hour", "weekday")
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_NEGATIONS = (exp.Not, exp.NEQ, exp.Except, exp.Is)
_TOTALS = (exp.Sum, exp.Avg)


@dataclass(frozen=True, slots=True)
class QueryOrder:
    direction: int = 0
    """1 where the largest come first, -1 where the smallest do, 0 without an order."""
    by: str = ""
    """count, total, column or other."""
    columns: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StatementTraits:
    """What the demands are compared with, read off the query's tree."""

    order: QueryOrder = QueryOrder()
    is_cut: bool = False
    totalled: frozenset[str] = frozenset()
    """Columns that stand alone in a sum or an average."""
    shown: frozenset[str] = frozenset()
    """Columns that are shown as they are."""
    grouped: frozenset[str] = frozenset()
    is_grouped: bool = False
    extremes: bool = False
    """Shows a maximum or a minimum."""
    counts: bool = False
    averages: bool = False
    divides: bool = False
    negates: bool = False
    has_equal_sides: bool = False
    """Of a union, an intersection or a difference."""
    numbers: frozenset[str] = frozenset()
    text: str = ""


@dataclass(frozen=True, slots=True)
class QuestionDemands:
    cues: QuestionCues
    years: frozenset[str]
    numbers: frozenset[str]


def unmet_demands(question: str, sql: str, dialect: str, kinds: ColumnKinds) -> dict[str, float]:
    demands, facts = _demands(question), _facts(sql, dialect)
    return {f"unmet_{name}": float(value) for name, value in _unmet(demands, facts)} | {
        f"odd_{name}": float(value) for name, value in _odd(demands.cues, facts, kinds)
    }


def contradicts_question(question: str, sql: str, dialect: str, kinds: ColumnKinds) -> bool:
    """Nobody means it, whatever else may be meant: the best by their names from A to Z or by a date, the fewest where
    the most were asked for, what is in a list and not in that same list."""
    cues, facts = _demands(question).cues, _facts(sql, dialect)
    odd = dict(_odd(cues, facts, kinds))
    asks_best = cues.has(*_HIGHEST) and not cues.has("order_asc", "order_desc", *_BY_DATE)
    is_best_by_other = asks_best and (odd["order_by_text"] or odd["order_by_date"])
    return bool(odd["equal_sides"] or odd["direction_of_figure"] or is_best_by_other)


def _unmet(demands: QuestionDemands, facts: StatementTraits) -> Iterator[tuple[str, int]]:
    cues = demands.cues
    is_ordered = facts.order.direction != 0 or facts.extremes
    yield "superlative", cues.has(*_HIGHEST, *_LOWEST, *_BY_DATE) and not is_ordered
    yield "count", cues.has("count") and not facts.counts
    yield "average", cues.has("avg") and not facts.averages
    yield "share", cues.has("share", "growth") and not facts.divides
    yield "by", cues.has("by") and not facts.is_grouped
    yield "grain", cues.has(*_GRAINS) and not facts.is_grouped
    yield "negation", cues.has("none") and not facts.negates
    yield "years", sum(year not in facts.text for year in demands.years)
    yield "numbers", len(demands.numbers - facts.numbers)


def _odd(cues: QuestionCues, facts: StatementTraits, kinds: ColumnKinds) -> Iterator[tuple[str, int]]:
    """What the query does and nobody asked for."""
    highest, lowest = cues.has(*_HIGHEST), cues.has(*_LOWEST)
    wanted = highest - lowest
    is_against = wanted * facts.order.direction < 0
    is_by_column = facts.order.by == "column"
    is_by_text = is_by_column and not any(kinds.is_ordered(name) for name in facts.order.columns)
    yield "direction", is_against
    yield "direction_of_figure", is_against and facts.order.by in ("count", "total")
    yield "order_by_text", is_by_text and facts.is_cut
    yield "order_by_date", is_by_column and facts.is_cut and any(kinds.is_date(name) for name in facts.order.columns)
    yield "order_by_key", is_by_column and any(kinds.is_key(name) for name in facts.order.columns)
    yield "order_by_count", facts.order.by == "count"
    yield "order_by_total", facts.order.by == "total"
    yield "cut", facts.is_cut and not cues.has(*_HIGHEST, *_LOWEST, *_BY_DATE)
    yield "negation", facts.negates and not cues.has("none", "none_after")
    yield "share", facts.divides and not cues.has("share", "growth", "avg", "compare")
    yield "total_of_no_measure", sum(not kinds.is_measure(name) for name in facts.totalled)
    yield "keys_shown", sum(kinds.is_key(name) for name in facts.shown)
    yield "keys_grouped", sum(kinds.is_key(name) for name in facts.grouped - facts.shown)
    yield "equal_sides", facts.has_equal_sides


@lru_cache(maxsize=64)
def _demands(question: str) -> QuestionDemands:
    tokens = normalise(question)
    numbers = [token.number for token in tokens if token.number is not None]
    whole = [int(one) for one in numbers if one == int(one)]
    years = frozenset(str(one) for one in whole if _FIRST_YEAR <= one <= _LAST_YEAR)
    return QuestionDemands(find_question_cues(tokens), years, frozenset(map(str, whole)) - years)


@lru_cache(maxsize=512)
def _facts(sql: str, dialect: str) -> StatementTraits:
    try:
        tree = parse_sql(sql, dialect)
    except SqlglotError:
        return StatementTraits()
    if not isinstance(tree, exp.Query):
        return StatementTraits()
    nodes = list(tree.walk())
    group = tree.args.get("group")
    return StatementTraits(
        order=_order(tree),
        is_cut=tree.args.get("limit") is not None,
        totalled=frozenset(_alone(node) for node in nodes if isinstance(node, _TOTALS)) - {""},
        shown=frozenset(one.unalias().name.casefold() for one in tree.selects if isinstance(one.unalias(), exp.Column)),
        grouped=frozenset(one.name.casefold() for one in group.expressions if isinstance(one, exp.Column))
        if isinstance(group, exp.Group)
        else frozenset(),
        is_grouped=group is not None,
        extremes=any(isinstance(node, exp.Max | exp.Min) for node in nodes),
        counts=any(isinstance(node, exp.Count) for node in nodes),
        averages=any(isinstance(node, exp.Avg | exp.Div) for node in nodes),
        divides=any(isinstance(node, exp.Div) for node in nodes),
        negates=any(isinstance(node, _NEGATIONS) for node in nodes),
        has_equal_sides=isinstance(tree, exp.SetOperation) and tree.left == tree.right,
        numbers=frozenset(node.name for node in nodes if isinstance(node, exp.Literal)),
        text=sql,
    )


def _order(tree: exp.Query) -> QueryOrder:
    order = tree.args.get("order")
    if not isinstance(order, exp.Order) or not order.expressions:
        return QueryOrder()
    first = order.expressions[0]
    key = _meant(first.this if isinstance(first, exp.Ordered) else first, tree)
    columns = frozenset(column.name.casefold() for column in key.find_all(exp.Column))
    return QueryOrder(1 if first.args.get("desc") else -1, _ordered_by(key), columns)


def _meant(key: exp.Expr, tree: exp.Query) -> exp.Expr:
    """An alias of the SELECT list stands for its expression."""
    named = {one.alias: one.unalias() for one in tree.selects if one.alias}
    is_bare = isinstance(key, exp.Column) and not key.table
    return named.get(key.name, key) if is_bare else key


def _ordered_by(key: exp.Expr) -> str:
    if key.find(exp.Count):
        return "count"
    if key.find(exp.Sum, exp.Avg):
        return "total"
    return "column" if isinstance(key, exp.Column) else "other"


def _alone(node: exp.Expr) -> str:
    columns = [column.name.casefold() for column in node.find_all(exp.Column)]
    return columns[0] if len(columns) == 1 else ""
