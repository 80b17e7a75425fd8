"""A verified query asked of other values: each literal that stands for an old value gives way to one of the same kind.

Whatever leaves any doubt which literal that is raises `CannotAdapt`: then it is another question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from answerable.language.knowledge.question_gist import NamedValue
from answerable.language.question.dates.calendar_periods import Period, containing

__all__ = ["CannotAdapt", "Change", "changes", "make"]

_DATE = re.compile(r"(?P<day>\d{4}-\d{2}-\d{2})(?P<clock>[ T]00:00:00)?\Z|(?P<month>\d{4}-\d{2})\Z|(?P<year>\d{4})\Z")
_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.In)


class CannotAdapt(Exception):
    """The value has no place of its own in the query."""


Change = tuple[exp.Literal, str]
"""A literal of the query, and what takes its place."""


def changes(tree: exp.Query, old: NamedValue, new: NamedValue) -> list[Change]:
    """What must change; nothing does yet, so that values may trade places."""
    return {"cell": _cell, "number": _number, "date": _date}[old.kind](tree, old, new)


def make(wanted: Sequence[Change]) -> None:
    if len({id(literal) for literal, _ in wanted}) < len(wanted):
        raise CannotAdapt("one place of the query would hold two values")
    for literal, text in wanted:
        literal.replace(exp.Literal(this=text, is_string=literal.is_string))


def _cell(tree: exp.Query, old: NamedValue, new: NamedValue) -> list[Change]:
    """All places of the value are of one column, and the new value is one of that column, or was quoted."""
    values = {target.value for target in old.cells} | {old.text}
    places = [result for result in _literals(tree, lambda text: text in values) if result.is_string]
    columns = {_column_beside(literal) for literal in places}
    if len(columns) != 1 or None in columns:
        raise CannotAdapt(old.text)
    name = columns.pop()
    cells = sorted({target.value for target in new.cells if target.column.casefold() == name})
    if len(cells) > 1 or (new.cells and not cells):
        raise CannotAdapt(new.text)
    return [(literal, cells[0] if cells else new.text) for literal in places]


def _number(tree: exp.Query, old: NamedValue, new: NamedValue) -> list[Change]:
    def equal(text: str) -> bool:
        try:
            return Decimal(text) == old.number
        except InvalidOperation:
            return False

    places = [literal for literal in _literals(tree, equal) if not literal.is_string]
    limited = isinstance(places[0].parent, exp.Limit | exp.Fetch) if places else False
    if len(places) != 1 or new.number is None or not (limited or isinstance(places[0].parent, _COMPARED)):
        raise CannotAdapt(old.text)
    if new.number < 0 or (limited and new.number != new.number.to_integral_value()):
        raise CannotAdapt(new.text)
    return [(places[0], format(new.number, "f"))]


def _date(tree: exp.Query, old: NamedValue, new: NamedValue) -> list[Change]:
    """Every date of the query is one of the old period's bounds, and takes the same bound of the new one."""
    if old.relative or old.period is None or new.period is None:
        raise CannotAdapt(old.text)
    before, after = _spellings(old.period), _spellings(new.period)
    places = [literal for literal in tree.find_all(exp.Literal) if _is_date(literal, before)]
    wanted = []
    for literal in places:
        result = _DATE.match(str(literal.this))
        assert result is not None
        bare = str(literal.this).removesuffix(result["clock"] or "")
        roles = [role for role, text in before.items() if text == bare and role in after]
        if not roles:
            raise CannotAdapt(old.text)
        wanted.append((literal, after[roles[0]] + (result["clock"] or "")))
    if not wanted:
        raise CannotAdapt(old.text)
    return wanted


def _is_date(literal: exp.Literal, spellings: dict[str, str]) -> bool:
    """Text that is a day, a month or a year; a number only where it is the year that was named."""
    if not literal.is_string:
        return str(literal.this) == spellings.get("year") and isinstance(literal.parent, _COMPARED)
    return _DATE.match(str(literal.this)) is not None


def _spellings(period: Period) -> dict[str, str]:
    """How a period may stand in a query: by its first day, the day after it, its last day, or its own name."""
    start, end = period.start, period.end
    result = {"start": start.isoformat()} if start else {}
    if end:
        result |= {"end": end.isoformat(), "last": (end - timedelta(days=1)).isoformat()}
    if start and containing("month", start) == period:
        result["month"] = start.isoformat()[:7]
    if start and containing("year", start) == period:
        result["year"] = start.isoformat()[:4]
    return result


def _literals(tree: exp.Query, fits: Callable[[str], bool]) -> list[exp.Literal]:
    return [literal for literal in tree.find_all(exp.Literal) if fits(str(literal.this))]


def _column_beside(literal: exp.Literal) -> str | None:
    """The column that the literal is compared with, if it is one."""
    compared = literal.parent
    if not isinstance(compared, exp.EQ | exp.NEQ | exp.In):
        return None
    side = compared.this if compared.this is not literal else compared.args.get("expression")
    return side.name.casefold() if isinstance(side, exp.Column) else None
