"""The chat's events and answers as they were first written down; what is streamed must be readable by them."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel, Field, TypeAdapter

__all__ = ["ChatStreamEvent", "ConfirmationResponse", "QueryResult", "read_event"]


def _now() -> datetime:
    return datetime.now(UTC)


class QueryRequestStatus(StrEnum):
    PENDING = "pending"
    GENERATING = "generating"
    VALIDATING = "validating"
    AWAITING_CONFIRM = "awaiting_confirm"
    EXECUTING = "executing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ColumnInfo(BaseModel):
    name: str
    data_type: str
    is_nullable: bool


class ExecutionError(BaseModel):
    code: str
    message: str
    user_message: str


class QueryResult(BaseModel):
    result_id: str = Field(default_factory=lambda: str(uuid4()))
    query_id: str
    rows: list[dict[str, Any]] = Field(default_factory=list, max_length=10000)
    total_row_count: int | None = Field(ge=0)
    returned_row_count: int = Field(ge=0, le=10000)
    columns: list[ColumnInfo] = Field(default_factory=list)
    is_truncated: bool = False
    execution_time_ms: int = Field(ge=0)
    executed_at: datetime = Field(default_factory=_now)
    error: ExecutionError | None = None


class SessionEvent(BaseModel):
    type: Literal["session"] = "session"
    session_id: str


class StatusEvent(BaseModel):
    type: Literal["status"] = "status"
    status: QueryRequestStatus
    message: str | None = None


class QueryPreviewEvent(BaseModel):
    type: Literal["query_preview"] = "query_preview"
    query: str
    explanation: str


class ConfirmRequiredEvent(BaseModel):
    type: Literal["confirm_required"] = "confirm_required"
    query_id: str


class ResultEvent(BaseModel):
    type: Literal["result"] = "result"
    data: QueryResult


class ErrorEvent(BaseModel):
    type: Literal["error"] = "error"
    error: ExecutionError


class DoneEvent(BaseModel):
    type: Literal["done"] = "done"


ChatStreamEvent = (
    SessionEvent | StatusEvent | QueryPreviewEvent | ConfirmRequiredEvent | ResultEvent | ErrorEvent | DoneEvent
)


class ConfirmationResponse(BaseModel):
    success: bool
    result: QueryResult | None = None
    error: ExecutionError | None = None


_event: TypeAdapter[ChatStreamEvent] = TypeAdapter(Annotated[ChatStreamEvent, Field(discriminator="type")])


def read_event(data: str) -> ChatStreamEvent:
    return _event.validate_json(data)
