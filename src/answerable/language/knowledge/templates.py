"""Variables of a metric's template: what stands for the period of a question is found, others are nobody's to fill."""

from __future__ import annotations

import re

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.language.knowledge.fit_verified import Misfit

__all__ = ["PeriodSplit", "has_variable", "mark_variables", "split_periods", "without_periods"]

_MARK = "ANSWERABLE_VARIABLE"
_VARIABLE = re.compile(r"'?\{\{\s*(?P<name>[\w.]+)\s*\}\}'?")
_BETWEEN = re.compile(r"(?i)\bBETWEEN\s+(?='?\{\{\s*date_range\s*\}\}'?)")
_WHOLE = (exp.Connector, exp.Not, exp.Query)
_TESTING = (exp.Where, exp.Having, exp.Join, exp.If, exp.Filter)
_PERIODS = frozenset(("date_range", "start_date", "end_date", "date_range.start", "date_range.end"))


@dataclass(frozen=True)
class PeriodSplit:
    """Tests without those that only place rows in a period."""

    tests: tuple[exp.Expr, ...]
    column: exp.Column | None
    is_periodic: bool


def mark_variables(template: str) -> str:
    """The template as SQL that can be parsed: each variable is a call that no engine knows."""
    unknown = sorted({found["name"] for found in _VARIABLE.finditer(template)} - _PERIODS)
    if unknown:
        raise Misfit(msg("misfit.unfilled_variable", names=tuple(unknown)))
    return _VARIABLE.sub(lambda found: f"{_MARK}('{found['name']}')", _BETWEEN.sub("= ", template))


def has_variable(node: exp.Expr) -> bool:
    return bool(_variables(node))


def split_periods(tests: list[exp.Expr]) -> PeriodSplit:
    """`{{date_range}}` alone, or a column compared with a variable, is left to the dates of the question."""
    timed = [test for test in tests if _variables(test)]
    columns: list[exp.Column] = []
    for test in timed:
        columns += _placed(test)
    if len({column.sql() for column in columns}) > 1:
        raise Misfit(msg("misfit.many_times"))
    plain = tuple(test for test in tests if not _variables(test))
    return PeriodSplit(plain, columns[0] if columns else None, bool(timed))


def without_periods(tree: exp.Expr) -> exp.Expr:
    """The tree of a marked template, changed: every test that a variable stands in is true. It asks for all times."""
    for call in _variables(tree):
        test: exp.Expr = call
        while isinstance(test.parent, exp.Condition) and not isinstance(test.parent, _WHOLE):
            test = test.parent
        is_test = isinstance(test.parent, (*_TESTING, *_WHOLE))
        (test if is_test else call).replace(exp.true() if is_test else exp.Literal.string("2000-01-01"))
    return tree


def _variables(node: exp.Expr) -> list[exp.Anonymous]:
    return [call for call in node.find_all(exp.Anonymous) if call.name == _MARK]


def _placed(test: exp.Expr) -> list[exp.Column]:
    """The column a test places in time; none where the variable stands for the whole test."""
    if isinstance(test, exp.Anonymous):
        return []
    between = isinstance(test, exp.Between) and len(_variables(test)) == 2
    compared = isinstance(test, exp.EQ | exp.GTE | exp.GT | exp.LT | exp.LTE) and isinstance(
        test.expression, exp.Anonymous
    )
    if (between or compared) and isinstance(test.this, exp.Column):
        return [test.this]
    raise Misfit(msg("misfit.no_period_there"))
