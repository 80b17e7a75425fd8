"""How a question becomes an answer: the one room that knows the whole story, and the only one that doors call."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.agent.approval import Approve, Decision, Preview, say_yes
    from answerable.agent.asking import ask
    from answerable.agent.auditing import (
        AuditReport,
        check_evidence_in,
        export_request,
        key_id_of,
        recorded,
        verify_audit,
    )
    from answerable.agent.conversing import Agent
    from answerable.agent.desk import Desk
    from answerable.agent.doctor import Check, Scorecard, check_installation, examine
    from answerable.agent.events import (
        Answered,
        ApprovalNeeded,
        AskedBack,
        Event,
        Failed,
        GeneratedSql,
        QueryWritten,
        StatusChanged,
    )
    from answerable.agent.explaining import explain_query
    from answerable.agent.judging import judge_batch
    from answerable.agent.opening import open_desk
    from answerable.agent.pooling import SourcePool
    from answerable.agent.profiling import ColumnProfile, Profile, TableProfile, profile_source
    from answerable.agent.question import Question
    from answerable.agent.rechecking import recheck
    from answerable.agent.stopping import Stop
    from answerable.agent.story import answer_question
    from answerable.agent.translating import translate_batch
    from answerable.agent.verifying import Checked, check_receipt, diff_receipts, verify_receipt

_HOME = {
    "Agent": "conversing",
    "Answered": "events",
    "ApprovalNeeded": "events",
    "Approve": "approval",
    "AskedBack": "events",
    "AuditReport": "auditing",
    "Check": "doctor",
    "Checked": "verifying",
    "ColumnProfile": "profiling",
    "Decision": "approval",
    "Desk": "desk",
    "Event": "events",
    "Failed": "events",
    "GeneratedSql": "events",
    "Preview": "approval",
    "Profile": "profiling",
    "QueryWritten": "events",
    "Question": "question",
    "Scorecard": "doctor",
    "SourcePool": "pooling",
    "StatusChanged": "events",
    "Stop": "stopping",
    "TableProfile": "profiling",
    "answer_question": "story",
    "ask": "asking",
    "check_evidence_in": "auditing",
    "check_installation": "doctor",
    "check_receipt": "verifying",
    "diff_receipts": "verifying",
    "examine": "doctor",
    "explain_query": "explaining",
    "export_request": "auditing",
    "judge_batch": "judging",
    "key_id_of": "auditing",
    "open_desk": "opening",
    "profile_source": "profiling",
    "recheck": "rechecking",
    "recorded": "auditing",
    "say_yes": "approval",
    "translate_batch": "translating",
    "verify_audit": "auditing",
    "verify_receipt": "verifying",
}

__all__ = [
    "Agent",
    "Answered",
    "ApprovalNeeded",
    "Approve",
    "AskedBack",
    "AuditReport",
    "Check",
    "Checked",
    "ColumnProfile",
    "Decision",
    "Desk",
    "Event",
    "Failed",
    "GeneratedSql",
    "Preview",
    "Profile",
    "QueryWritten",
    "Question",
    "Scorecard",
    "SourcePool",
    "StatusChanged",
    "Stop",
    "TableProfile",
    "answer_question",
    "ask",
    "check_evidence_in",
    "check_installation",
    "check_receipt",
    "diff_receipts",
    "examine",
    "explain_query",
    "export_request",
    "judge_batch",
    "key_id_of",
    "open_desk",
    "profile_source",
    "recheck",
    "recorded",
    "say_yes",
    "translate_batch",
    "verify_audit",
    "verify_receipt",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"answerable.agent.{_HOME[name]}"), name)
