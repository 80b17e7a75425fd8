"""What a PostgreSQL server's errors mean to the person who asked."""

from __future__ import annotations

from answerable.errors import AnswerableError, QueryFailed, QueryStopped

__all__ = ["advice_on", "explained", "stopped"]

_CATEGORIES = {
    "42601": "sql_syntax",
    "42703": "missing_column",
    "42P01": "missing_column",
    "3F000": "missing_column",
    "42804": "type_mismatch",
    "42883": "type_mismatch",
    "42846": "type_mismatch",
    "42P18": "type_mismatch",
    "22P02": "type_mismatch",
    "22007": "type_mismatch",
    "22008": "type_mismatch",
    "53": "resource_exhausted",
    "54": "resource_exhausted",
    "55P03": "resource_exhausted",
}


def explained(state: str, said: str, has_stepped_down: bool) -> AnswerableError:
    """By the SQLSTATE; a session that stepped down says so where rights are missing."""
    if state == "57014":
        return stopped("time")
    if state in ("25006", "25001"):
        return QueryFailed(f"The session is read-only: {said}.", hint="Only queries run here.")
    if state == "42501" and has_stepped_down:
        return QueryFailed(
            f"The session is read-only: {said}.",
            hint="A superuser's queries run with the rights of pg_read_all_data; connect as a role of its own instead.",
        )
    category = _CATEGORIES.get(state) or _CATEGORIES.get(state[:2]) or "other"
    return QueryFailed(f"PostgreSQL says: {said}.", category=category)


def stopped(reason: str) -> QueryStopped:
    said = {"time": "reached its time limit and was stopped in PostgreSQL", "cancelled": "was cancelled in PostgreSQL"}
    return QueryStopped(f"The query {said[reason]}.", reason=reason)


def advice_on(said: str) -> str:
    """What to do about a refused connection; the words are libpq's and the server's English ones."""
    if "password" in said or "authentication" in said or "role" in said:
        return "Check the user and the password in the URL."
    if "database" in said:
        return "Check the database name in the URL."
    if "resolve" in said or "translate" in said:
        return "Check the host name in the URL."
    return "Check the host and the port, and that the server is up."
