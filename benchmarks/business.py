"""`python -m benchmarks.business [--rules] [--missed]`: business questions on four small schemas, by kind of question.

A question counts as right when its rows are those of the SQL a person wrote (their order only where that SQL asks for
one, figures as they would be shown, to two decimals), and as wrong and confident when they are not and nothing was
asked back. `--rules` measures the rules alone, without the network. `--missed` lists what went wrong, never the cases
held back.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.language.databases import Case, business_cases, cases, connection, schema

from answerable.language import EmbeddedTranslator, Translation
from answerable.language.pipeline import Pipeline

_TRANSLATOR = EmbeddedTranslator()
_RULES = "--rules" in sys.argv


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


def main() -> None:
    known, new = ([measure(case) for case in some] for some in (cases(), business_cases()))
    _table("kind", [*known, *new])
    seen, unseen = ([outcome for outcome in new if outcome.case.held_back is held] for held in (False, True))
    for name, outcomes in (("seen", [*known, *seen]), ("held back", unseen), ("all", [*known, *new])):
        _line(name, outcomes)
    if "--missed" in sys.argv:
        _missed([*known, *seen])


def measure(case: Case) -> Outcome:
    translation = _translated(case)
    asked = translation.clarification is not None
    if translation.best is None:
        return Outcome(case, "", 0.0, True, False)
    sql = translation.best.sql
    return Outcome(case, sql, translation.best.confidence, asked, is_right(case, sql))


def _translated(case: Case) -> Translation:
    if _RULES:
        return _pipeline(case.database).translate(case.question, case.context)
    return _TRANSLATOR.translate(case.question, schema(case.database), case.context)


@cache
def _pipeline(database: str) -> Pipeline:
    return Pipeline(schema(database))


def is_right(case: Case, sql: str) -> bool:
    return any(_same(case.database, sql, gold) for gold in (case.gold, *case.also))


def _same(database: str, sql: str, gold: str) -> bool:
    ordered = re.search(r"(?i)order by [^()]*$", gold) is not None
    try:
        return _rows(database, sql, ordered) == _rows(database, gold, ordered)
    except sqlite3.Error:
        return False


def _rows(database: str, sql: str, ordered: bool) -> list[tuple[Any, ...]]:
    rows = [tuple(_shown(cell) for cell in row) for row in connection(database).execute(sql)]
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
