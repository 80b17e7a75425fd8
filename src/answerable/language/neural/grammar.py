"""Which token may come next in a form: the grammar as a machine with a stack, one cached step a token.

Every rule begins with a token, so a step never has to look ahead: the stack holds the goals still to come, the next one
last; a token takes the first goal that may begin with it, passing over those that may be left out, and puts what must
follow in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import END

__all__ = ["START", "Prefix"]

_DEEPEST, _MOST_ITEMS, _MOST_TESTS = 2, 6, 6

_AGGREGATES = ("count", "sum", "avg", "min", "max")
_ARITHMETIC = ("-", "+", "/")
_COMPARISONS = ("=", "!=", ">", "<", ">=", "<=")
_LIKES = tuple(f"{word}_{place}" for word in ("like", "not_like") for place in "cesx")
_SET_OPERATIONS = ("UNION", "INTERSECT", "EXCEPT")


@dataclass(frozen=True, slots=True)
class _Goal:
    """A part of the form that is still to come."""

    part: str
    depth: int = 0
    """In how many sub-queries it stands."""
    more: int = 0
    """How many of its kind may still follow."""
    star: bool = False
    """Whether `*` may stand for it."""


_Goals = tuple[_Goal, ...]
_Choices = Mapping[str, _Goals]
"""What a part may begin with, and what must follow that."""


@dataclass(frozen=True, eq=False, slots=True)
class Prefix:
    """The beginning of a form. There is one object for each state, so that identity tells states apart."""

    allowed: frozenset[str]
    """Keywords and kinds of pointers that may come next; `</s>` where the form may end; empty after that."""
    _goals: _Goals

    def after(self, symbol: str) -> Prefix:
        """The beginning that is one keyword, or one pointer of the kind `symbol`, longer."""
        if symbol not in self.allowed:
            raise ValueError(f"a form may not go on with {symbol!r} here; allowed: {', '.join(sorted(self.allowed))}")
        return _after(self, symbol)


@cache
def _after(prefix: Prefix, symbol: str) -> Prefix:
    for place in reversed(range(len(prefix._goals))):
        choices = _choices(prefix._goals[place])
        if symbol in choices:
            return _prefix(prefix._goals[:place] + choices[symbol][::-1])
    raise AssertionError(f"{symbol!r} is allowed, yet no goal begins with it")


@cache
def _prefix(goals: _Goals) -> Prefix:
    allowed: set[str] = set()
    for goal in reversed(goals):
        allowed.update(_choices(goal))
        if goal.part not in _OPTIONAL:
            break
    return Prefix(frozenset(allowed), goals)


@cache
def _choices(goal: _Goal) -> _Choices:
    return _RULES[goal.part](goal)


# The query and its clauses


def _query(goal: _Goal) -> _Choices:
    """One SELECT, and perhaps a set operation with one other."""
    return {"SELECT": (*_core(goal.depth), _Goal("set operation", goal.depth))}


def _core(depth: int) -> _Goals:
    """What follows SELECT; a sub-query gives one column only."""
    top = depth == 0
    items = _Goal("item", star=top), _Goal("more items", more=_MOST_ITEMS - 1 if top else 0, star=top)
    clauses = (_Goal(clause, depth) for clause in ("from", "where", "group", "order", "limit"))
    return (_Goal("distinct"), *items, *clauses)


def _set_operation(goal: _Goal) -> _Choices:
    return {word: (_Goal("other query", goal.depth),) for word in _SET_OPERATIONS}


def _other_query(goal: _Goal) -> _Choices:
    return {"SELECT": _core(goal.depth)}


def _more_items(goal: _Goal) -> _Choices:
    if not goal.more:
        return {}
    rest = replace(goal, more=goal.more - 1)
    return {first: (*then, rest) for first, then in _item(goal).items()}


def _group(goal: _Goal) -> _Choices:
    return {"GROUP": (_COLUMN, _Goal("more columns"), _Goal("having", goal.depth))}


def _order(goal: _Goal) -> _Choices:
    return {"ORDER": (_Goal("term"), _Goal("more terms"))}


def _term(goal: _Goal) -> _Choices:
    return {first: (*then, _Goal("direction")) for first, then in _item(goal).items()}


def _more_terms(goal: _Goal) -> _Choices:
    return {first: (*then, goal) for first, then in _term(goal).items()}


# Conditions


def _tests(of: str, depth: int) -> _Goals:
    """Tests `of` rows or of groups."""
    return _Goal(f"test of {of}", depth), _Goal(f"more tests of {of}", depth, _MOST_TESTS - 1)


def _more_tests(of: str, goal: _Goal) -> _Choices:
    if not goal.more:
        return {}
    then = (_Goal(f"test of {of}", goal.depth), replace(goal, more=goal.more - 1))
    return {"AND": then, "OR": then}


def _test_of_groups(goal: _Goal) -> _Choices:
    return {**_test_of_rows(goal), **_aggregates("tested argument", _Goal("operator", goal.depth))}


def _test_of_rows(goal: _Goal) -> _Choices:
    operator = _Goal("operator", goal.depth)
    return {"column": (operator,), **dict.fromkeys(_ARITHMETIC, (_COLUMN, _COLUMN, operator))}


def _operator(goal: _Goal) -> _Choices:
    choices: dict[str, _Goals] = {sign: (_Goal("compared", goal.depth),) for sign in _COMPARISONS}
    choices |= {"between": (_VALUE, _VALUE), "is_null": (), "not_null": ()}
    choices |= dict.fromkeys(_LIKES, (_VALUE,))
    if goal.depth < _DEEPEST:
        choices |= {word: (_Goal("sub-query", goal.depth),) for word in ("in", "not_in")}
    return choices


def _compared(goal: _Goal) -> _Choices:
    plain: _Choices = {"value": (), "column": ()}
    return {**plain, **_sub_query(goal)} if goal.depth < _DEEPEST else plain


def _sub_query(goal: _Goal) -> _Choices:
    return {"(": (_Goal("query", goal.depth + 1), _Goal("end of sub-query"))}


# What is shown, compared or sorted by


def _item(goal: _Goal) -> _Choices:
    calculated = dict.fromkeys(_ARITHMETIC, (_Goal("operand"), _Goal("operand")))
    return {**_plain_argument(goal), **_aggregates("argument"), **calculated}


def _aggregates(argument: str, *then: _Goal) -> _Choices:
    """Rows can only be counted."""
    return {word: (_Goal(argument, star=word == "count"), *then) for word in _AGGREGATES}


def _argument(goal: _Goal) -> _Choices:
    return {**_tested_argument(goal), **dict.fromkeys(_ARITHMETIC, (_COLUMN, _COLUMN))}


def _tested_argument(goal: _Goal) -> _Choices:
    return {**_plain_argument(goal), "distinct": (_COLUMN,)}


def _plain_argument(goal: _Goal) -> _Choices:
    return {"column": (), "*": ()} if goal.star else {"column": ()}


def _operand(_: _Goal) -> _Choices:
    return {"column": (), **_aggregates("plain argument")}


def _begins(choices: _Choices) -> Callable[[_Goal], _Choices]:
    """A part that is the same wherever it stands."""
    return lambda _: choices


def _again(symbol: str) -> Callable[[_Goal], _Choices]:
    """A part that may be repeated as often as wanted."""
    return lambda goal: {symbol: (goal,)}


_COLUMN, _VALUE = _Goal("column"), _Goal("value")

_RULES: dict[str, Callable[[_Goal], _Choices]] = {
    "query": _query,
    "set operation": _set_operation,
    "other query": _other_query,
    "distinct": _begins({"DISTINCT": ()}),
    "item": _item,
    "more items": _more_items,
    "from": _begins({"FROM": (_Goal("table"), _Goal("more tables"))}),
    "table": _begins({"table": ()}),
    "more tables": _again("table"),
    "where": lambda goal: {"WHERE": _tests("rows", goal.depth)},
    "test of rows": _test_of_rows,
    "test of groups": _test_of_groups,
    "more tests of rows": partial(_more_tests, "rows"),
    "more tests of groups": partial(_more_tests, "groups"),
    "tested argument": _tested_argument,
    "operator": _operator,
    "compared": _compared,
    "sub-query": _sub_query,
    "end of sub-query": _begins({")": ()}),
    "group": _group,
    "more columns": _again("column"),
    "having": lambda goal: {"HAVING": _tests("groups", goal.depth)},
    "order": _order,
    "term": _term,
    "direction": _begins({"asc": (), "desc": ()}),
    "more terms": _more_terms,
    "limit": _begins({"LIMIT": (_VALUE,)}),
    "argument": _argument,
    "plain argument": _plain_argument,
    "operand": _operand,
    "column": _begins({"column": ()}),
    "value": _begins({"value": ()}),
    "end": _begins({END: ()}),
}

# fmt: off
_OPTIONAL = frozenset((
    "distinct", "more items", "from", "more tables", "where", "more tests of rows", "group", "more columns",
    "having", "more tests of groups", "order", "more terms", "limit", "set operation",
))
# fmt: on

START = _prefix((_Goal("end"), _Goal("query")))
