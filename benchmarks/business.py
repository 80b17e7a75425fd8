"""`python -m benchmarks.business [--rules] [--missed] [--check]`: business questions on four schemas, by kind.

A question counts as right when its rows are those of the SQL a person wrote (their order only where that SQL asks for
one, figures as they would be shown, to two decimals), and as wrong and confident when they are not and nothing was
asked back. `--rules` measures the rules alone, without the network. `--missed` lists what went wrong, never the cases
held back. `--check` exits with 1 where more are wrong than `MOST_WRONG` allows.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlglot
from sqlglot import exp
from tests.language.databases import Case, business_cases, cases, connection, schema

from answerable.kernel.settings import Settings
from answerable.language import EmbeddedTranslator, Translation
from answerable.language.rules.pipeline import Pipeline

_TRANSLATOR = EmbeddedTranslator()
_RULES = "--rules" in sys.argv
RECKONING = frozenset({"arithmetic", "dates", "growth", "share"})
"""Kinds of question that take a date or a sum."""


MOST_WRONG = {False: (0.15, 0.02), True: (0.3, 0.1)}
"""Whether the questions are blind → the shares that may be wrong, and wrong and confident."""


@dataclass(frozen=True, slots=True)
class Outcome:
    case: Case
    sql: str
    confidence: float
    asked: bool
    """Something was asked back instead of answering."""
    right: bool

    @property
    def wrong_and_confident(self) -> bool:
        return not self.right and not self.asked


PARTS: dict[str, Callable[[Case], bool]] = {
    "dates and sums": lambda case: case.kind in RECKONING,
    "seen": lambda case: not case.held_back,
    "held back": lambda case: case.held_back,
    "blind, seen": lambda case: case.blind and not case.held_back,
    "blind, held back": lambda case: case.blind and case.held_back,
    "all": lambda case: True,
}


def main() -> None:
    everything = [measure(case) for case in (*cases(), *business_cases())]
    _table("kind", everything)
    for name, chosen in PARTS.items():
        _line(name, [outcome for outcome in everything if chosen(outcome.case)])
    if "--missed" in sys.argv:
        _missed(outcome for outcome in everything if not outcome.case.held_back)
    if "--check" in sys.argv and not all(_is_good(everything, blind) for blind in MOST_WRONG):
        sys.exit("More questions are wrong than MOST_WRONG allows.")


def _is_good(everything: Iterable[Outcome], blind: bool) -> bool:
    asked = [outcome for outcome in everything if outcome.case.blind is blind]
    wrong, confident = MOST_WRONG[blind]
    is_right_enough = sum(not outcome.right for outcome in asked) <= wrong * len(asked)
    return is_right_enough and sum(outcome.wrong_and_confident for outcome in asked) <= confident * len(asked)


def measure(case: Case) -> Outcome:
    translation = _translated(case)
    asked = translation.clarification is not None or _is_unsure(translation)
    if translation.best is None:
        return Outcome(case, "", 0.0, True, False)
    sql = translation.best.sql
    return Outcome(case, sql, translation.best.confidence, asked, is_right(case, sql))


def _is_unsure(translation: Translation) -> bool:
    """Then every door asks back, though the translator itself has nothing to ask."""
    return translation.best is not None and translation.best.confidence < Settings().confidence_threshold


def _translated(case: Case) -> Translation:
    if _RULES:
        return _pipeline(case.database).translate(case.question, case.context)
    return _TRANSLATOR.translate(case.question, schema(case.database), case.context)


@cache
def _pipeline(database: str) -> Pipeline:
    return Pipeline(schema(database))


def is_right(case: Case, sql: str) -> bool:
    """`which country has the most customers` may be answered with or without how many there are."""
    return any(
        _same(case.database, sql, gold, without)
        for gold in (case.gold, *case.also)
        for without in dict.fromkeys((None, _ranking_figure(gold)))
    )


def _same(database: str, sql: str, gold: str, without: int | None) -> bool:
    ordered = re.search(r"(?i)order by [^()]*$", gold) is not None
    try:
        return _rows(database, sql, ordered) == _rows(database, gold, ordered, without)
    except sqlite3.Error:
        return False


def _ranking_figure(gold: str) -> int | None:
    """The place of the figure by which the first few are chosen, where something else is shown beside it."""
    query = sqlglot.parse_one(gold, dialect="sqlite")
    order = query.args.get("order")
    if not isinstance(query, exp.Select) or not order or not query.args.get("limit") or len(query.expressions) < 2:
        return None
    term = order.expressions[0].this
    for place, item in enumerate(query.expressions):
        if term in (item.unalias(), exp.column(item.alias_or_name), exp.Literal.number(place + 1)):
            return place if item.find(exp.AggFunc) else None
    return None


def _rows(database: str, sql: str, ordered: bool, without: int | None = None) -> list[tuple[Any, ...]]:
    found = [tuple(_shown(cell) for cell in row) for row in connection(database).execute(sql)]
    rows = [tuple(cell for place, cell in enumerate(row) if place != without) for row in found]
    return rows if ordered else sorted(rows, key=repr)


def _shown(cell: Any) -> Any:
    return round(float(cell), 2) + 0.0 if isinstance(cell, int | float) else cell


def _table(heading: str, outcomes: Iterable[Outcome]) -> None:
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.case.kind].append(outcome)
    print(f"{heading:<16} questions   right   wrong and confident")
    for kind in sorted(kinds):
        _line(kind, kinds[kind])
    print()


def _line(name: str, outcomes: list[Outcome]) -> None:
    right, confident = sum(o.right for o in outcomes), sum(o.wrong_and_confident for o in outcomes)
    print(f"{name:<16} {len(outcomes):9} {right / len(outcomes):7.1%} {confident / len(outcomes):9.1%} ({confident})")


def _missed(outcomes: Iterable[Outcome]) -> None:
    for outcome in outcomes:
        if not outcome.right:
            said = "asked" if outcome.asked else "SURE"
            print(f"\n{said} {outcome.confidence:.2f} [{outcome.case.kind}] {outcome.case.question}")
            print(f"  ours {outcome.sql}\n  gold {outcome.case.gold}")


if __name__ == "__main__":
    main()
