"""Functions that the parser knows by name only, above all SQLite's dates with their modifiers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.period_words import date_text
from answerable.explain.phrasebook import is_enclosed
from answerable.explain.time_words import FORMATS, span
from answerable.explain.type_family import Family

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS"]

_SHIFT = re.compile(r"([+-]?)(\d+) (year|month|day|hour|minute|second)s?")
_START = re.compile(r"start of (year|month|day)")
_PLAIN = {"NOW": "now", "LOCALTIMESTAMP": "now", "SYSDATE": "now", "UTC_TIMESTAMP": "now"}
_OF_ONE = {"TOTAL": "total", "JULIANDAY": "day_number"}


def _named(teller: Explainer, node: exp.Anonymous) -> str | None:
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


def _formatted(teller: Explainer, arguments: Sequence[exp.Expr]) -> str | None:
    pattern, subject, *modifiers = arguments
    phrase = _modified(teller, subject, modifiers, "now")
    if phrase is None:
        return None
    if (key := FORMATS.get(pattern.name)) is not None:
        teller.fold(pattern)
        return teller.say(key, phrase)
    return teller.say("written_as", phrase, teller.tell(pattern))


def _modified(teller: Explainer, subject: exp.Expr, modifiers: Sequence[exp.Expr], now: str) -> str | None:
    """A moment moved by each modifier in turn; None when one of them is not known."""
    phrase: str | None = _moment(teller, subject, now)
    for modifier in modifiers:
        phrase = _moved(teller, phrase, modifier.name.casefold()) if phrase and modifier.is_string else None
    if phrase is not None:
        teller.fold(*modifiers)
    return phrase


def _moment(teller: Explainer, node: exp.Expr, now: str) -> str:
    if node.is_string and node.name.casefold() == "now":
        teller.fold(node)
        return teller.say(now)
    return date_text(node) or teller.operand(node)


def _moved(teller: Explainer, phrase: str, modifier: str) -> str | None:
    phrase = teller.say("group", phrase) if " " in phrase and not is_enclosed(phrase) else phrase
    if modifier == "unixepoch":
        return teller.say("from_epoch", phrase)
    if start := _START.fullmatch(modifier):
        return teller.say(f"start.{start[1]}", phrase)
    if shift := _SHIFT.fullmatch(modifier):
        sign, count, unit = shift.groups()
        by = span(teller, unit, exp.Literal.number(count)) or count
        return teller.say("minus" if sign == "-" else "plus", phrase, by)
    return None


def _date(teller: Explainer, node: exp.Date) -> str | None:
    is_now = node.this is not None and node.this.is_string and node.this.name.casefold() == "now"
    return _moment(teller, node.this, "today") if is_now else None


TELLERS: Family = {exp.Anonymous: _named, exp.Date: _date}
