"""Rows that people seldom mean: which of them a question leaves out, and in which other ways it may be meant."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery, ColumnTest, Existence, PeriodTest
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.semantics import UsualExclusion

__all__ = ["ways_to_leave_out"]

_ALL_ROWS, _ALSO_CANCELLED = 0.25, 0.35
_FORMER_MEANT, _PRESENT_MEANT = 0.35, 0.05
"""What a reading without former staff loses, and gains where the question speaks of the present."""
_OPPOSITE = {"in": "not_in", "is_null": "is_not_null", "is_not_null": "is_null"}
_PRESENT = frozenset(("work", "works", "working", "headcount", "have", "employ", "employs", "our", "earn", "earns"))
_EVER = frozenset(
    ("ever", "all", "total", "former", "history", "since", "hired", "joined", "left", "was", "were", "did")
)


def ways_to_leave_out(
    query: BusinessQuery, subjects: QuestionSubjects
) -> Iterator[tuple[tuple[ColumnTest, ...], float]]:
    """Conditions that leave rows out, each with what the reading loses, likeliest first."""
    usual = _left_out(query, subjects, is_strict=False)
    yield usual, 0.0
    if present := _present_staff(query, subjects):
        yield (*usual, present), -_PRESENT_MEANT if _speaks_of_present(subjects) else _FORMER_MEANT
    if usual:
        yield (), _ALL_ROWS
    strict = _left_out(query, subjects, is_strict=True)
    if strict != usual:
        yield strict, _ALSO_CANCELLED


def _left_out(query: BusinessQuery, subjects: QuestionSubjects, is_strict: bool) -> tuple[ColumnTest, ...]:
    """Unless the question speaks of that very column. Strictly, cancelled rows are not counted either."""
    if _counts_what_happened(query):
        return ()
    taken = _spoken_of(query, subjects)
    found: dict[tuple[str, str, str], ColumnTest] = {}
    for one in _exclusions(query, subjects):
        column, opposite = one.condition.column, _OPPOSITE.get(one.condition.operator)
        if opposite is None or (one.table, column) in taken or _names_row_of(one.table, query, subjects):
            continue
        if _applies(one, query, subjects) or (is_strict and one.applies_to == "money"):
            key = (one.table, column, opposite)
            values = (*(found[key].values if key in found else ()), *one.condition.values)
            found[key] = ColumnTest(one.table, column, opposite, tuple(dict.fromkeys(values)), is_default=True)
    return tuple(found.values())


def _spoken_of(query: BusinessQuery, subjects: QuestionSubjects) -> set[tuple[str, str]]:
    named = {(link.target.table, link.target.column) for link in subjects.parts.linked.links}
    return named | {(test.table, test.column) for test in query.tests if isinstance(test, ColumnTest | PeriodTest)}


def _present_staff(query: BusinessQuery, subjects: QuestionSubjects) -> ColumnTest | None:
    """Staff are those who are still here, where no time and none who left are spoken of."""
    entity = subjects.model.entity(query.base)
    if entity is None or not entity.is_person or any(isinstance(test, PeriodTest) for test in query.tests):
        return None
    if subjects.parts.dates or _names_row_of(query.base, query, subjects):
        return None
    days = {day.role: day for day in subjects.model.dates if day.table == query.base}
    joined, ended = days.get("joined"), days.get("ended")
    if joined is None or ended is None or not ended.null_means_open or not _are_hired(joined.label):
        return None
    if any(table == query.base for table, _ in _spoken_of(query, subjects) & {(query.base, ended.column)}):
        return None
    return ColumnTest(query.base, ended.column, "is_null", is_default=True)


def _are_hired(label: str) -> bool:
    return bool({*label.split()} & {"hire", "hired", "employed", "join", "joined", "start", "started"})


def _speaks_of_present(subjects: QuestionSubjects) -> bool:
    said = {token.text.casefold() for token in subjects.parts.tokens}
    return bool(said & _PRESENT) and not said & _EVER


def _applies(one: UsualExclusion, query: BusinessQuery, subjects: QuestionSubjects) -> bool:
    match one.applies_to:
        case "money":
            return _is_done(query, subjects)
        case "income":
            return subjects.is_money(query.figures)
        case "sales":
            return subjects.speaks_of_sales and _is_done(query, subjects)
    return True


def _names_row_of(table: str, query: BusinessQuery, subjects: QuestionSubjects) -> bool:
    """Whoever asks for one row by its name or number means it, whatever its state."""
    entity = subjects.model.entity(table)
    names = {*entity.key, *entity.display, "|".join(entity.display)} if entity else set()
    tests = [test for test in query.tests if isinstance(test, ColumnTest) and test.table == table]
    return table == query.base and any(test.column in names and test.operator == "in" for test in tests)


def _counts_what_happened(query: BusinessQuery) -> bool:
    """Who bought once did so, whether the account is still there or not."""
    counted = [one for one in (*query.tests, *(query.share_of or ())) if isinstance(one, Existence) and one.tests]
    return any(one.most is not None or one.least > 1 for one in counted)


def _is_done(query: BusinessQuery, subjects: QuestionSubjects) -> bool:
    """Where amounts are added up, or a verb says what was done: what was cancelled was not bought."""
    return _adds_up(query) or query.base in subjects.done


def _adds_up(query: BusinessQuery) -> bool:
    return any(figure.function in ("sum", "avg") for figure in query.figures)


def _exclusions(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[UsualExclusion]:
    """Those of the rows; where amounts are added up those of what lines belong to, and of test customers."""
    yield from subjects.model.exclusions_of(query.base)
    wholes = [query.base]
    for event in subjects.model.events:
        if event.table == query.base and event.date_from:
            yield from subjects.model.exclusions_of(event.date_from)
            wholes.append(event.date_from)
    for parent in dict.fromkeys(one for whole in wholes for one in subjects.paths.parents(whole)):
        if _adds_up(query) and parent not in wholes:
            yield from (one for one in subjects.model.exclusions_of(parent) if one.kind == "test")
