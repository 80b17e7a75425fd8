"""What kind of failure it is, and what would help where nothing else did."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped
from answerable.kernel.messages import CodedMessage, as_message, msg, verbatim

__all__ = ["category_of", "given_up", "restate_error"]

_OF_FINDING = {
    "unknown_column": "missing_column",
    "unknown_table": "missing_column",
    "type_clash": "type_mismatch",
    "does_not_parse": "sql_syntax",
}
"""What the guard found → category. Whatever else it refuses is refused for good."""
_HELP = {
    "missing_column": msg("agent.ask_with_present_names"),
    "type_mismatch": msg("agent.ask_for_other_type"),
    "sql_syntax": msg("agent.ask_in_other_words"),
    "resource_exhausted": msg("agent.ask_for_shorter_period"),
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
    hint = problem.advice or _HELP.get(category or "", verbatim(""))
    if attempts == 1:
        return restate_error(problem, problem.what, hint)
    return restate_error(problem, msg("agent.several_queries_failed", attempts=attempts, problem=problem.what), hint)


def restate_error(error: _Error, message: CodedMessage | str, hint: CodedMessage | str) -> _Error:
    """The same error in other words."""
    said = type(error).__new__(type(error))
    said.__dict__.update(error.__dict__)
    said.args = (as_message(message),)
    said.advice = as_message(hint)
    return said
