"""Conditions that speak of one and the same row: `ordered wine in 2025` asks for one order that is both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from answerable.language.business.business_query import Existence, PeriodTest, RowTest
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["one_row_each"]


def one_row_each(tests: Sequence[RowTest], base: str, subjects: QuestionSubjects) -> tuple[RowTest, ...]:
    """Conditions on rows below the base are tied together; those that belong to an absence go into it."""
    tests = _merged(tests, subjects)
    absences = [test for test in tests if isinstance(test, Existence) and test.is_negated and not test.tests]
    # None of the rows below is so: in the period that is asked about, unless more is said of the rows below.
    gone = [test for test in tests if isinstance(test, Existence) and test.is_negated and test.tests]
    if len(gone) == 1 and not absences:
        below = [test for test in tests if test not in gone and _child(test, base, subjects)]
        if below and all(isinstance(test, PeriodTest) for test in below):
            moved = replace(gone[0], tests=(*gone[0].tests, *(_moved(one, gone[0], subjects) for one in below)))
            return (*(test for test in tests if test not in (*gone, *below)), moved)
    others = [test for test in tests if test not in absences]
    if len(absences) == 1:
        inside = [test for test in others if _belongs(test, absences[0], base, subjects)]
        inside += _period_inside(others, inside, absences[0], subjects)
        absent = replace(
            absences[0], tests=(*absences[0].tests, *(_moved(one, absences[0], subjects) for one in inside))
        )
        return (*_tied([test for test in others if test not in inside], base, subjects), absent)
    return (*_tied(others, base, subjects), *absences)


def _merged(tests: Sequence[RowTest], subjects: QuestionSubjects) -> list[RowTest]:
    """`never sold tea`: no sale of tea, and not neither a sale nor tea."""
    bare = [test for test in tests if isinstance(test, Existence) and test.is_negated and not test.tests]
    gone = [test for test in tests if isinstance(test, Existence) and test.is_negated and test.tests]
    for event in bare:
        about = [one for one in gone if subjects.paths.path(event.table, one.table, only_up=True) is not None]
        if about:
            whole = replace(event, tests=tuple(test for one in about for test in one.tests))
            return [test for test in tests if test not in (event, *about)] + [whole]
    return list(tests)


def _belongs(test: RowTest, absence: Existence, base: str, subjects: QuestionSubjects) -> bool:
    return not isinstance(test, Existence) and test.table == absence.table and test.table != base


def _period_inside(
    others: Sequence[RowTest], inside: Sequence[RowTest], absence: Existence, subjects: QuestionSubjects
) -> list[RowTest]:
    """`have not ordered in 2025`: the period is that of the orders, where it is said after them."""
    places = [link.start for link in subjects.parts.linked.links if link.target.table == absence.table]
    dates = subjects.parts.dates
    is_after = bool(places and dates) and dates[0].start > places[0]
    day = subjects.date_of(absence.table)
    return [one for one in others if isinstance(one, PeriodTest) and one not in inside and is_after and day]


def _moved(test: RowTest, absence: Existence, subjects: QuestionSubjects) -> RowTest:
    day = subjects.date_of(absence.table)
    if isinstance(test, PeriodTest) and day is not None:
        return replace(test, table=day.table, column=day.column)
    return test


def _tied(tests: Sequence[RowTest], base: str, subjects: QuestionSubjects) -> list[RowTest]:
    below: dict[str, list[RowTest]] = defaultdict(list)
    plain: list[RowTest] = []
    for test in tests:
        child = _child(test, base, subjects)
        (below[child] if child else plain).append(test)
    return plain + [_one(child, found) for child, found in below.items()]


def _one(child: str, tests: list[RowTest]) -> RowTest:
    return tests[0] if len(tests) == 1 else Existence(child, tuple(tests))


def _child(test: RowTest, base: str, subjects: QuestionSubjects) -> str:
    """The table below the base over which the condition is reached; "" where none is."""
    if isinstance(test, Existence) or test.via or test.table == base:
        return ""
    path = subjects.paths.path(base, test.table)
    return path[0].target if path and not path[0].is_up else ""
