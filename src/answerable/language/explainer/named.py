"""Functions that the parser knows by name only, above all SQLite's dates with their modifiers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.language.explainer.family import Family
from answerable.language.explainer.moments import FORMATS, span
from answerable.language.explainer.periods import date_text
from answerable.language.explainer.words import is_enclosed

if TYPE_CHECKING:
    from answerable.language.explainer.teller import Teller

__all__ = ["TELLERS"]

_SHIFT = re.compile(r"([+-]?)(\d+) (year|month|day|hour|minute|second)s?")
_START = re.compile(r"start of (year|month|day)")
_PLAIN = {"NOW": "now", "LOCALTIMESTAMP": "now", "SYSDATE": "now", "UTC_TIMESTAMP": "now"}
_OF_ONE = {"TOTAL": "total", "JULIANDAY": "day_number"}


def _named(teller: Teller, node: exp.Anonymous) -> str | None:
    name, arguments = node.name.upper(), node.expressions
    if name in _PLAIN and not arguments:
        return teller.say(_PLAIN[name])
    if name in _OF_ONE and len(arguments) == 1:
        return teller.say(_OF_ONE[name], _moment(teller, arguments[0], "now"))
    if teller.dialect != "sqlite" or not arguments:
        return None
    if name in ("DATE", "DATETIME"):
        return _modified(teller, arguments[0], arguments[1:], "today" if name == "DATE" else "now")
    return _formatted(teller, arguments) if name == "STRFTIME" and len(arguments) > 1 else None


def _formatted(teller: Teller, arguments: Sequence[exp.Expr]) -> str | None:
    pattern, subject, *modifiers = arguments
    told = _modified(teller, subject, modifiers, "now")
    if told is None:
        return None
    if (key := FORMATS.get(pattern.name)) is not None:
        teller.fold(pattern)
        return teller.say(key, told)
    return teller.say("written_as", told, teller.tell(pattern))


def _modified(teller: Teller, subject: exp.Expr, modifiers: Sequence[exp.Expr], now: str) -> str | None:
    """A moment moved by each modifier in turn; None when one of them is not known."""
    told: str | None = _moment(teller, subject, now)
    for modifier in modifiers:
        told = _moved(teller, told, modifier.name.casefold()) if told and modifier.is_string else None
    if told is not None:
        teller.fold(*modifiers)
    return told


def _moment(teller: Teller, node: exp.Expr, now: str) -> str:
    if node.is_string and node.name.casefold() == "now":
        teller.fold(node)
        return teller.say(now)
    return date_text(node) or teller.operand(node)


def _moved(teller: Teller, told: str, modifier: str) -> str | None:
    told = teller.say("group", told) if " " in told and not is_enclosed(told) else told
    if modifier == "unixepoch":
        return teller.say("from_epoch", told)
    if start := _START.fullmatch(modifier):
        return teller.say(f"start.{start[1]}", told)
    if shift := _SHIFT.fullmatch(modifier):
        sign, count, unit = shift.groups()
        by = span(teller, unit, exp.Literal.number(count)) or count
        return teller.say("minus" if sign == "-" else "plus", told, by)
    return None


def _date(teller: Teller, node: exp.Date) -> str | None:
    is_now = node.this is not None and node.this.is_string and node.this.name.casefold() == "now"
    return _moment(teller, node.this, "today") if is_now else None


TELLERS: Family = {exp.Anonymous: _named, exp.Date: _date}
