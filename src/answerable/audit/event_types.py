"""What is recorded."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

__all__ = ["Event", "EventType"]


class EventType(StrEnum):
    """Names in the log. They may become more; none is renamed, because old logs stay readable."""

    REQUEST_SUBMITTED = "request_submitted"
    PLAN_CREATED = "plan_created"
    TOOL_CALLED = "tool_called"
    OBSERVATION_RECORDED = "observation_recorded"
    ARTIFACT_GENERATED = "artifact_generated"
    POLICY_DECISION = "policy_decision"

    CONFIRMATION_GIVEN = "confirmation_given"
    FEEDBACK_GIVEN = "feedback_given"
    KNOWLEDGE_CHANGED = "knowledge_changed"
    POLICY_CHANGED = "policy_changed"
    SIGNED_IN = "signed_in"
    SIGN_IN_REFUSED = "sign_in_refused"
    MEMBER_CHANGED = "member_changed"
    TOKEN_CHANGED = "token_changed"  # noqa: S105 - an event's name
    SOURCE_CHANGED = "source_changed"
    MODEL_KEY_CHANGED = "model_key_changed"
    MODEL_PULLED = "model_pulled"
    SESSION_TERMINATED = "session_terminated"
    SESSION_RENAMED = "session_renamed"
    SESSION_DELETED = "session_deleted"
    ANSWER_RECHECKED = "answer_rechecked"

    LOG_REPAIRED = "log_repaired"
    """Half an entry, left by a crash, was moved aside."""
    LOG_ROTATED = "log_rotated"
    """The first entry of a file that goes on from a finished one."""
    CHECKPOINT_MISMATCH = "checkpoint_mismatch"
    """The log is not the one that was signed for."""


class Event(NamedTuple):
    """What is to be recorded, before it has a place in the chain. (A tuple: made in a third of a dataclass's time.)"""

    request_id: str
    event_type: str
    event_data: dict[str, Any]
    actor: str
