"""What the record says of tool calls, what they gave, and decisions: one shape each, whoever writes it.

tool_called            call_id, tool_name, source, arguments: query, params, timeout, row_limit
observation_recorded   call_id, status, execution_time_seconds; row_count, or code, message and error_category
policy_decision        decision, rule, reason
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.audit.entry import new_id
from answerable.kernel.errors import AnswerableError, QueryFailed, QueryStopped

if TYPE_CHECKING:
    from answerable.guard.verdict import Verdict
    from answerable.sources import Limits, Result

__all__ = ["failed_observation", "policy_decision", "successful_observation", "tool_call", "verdict_decision"]

Payload = dict[str, object]

_STATUS_OF_REASON = {"time": "timeout", "memory": "resource_limit"}
_SHORTEST_SECONDS = 0.000001
"""An execution time is above zero, however coarse the clock."""


def tool_call(sql: str, limits: Limits, source: str, tool_name: str = "sql.run") -> Payload:
    """Every query is written out whole, so `params` is empty."""
    arguments = {"query": sql, "params": [], "timeout": limits.seconds, "row_limit": limits.rows}
    return {"call_id": new_id(), "tool_name": tool_name, "source": source, "arguments": arguments}


def successful_observation(call: Payload, result: Result) -> Payload:
    return {
        "call_id": call["call_id"],
        "status": "success",
        "row_count": result.table.num_rows,
        "is_truncated": result.is_truncated,
        "elapsed_ms": result.elapsed_ms,
        "execution_time_seconds": max(result.elapsed_ms / 1000, _SHORTEST_SECONDS),
        "result_hash": result.fingerprint,
        **({"kept_since": result.kept_since.isoformat()} if result.kept_since else {}),
    }


def failed_observation(
    error: AnswerableError, call: Payload | None = None, seconds: float | None = None, category: str | None = None
) -> Payload:
    """`call` is None where the run ended without one; `category` is given where the guard's findings say it."""
    return {
        "call_id": call["call_id"] if call else None,
        "status": _status_of(error),
        "code": error.code,
        "message": error.message,
        "error_category": category or _category_of(error),
        **({} if seconds is None else {"execution_time_seconds": max(seconds, _SHORTEST_SECONDS)}),
    }


def policy_decision(decision: str, rule: str, reason: str, **about: object) -> Payload:
    return {"decision": decision, "rule": rule, "reason": reason, **about}


def verdict_decision(verdict: Verdict) -> Payload:
    return policy_decision(
        "allow" if verdict.allowed else "reject",
        ",".join(finding.code for finding in verdict.errors) or "all",
        "; ".join(finding.message for finding in verdict.errors) or "no rule objects",
        sql_hash=verdict.sql_hash,
    )


def _category_of(error: AnswerableError) -> str:
    if isinstance(error, QueryFailed):
        return error.category
    is_limit = isinstance(error, QueryStopped) and error.reason in _STATUS_OF_REASON
    return "resource_exhausted" if is_limit else "other"


def _status_of(error: AnswerableError) -> str:
    return _STATUS_OF_REASON.get(error.reason, "error") if isinstance(error, QueryStopped) else "error"
