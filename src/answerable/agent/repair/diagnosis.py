"""What kind of failure it is, and what would help where nothing else did."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from answerable.errors import AnswerableError, QueryFailed, QueryStopped, one_line

__all__ = ["category_of", "given_up", "restated"]

_OF_FINDING = {
    "unknown_column": "missing_column",
    "unknown_table": "missing_column",
    "type_clash": "type_mismatch",
    "does_not_parse": "sql_syntax",
}
"""What the guard found → category. Whatever else it refuses is refused for good."""
_HELP = {
    "missing_column": "Ask with names that the source has now, or have its schema read again.",
    "type_mismatch": "Ask for a column of another type, or have the column's type corrected.",
    "sql_syntax": "Ask in other words.",
    "resource_exhausted": "Ask for less at once: a shorter period, fewer tables, fewer rows.",
}
_Error = TypeVar("_Error", bound=AnswerableError)


def category_of(problem: AnswerableError | None, found: Collection[str]) -> str | None:
    """By the engine's error, or by the codes of what the guard found; None where nothing may be tried in its place."""
    if problem is None:
        return "empty"
    if isinstance(problem, QueryStopped):
        return "resource_exhausted" if problem.reason in ("time", "memory") else None
    if isinstance(problem, QueryFailed):
        return problem.category if problem.category in _HELP else None
    categories = {_OF_FINDING.get(code) for code in found}
    return categories.pop() if len(categories) == 1 else None


def given_up(problem: AnswerableError, attempts: int, category: str | None) -> AnswerableError:
    """What failed and what would help, once nothing more is tried."""
    hint = problem.hint or _HELP.get(category or "", "")
    if attempts == 1:
        return restated(problem, problem.message, hint)
    return restated(problem, f"{attempts} different queries failed; the last one: {problem.message}", hint)


def restated(error: _Error, message: str, hint: str) -> _Error:
    """The same error in other words."""
    said = type(error).__new__(type(error))
    said.__dict__.update(error.__dict__)
    said.args = (one_line(message),)
    said.hint = one_line(hint)
    return said
