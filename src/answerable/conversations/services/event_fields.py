"""Events of a request under the names that the HTTP API streams and the database stores."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from answerable.answers import dumps, to_dict
from answerable.conversations.chat_events import (
    ChatEvent,
    ConfirmRequired,
    QueryPreviewed,
    RequestBegun,
    RequestFailed,
    ResultStored,
    StatusReported,
    StreamEnded,
)
from answerable.conversations.services.session_context import provider_in_use
from answerable.conversations.services.store_result import PAGE_ROWS
from answerable.projects.server_paths import without_paths

if TYPE_CHECKING:
    from answerable.answers.answer import Answer
    from answerable.conversations.models import Approval, GeneratedQuery, QueryRequest, QueryResult, Session

__all__ = ["as_text", "confirm_required", "event_fields", "query_preview", "result_data"]

Fields = dict[str, Any]
_IN_DATA = frozenset({"columns", "rows", "row_count", "is_truncated", "error", "clarification", "question"})
"""Of an answer: what stands in `data`, or has no place in a result."""


def event_fields(event: ChatEvent) -> Fields:
    match event:
        case StatusReported(status, message, share):
            return {"type": "status", "status": str(status), "message": message, "share": share}
        case RequestBegun(session, request):
            return _session(session, request)
        case QueryPreviewed(query):
            return query_preview(query)
        case ConfirmRequired(approval):
            return confirm_required(approval)
        case ResultStored(request, stored, answer):
            return _result(request, stored, answer)
        case RequestFailed():
            return _failure(event)
        case StreamEnded():
            return {"type": "done"}


def as_text(event: ChatEvent) -> str:
    """JSON that keeps every digit."""
    return dumps(event_fields(event))


def _session(asked_in: Session, request: QueryRequest) -> Fields:
    resumed = asked_in.resumed_from_id
    return {
        "type": "session",
        "session_id": str(asked_in.pk),
        "request_id": str(request.pk),
        "resumed_from": str(resumed) if resumed else None,
        "title": asked_in.title,
        "llm_provider": provider_in_use(asked_in),
    }


def query_preview(query: GeneratedQuery) -> Fields:
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
        "validation_status": query.validation_status,
        "model_used": query.model_used,
    }


def confirm_required(approval: Approval) -> Fields:
    return {
        "type": "confirm_required",
        "query_id": str(approval.query_id),
        "expires_at": approval.expires_at.isoformat(),
    }


def _result(request: QueryRequest, kept: QueryResult, answer: Answer) -> Fields:
    first_page = replace(answer, table=answer.table.slice(0, PAGE_ROWS))
    fields = to_dict(first_page)
    return {
        "type": "result",
        "request_id": str(request.pk),
        "data": result_data(kept, fields["rows"]),
        "figures": [asdict(figure) for figure in answer.sentence.figures],
        **{name: value for name, value in fields.items() if name not in _IN_DATA},
        "is_edited": answer.is_edited,
        "builds_on_edit": answer.builds_on_edit,
        "receipt": _receipt(request, answer),
    }


def _receipt(request: QueryRequest, answer: Answer) -> Fields | None:
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


def _failure(failed: RequestFailed) -> Fields:
    said = failed.error.as_json(failed.request.lang if failed.request else "en")
    message, hint = without_paths(said["message"]), without_paths(said["hint"])
    error = {"code": said["code"], "message": message, "user_message": f"{message} {hint}".strip(), "hint": hint}
    fields: Fields = {"type": "error", "error": error}
    if failed.request is not None:
        fields = {"type": "error", "request_id": str(failed.request.pk), "error": error}
    if asked := failed.clarification:
        readings = [{"text": reading.text, "sql": reading.sql} for reading in asked.readings]
        fields["clarification"] = {"question": asked.question, "readings": readings}
    return fields
