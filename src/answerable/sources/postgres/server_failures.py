"""What a PostgreSQL server's errors mean to the person who asked."""

from __future__ import annotations

from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["advice_on", "explain_failure", "stopped_query"]

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


def explain_failure(state: str, said: str, has_stepped_down: bool) -> AnswerableError:
    """By the SQLSTATE; a session that stepped down says so where rights are missing."""
    if state == "57014":
        return stopped_query("time")
    if state in ("25006", "25001"):
        return QueryFailed(msg("sources.read_only_session", reason=said), hint=msg("sources.only_queries_run"))
    if state == "42501" and has_stepped_down:
        return QueryFailed(
            msg("sources.read_only_session", reason=said),
            hint=msg("sources.superuser_rights"),
        )
    category = _CATEGORIES.get(state) or _CATEGORIES.get(state[:2]) or "other"
    return QueryFailed(msg("sources.engine_says", product="PostgreSQL", reason=said), category=category)


def stopped_query(reason: str) -> QueryStopped:
    said = {
        "time": msg("sources.time_limit_in", product="PostgreSQL"),
        "cancelled": msg("sources.cancelled_in", product="PostgreSQL"),
    }
    return QueryStopped(said[reason], reason=reason)


def advice_on(said: str) -> CodedMessage:
    """What to do about a refused connection; the words are libpq's and the server's English ones."""
    if "password" in said or "authentication" in said or "role" in said:
        return msg("sources.check_account")
    if "database" in said:
        return msg("sources.check_database_name")
    if "resolve" in said or "translate" in said:
        return msg("sources.check_host_name")
    return msg("sources.check_host_and_port")
