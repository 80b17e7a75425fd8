"""The events of a chat as they are streamed, and the JSON answers made of them.

Values travel as `answers.dumps` writes them, so that Decimals keep every digit; the models here say what is in there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from ninja import Schema
from pydantic import ConfigDict, Field

from answerable.answers import dumps
from answerable.conversations.chat_events import ChatEvent
from answerable.conversations.models import Provider
from answerable.conversations.services.event_fields import event_fields

__all__ = ["STREAMED", "ChatStreamEvent", "ConfirmationResponse", "ExecutionError", "confirmation", "frames", "reply"]

Status = Literal[
    "pending", "generating", "validating", "awaiting_confirm", "executing", "completed", "failed", "cancelled"
]
Fields = dict[str, Any]


class ColumnInfo(Schema):
    name: str
    data_type: str
    is_nullable: bool


class ExecutionError(Schema):
    code: str
    message: str
    user_message: str
    hint: str = ""


class QueryResult(Schema):
    """`rows` is the first page; GET /api/results/{result_id} has the others."""

    result_id: str
    query_id: str
    rows: list[dict[str, Any]]
    total_row_count: int | None = Field(ge=0)
    """Null where `is_truncated`: there are more rows than were read, and nobody counted them."""
    returned_row_count: int = Field(ge=0, le=10_000)
    columns: list[ColumnInfo]
    is_truncated: bool
    execution_time_ms: int = Field(ge=0)
    executed_at: datetime
    error: ExecutionError | None = None


class SessionEvent(Schema):
    type: Literal["session"] = "session"
    session_id: str
    request_id: str
    resumed_from: str | None = None
    title: str
    llm_provider: Provider


class StatusEvent(Schema):
    type: Literal["status"] = "status"
    status: Status
    message: str | None = None
    share: float | None = None


class Finding(Schema):
    model_config = ConfigDict(extra="allow")

    layer: Literal["keyword", "schema", "semantic"]
    code: str
    message: str
    severity: Literal["error", "warning"]


class QueryPreviewEvent(Schema):
    type: Literal["query_preview"] = "query_preview"
    query_id: str
    query: str
    explanation: str
    tables: list[str]
    findings: list[Finding]
    confidence: float | None
    path: str
    attempt: int = Field(ge=1, le=3)
    estimate_rows: float | None
    source: str
    validation_status: Literal["pending", "valid", "invalid"] = "valid"
    model_used: str = ""


class ConfirmRequiredEvent(Schema):
    type: Literal["confirm_required"] = "confirm_required"
    query_id: str
    expires_at: datetime


class Told(Schema):
    """What an answer says besides its rows."""

    request_id: str
    answer: str
    figures: list[dict[str, Any]]
    chart: dict[str, Any] | None
    explanation: str
    provenance: dict[str, Any]
    suggestions: list[str]
    trust: dict[str, Any]
    confidence: float | None
    path: str
    is_edited: bool = False
    builds_on_edit: bool = False
    receipt: dict[str, Any] | None
    sql: str


class ResultEvent(Told):
    type: Literal["result"] = "result"
    data: QueryResult


class Reading(Schema):
    text: str
    sql: str


class Clarification(Schema):
    question: str
    readings: list[Reading]


class ErrorEvent(Schema):
    type: Literal["error"] = "error"
    request_id: str
    error: ExecutionError
    clarification: Clarification | None = None


class DoneEvent(Schema):
    type: Literal["done"] = "done"


ChatStreamEvent = Annotated[
    SessionEvent | StatusEvent | QueryPreviewEvent | ConfirmRequiredEvent | ResultEvent | ErrorEvent | DoneEvent,
    Field(discriminator="type"),
]


class ConfirmationResponse(Schema):
    """With a result, all that a `result` event has stands beside it. After a repair `confirm_required` asks again."""

    model_config = ConfigDict(extra="allow")

    success: bool
    result: QueryResult | None = None
    error: ExecutionError | None = None
    status: Status
    query_preview: QueryPreviewEvent | None = None
    confirm_required: ConfirmRequiredEvent | None = None


STREAMED: dict[str, Any] = {
    "responses": {200: {"content": {"text/event-stream": {"schema": {"type": "string", "format": "event-stream"}}}}}
}
"""For OpenAPI: the same events, one after the other."""


def frames(events: Iterable[ChatEvent]) -> bytes:
    """As they are streamed, in one piece."""
    encoded = map(event_fields, events)
    return "".join([f"event: {fields['type']}\ndata: {dumps(fields)}\n\n" for fields in encoded]).encode()


def reply(payload: Any, status: int = 200) -> HttpResponse:
    """JSON with every digit."""
    return HttpResponse(dumps(payload), content_type="application/json", status=status)


def confirmation(approved: bool, events: Iterable[ChatEvent]) -> Fields:
    """All that happened after a decision, as the one object a program waits for."""
    found: Fields = {"success": not approved, "result": None, "error": None, "status": "cancelled"}
    for event in events:
        found |= _part(event_fields(event))
    return found


def _part(event: Fields) -> Fields:
    if event["type"] == "result":
        beside = {name: value for name, value in event.items() if name not in ("type", "data")}
        return {**beside, "success": True, "result": event["data"], "status": "completed"}
    if event["type"] == "error":
        status = "completed" if event.get("clarification") else "failed"
        return {"success": False, "error": event["error"], "request_id": event["request_id"], "status": status}
    if event["type"] == "confirm_required":
        return {"confirm_required": event, "status": "awaiting_confirm"}
    return {"query_preview": event} if event["type"] == "query_preview" else {}
