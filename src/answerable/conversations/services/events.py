"""The story of a request as doors are told it: plain dicts under the names the HTTP API streams them by."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from answerable.conversations.services.results import PAGE_ROWS
from answerable.projects.server_paths import without_paths

if TYPE_CHECKING:
    from answerable.answers.answer import Answer
    from answerable.clarification import Clarification
    from answerable.conversations.models import Approval, GeneratedQuery, QueryRequest, QueryResult, Session
    from answerable.errors import AnswerableError

__all__ = [
    "as_text",
    "asked_back",
    "confirm_required",
    "done",
    "error",
    "query_preview",
    "result",
    "result_data",
    "session",
    "status",
]

Event = dict[str, Any]
_TOLD_ELSEWHERE = frozenset({"columns", "rows", "row_count", "is_truncated", "error", "clarification", "question"})
"""Of an answer: what stands in `data`, or has no place in a result."""


def as_text(event: Event) -> str:
    """JSON that keeps every digit."""
    from answerable.answers import dumps

    return dumps(event)


def session(asked_in: Session, request: QueryRequest) -> Event:
    resumed = asked_in.resumed_from_id
    return {
        "type": "session",
        "session_id": str(asked_in.pk),
        "request_id": str(request.pk),
        "resumed_from": str(resumed) if resumed else None,
        "title": asked_in.title,
    }


def status(name: str, message: str, share: float | None = None) -> Event:
    return {"type": "status", "status": str(name), "message": message, "share": share}


def query_preview(query: GeneratedQuery) -> Event:
    return {
        "type": "query_preview",
        "query_id": str(query.pk),
        "query": query.sql_query,
        "explanation": query.explanation,
        "tables": query.referenced_tables,
        "findings": query.validation_errors,
        "confidence": query.confidence,
        "path": query.path,
        "attempt": query.generation_attempt,
        "estimate_rows": query.estimate_rows,
        "source": query.source_name,
    }


def confirm_required(approval: Approval) -> Event:
    return {
        "type": "confirm_required",
        "query_id": str(approval.query_id),
        "expires_at": approval.expires_at.isoformat(),
    }


def result(request: QueryRequest, kept: QueryResult, answer: Answer) -> Event:
    from answerable.answers import to_dict

    first_page = replace(answer, table=answer.table.slice(0, PAGE_ROWS))
    told = to_dict(first_page)
    return {
        "type": "result",
        "request_id": str(request.pk),
        "data": result_data(kept, told["rows"]),
        "figures": [asdict(figure) for figure in answer.sentence.figures],
        **{name: value for name, value in told.items() if name not in _TOLD_ELSEWHERE},
        "is_edited": answer.is_edited,
        "builds_on_edit": answer.builds_on_edit,
        "receipt": _receipt(request, answer),
    }


def _receipt(request: QueryRequest, answer: Answer) -> Event | None:
    """Where it can be had; the file's place on this machine is nobody's business elsewhere."""
    if answer.receipt is None or answer.receipt.file is None:
        return None
    made = answer.receipt
    return {"url": f"/api/receipts/{request.pk}", "hash": made.receipt_hash, "receipt_id": made.receipt_id}


def result_data(kept: QueryResult, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """`rows` is the first page of it."""
    return {
        "result_id": str(kept.pk),
        "query_id": str(kept.query_id),
        "rows": rows,
        "total_row_count": kept.total_row_count,
        "returned_row_count": kept.returned_row_count,
        "columns": kept.columns,
        "is_truncated": kept.is_truncated,
        "execution_time_ms": kept.execution_time_ms,
        "executed_at": kept.executed_at.isoformat(),
        "error": None,
    }


def error(request: QueryRequest, what: AnswerableError) -> Event:
    message, hint = without_paths(what.message), without_paths(what.hint)
    told = {"code": what.code, "message": message, "user_message": f"{message} {hint}".strip(), "hint": hint}
    return {"type": "error", "request_id": str(request.pk), "error": told}


def asked_back(request: QueryRequest, what: AnswerableError, clarification: Clarification) -> Event:
    readings = [{"text": reading.text, "sql": reading.sql} for reading in clarification.readings]
    told = {"question": clarification.question, "readings": readings}
    return {**error(request, what), "clarification": told}


def done() -> Event:
    return {"type": "done"}
